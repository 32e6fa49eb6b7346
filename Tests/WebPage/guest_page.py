#!/usr/bin/env python3
"""The page of a booted appliance in a browser of this machine: pairing by presses, a take, and its file bit for bit.

Usage: guest_page.py PORT FOLDER

FOLDER is shared with the appliance: `press` there has how often its source button is to be pressed; the downloaded take is put into
`browser/`, where the appliance compares it with its own. `browser.json` says how it went.
"""

import json
import pathlib
import sys

from playwright.sync_api import sync_playwright

from page import Page, launch, levels, presses, take
from web import check


class PatientPage(Page):
    """The appliance is emulated, so its seconds are longer than this machine's."""

    seconds = 3600


def all_of_it(page, shared):
    page.page.goto(page.url)
    page.until("!document.getElementById('pairing').hidden", "the appliance's page asks to pair")
    page.page.click("#ask")
    page.until("document.getElementById('ask-words').textContent.includes('Press the source button')",
               "it asks for a press")
    (shared / "press.part").write_text(str(presses(page)))
    (shared / "press.part").rename(shared / "press")
    page.until("!document.getElementById('recorder').hidden", "presses of the appliance's button let it in")
    page.until("document.getElementById('state').textContent === 'armed'", "and shows the state")
    levels(page, microphones=4)
    take(page)
    page.page.locator("#takes > li").first.scroll_into_view_if_needed()
    page.until("document.querySelector('.wave') !== null", "the outline of the take is drawn")
    page.page.locator("#takes li").first.get_by_role("button").first.click()
    page.until("document.querySelector('#takes audio') !== null", "it is opened")
    page.page.evaluate("document.querySelector('#takes audio').play()")
    page.until("document.querySelector('#takes audio').currentTime > 0.2", "it is played, by parts of the file")
    page.page.evaluate("document.querySelector('#takes audio').pause()")
    page.shot("3-take")
    with page.page.expect_download() as news:
        page.page.get_by_role("button", name="Download rendered").click()
    (shared / "browser").mkdir(exist_ok=True)
    news.value.save_as(shared / "browser" / news.value.suggested_filename)
    check(not page.problems, f"no error and nothing against the policy: {page.problems}")
    return news.value.suggested_filename


def main():
    port, shared = int(sys.argv[1]), pathlib.Path(sys.argv[2])
    said = {"passed": False, "words": "it did not come to its end"}
    try:
        with sync_playwright() as playwright:
            browser = launch(playwright)
            page = PatientPage(browser, "phone", port, shared / "browser-shots")
            said = {"passed": True, "words": "", "file": all_of_it(page, shared)}
    except (Exception, SystemExit) as error:  # pylint: disable=broad-except
        said["words"] = str(error)
        raise
    finally:
        (shared / "browser.part").write_text(json.dumps(said))
        (shared / "browser.part").rename(shared / "browser.json")


if __name__ == "__main__":
    main()
