"""Speed: one pytest-benchmark file a layer, runs beside other players in ``peers``; strength."""
