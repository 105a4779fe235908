"""House rules: what may be chosen (`ruleset`), and one small strategy per decision point (the other modules)."""
