"""What tests find wherever they stand: beside the site's or in a game's folder."""

pytest_plugins = ("tests.cast", "tests.browser.phone")
