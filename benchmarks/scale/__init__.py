"""What a chunk, a row and a worker cost, from which follows how far one coordinator reaches."""
