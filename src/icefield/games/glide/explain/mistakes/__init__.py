"""The reasons of mistakes in `glide`: one module of finders for each theme."""
