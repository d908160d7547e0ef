"""The pages of data: files that come and go, copies, printed sheets, and the game sheets of a group."""
