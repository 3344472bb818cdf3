"""How often intervals hold what they say, and how often sequential tests decide wrongly."""
