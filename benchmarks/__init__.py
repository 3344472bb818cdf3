"""Speed: one pytest-benchmark file a layer, and runs beside other players in ``peers``."""
