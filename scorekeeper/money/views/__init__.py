"""The pages of money: what is open, payments, and shared expenses."""
