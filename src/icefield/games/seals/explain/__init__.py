"""What `seals` says about its positions and moves: refusals, threats, reasons."""
