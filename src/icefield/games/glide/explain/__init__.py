"""The explanations of `glide`: refusals, threats, reasons."""
