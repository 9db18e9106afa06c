"""The explanations of `seals`: refusals, threats, reasons."""
