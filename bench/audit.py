"""Lighthouse audits of the most visited pages. `make audit` runs them. The pages show the group of `make demo`.

    python -m bench.audit path/to/lighthouse [pad entry today night player]

The exit status is 1 if a page scores less than 100 in a category. The audits that cost points are printed.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

from playwright.sync_api import Page, sync_playwright

from tests.browser.phone import CHROMIUMS, FLAGS
from tests.ports import free_port

ROOT = Path(__file__).parent.parent
ROUNDS = 8
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")


@contextmanager
def demo() -> Iterator[str]:
    """Run the server of bench.demo and yield its join link; raise RuntimeError if the server does not start.

    The link's host is localhost, which browsers treat as secure.
    """
    command = [sys.executable, "-u", "-m", "bench.demo", "--port", str(free_port())]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        try:
            said = ""
            while "Scorekeeper is at" not in said:
                line = server.stdout.readline()
                if not line:
                    raise RuntimeError(f"the demo did not start\n{said}")
                said += line
            found = re.search(r"http://\S+?:(\d+)(/join/\S+)", said)
            assert found
            base = f"http://localhost:{found[1]}"
            for _ in range(300):
                with suppress(urllib.error.URLError):
                    urllib.request.urlopen(base, timeout=10).close()
                    break
                time.sleep(0.1)
            yield base + found[2]
        finally:
            server.terminate()
            server.communicate(timeout=30)


@contextmanager
def phone(link: str) -> Iterator[tuple[int, Page]]:
    """Run a Chromium and join the group in it; yield (debugging port for Lighthouse, page)."""
    port = free_port()
    path = next(filter(None, map(shutil.which, CHROMIUMS)), None)
    if path is None:
        sys.exit("No Chromium here: run scripts/browser.sh")
    with tempfile.TemporaryDirectory(prefix="scorekeeper-audit-") as profile, sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            profile, executable_path=path, args=[*FLAGS, f"--remote-debugging-port={port}"], locale="en-GB"
        )
        context.set_default_timeout(15_000)
        page = context.new_page()
        page.goto(link)
        page.get_by_role("button", name="I’m keeping score for everyone").click()
        page.wait_for_url("**/g/**")
        yield port, page
        context.close()


def addresses(page: Page) -> dict[str, str]:
    """Return the address of each audited page by name. The page `entry` is the form of a round.

    If no game is running, start one, because the pad needs it.
    """
    found = re.match(r"http://[^/]+/g/[^/]+/", page.url)
    assert found
    today = found[0]
    pad = begun(page, today)
    pages = {"pad": pad, "entry": f"{pad}round/", "today": today}
    for name, place in (("night", "nights"), ("player", "people")):
        page.goto(f"{today}{place}/")
        href = page.locator(f"main a[href*='/{place}/']").first.get_attribute("href")
        pages[name] = urljoin(today, href)
    return pages


def begun(page: Page, today: str) -> str:
    """Return the address of the pad of the running game; if none runs, start one and enter some adjustments."""
    page.goto(today)
    running = page.locator("a.main[href*='/m/']")
    if running.count():
        return urljoin(today, running.get_attribute("href"))
    page.goto(f"{today}play/")
    page.locator(".games a[href*='/play/']").first.click()
    while page.locator(".sat").count() < 4:  # the players of the last game are seated already
        page.locator(".people-keys [aria-pressed=false]").first.click()
    page.locator(".sat").first.click()
    page.locator("#start").click()
    page.wait_for_url("**/m/**")
    pad = page.url
    for number in range(ROUNDS):
        page.goto(f"{pad}adjust/")
        page.locator("[name=points-0]").fill(str(number))
        page.locator("[name=points-1]").fill(f"-{number}")
        page.locator("#save").press("Enter")
        page.wait_for_url(pad)
    return pad


def audited(lighthouse: str, url: str, port: int) -> dict[str, Any]:
    """Open a page in the browser with this debugging port, and return Lighthouse's report on it."""
    done = subprocess.run(
        [
            lighthouse,
            url,
            "--quiet",
            "--output=json",
            f"--only-categories={','.join(CATEGORIES)}",
            f"--port={port}",
            "--disable-storage-reset",
        ],
        check=True,
        capture_output=True,
        timeout=180,
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def show(name: str, found: dict[str, Any]) -> int:
    """Print the scores of a page (0 to 100) and the audits that cost it points; return the lowest score."""
    scores = {each: round(100 * (found["categories"][each]["score"] or 0)) for each in CATEGORIES}
    print(f"{name:8}", "  ".join(f"{each} {score}" for each, score in scores.items()), flush=True)
    for part in (part for each in CATEGORIES for part in found["categories"][each]["auditRefs"]):
        audit = found["audits"][part["id"]]
        if part["weight"] and audit["score"] is not None and audit["score"] < 1:
            print("   ", audit["id"], audit["score"], audit.get("displayValue", ""))
            for item in audit.get("details", {}).get("items", [])[:3]:
                print("       ", json.dumps(item)[:300])
    return min(scores.values())


def main() -> int:
    lighthouse, *wanted = sys.argv[1:]
    worst = 100
    with demo() as link, phone(link) as (port, page):
        begun = time.monotonic()
        for name, url in addresses(page).items():
            if not wanted or name in wanted:
                worst = min(worst, show(name, audited(lighthouse, url, port)))
        print(f"{time.monotonic() - begun:.0f} s")
    return worst < 100


if __name__ == "__main__":
    sys.exit(main())
