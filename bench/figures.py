"""The printing of figures, each with its limit."""

missed = 0


def judged(text: str, good: bool = True) -> None:
    """Print a figure; if it is not good, mark it with ✗ and add one to `missed`."""
    global missed
    missed += not good
    print(f"  {text}{'' if good else ' ✗'}", flush=True)
