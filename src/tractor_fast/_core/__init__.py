"""The compiled core: everything that the loop over boards calls, and its doors for Python."""
