"""The pages that look back: people, players, leaderboards and seasons."""
