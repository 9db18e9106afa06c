"""The database: tables of events, what lists are made from, people, puzzles tried, copies."""
