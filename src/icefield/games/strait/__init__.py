"""ICE FLOW: explorers cross the Bering Strait on drifting ice."""
