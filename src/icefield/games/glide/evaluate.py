"""What a position of `glide` is worth without searching: nothing yet; searches look for a forced
win instead, and the complete table of small boards knows better than any guess."""
