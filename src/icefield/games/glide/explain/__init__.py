"""What `glide` says about its positions and moves: refusals, threats, reasons."""
