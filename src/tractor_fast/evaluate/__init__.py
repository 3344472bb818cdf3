"""What is measured with the engines: conformance, perft, and later strategies and rules."""
