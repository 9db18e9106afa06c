"""The reasons of mistakes in `seals`: one module of finders for each theme."""
