"""The scanning itself, both ways: Chromium takes a made video as its camera. Part of make pocket-test."""

import os
import shutil
import threading
from pathlib import Path

import pytest
import segno
from playwright.sync_api import expect

from pocket.serve import server
from pocket.tests.table import Guest, Host
from tests.browser.phone import CHROMIUMS, FLAGS, TAPS_COUNT_AT_ONCE, shot

pytestmark = [pytest.mark.browser, pytest.mark.skipif(not os.environ.get("POCKET"), reason="needs make pocket")]

WIDTH, HEIGHT, FRAMES = 640, 480, 3


def film(text: str, file: Path) -> None:
    """Makes a video that shows a QR code of this text, as a phone's screen would."""
    code = [[*row] for row in segno.make(text, micro=False, error="m").matrix_iter(scale=5, border=4)]
    top, left = (HEIGHT - len(code)) // 2, (WIDTH - len(code)) // 2
    luma = bytearray(b"\xc0" * (WIDTH * HEIGHT))
    for y, row in enumerate(code, top):
        luma[y * WIDTH + left : y * WIDTH + left + len(row)] = bytes(16 if dark else 235 for dark in row)
    picture = b"FRAME\n" + bytes(luma) + b"\x80" * (WIDTH * HEIGHT // 2)
    file.write_bytes(f"YUV4MPEG2 W{WIDTH} H{HEIGHT} F10:1 Ip A1:1 C420jpeg\n".encode() + picture * FRAMES)


def test_two_scans_and_the_guest_is_at_the_table(browser, tmp_path):
    video = tmp_path / "camera.y4m"
    film("https://elsewhere.example/", video)
    camera = [
        "--use-fake-device-for-media-stream",
        "--use-fake-ui-for-media-stream",
        f"--use-file-for-fake-video-capture={video}",
    ]
    chromium = next(filter(None, map(shutil.which, CHROMIUMS)))
    seeing = browser.browser_type.launch(executable_path=chromium, args=[*FLAGS, *camera])
    with server(0) as running:
        threading.Thread(target=running.serve_forever, daemon=True).start()

        def new_phone():
            context = seeing.new_context(
                base_url=f"http://localhost:{running.server_port}/pocket/", viewport={"width": 360, "height": 740}
            )
            context.set_default_timeout(45_000)
            context.add_init_script(TAPS_COUNT_AT_ONCE)
            return context.new_page()

        host = Host(new_phone())
        address = host.code()
        page = new_phone()
        page.goto("./#table")  # or with the phone's own camera, which opens the address
        expect(page.get_by_role("alert")).to_contain_text("There’s no code of a table")  # it sees another code
        shot(page, "guest-scans")
        page.reload()
        film(address, video)
        page.reload()
        guest = Guest(page)
        code = guest.code()
        film(code, video)
        host.app.get_by_role("button", name="Scan their code").click()
        guest.is_here()
        expect(guest.app.get_by_role("heading", name="Who are you?").first).to_be_visible()
        expect(host.app.locator("#count")).to_have_text("Phones connected: 1")
        seeing.close()
        running.shutdown()
