"""Why a decision was a mistake."""
