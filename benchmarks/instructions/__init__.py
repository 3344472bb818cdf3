"""Instructions a deal, counted by valgrind: they repeat on the noisiest machine."""
