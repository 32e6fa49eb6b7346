#!/usr/bin/env python3
"""The page in a browser, against the real server and a running recorder: everything that a person does with the page.

Usage: page.py [--shots FOLDER] [--long] [--seed WORD]

Tests that do not depend on the size of the screen run on one screen, which the seed chooses; with --long, they run on
both. The origin is http://pinna.local, as in real use: localhost has rights that other origins lack. """

import argparse
import contextlib
import json
import pathlib
import random
import re
import signal
import socket
import subprocess
import tarfile
import tempfile
import time
import sys
import wave

from playwright.sync_api import sync_playwright

from recorder import PATIENCE, ROOT, PressedRecorder, Recorder, wait_for
from web import Web, check, free_port

SIZES = {"phone": (390, 844), "desk": (1280, 900)}


class Page:
    """A browser of a given size, with the page open."""

    # The time limit for any expected event.
    seconds = PATIENCE

    def __init__(self, browser, size, port, shots, scheme="light"):
        self.name = size
        width, height = SIZES[size]
        self.context = browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=scheme,
            has_touch=size == "phone", accept_downloads=True,
            # The browser is in a different time zone from the recorder, whose clock dates everything on the page.
            timezone_id="Pacific/Apia")
        self.context.set_default_timeout(1000 * self.seconds)
        self.page = self.context.new_page()
        self.problems = []
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("console", lambda line: self.problems.append(line.text)
                     if line.type == "error" and "Content Security" in line.text else None)
        # An error disappears from the page long before a test gives up.
        self.page.add_init_script(
            "window.answers = []; addEventListener('DOMContentLoaded', () => { const one = document.getElementById('answer');"
            " new MutationObserver(() => { if (one.textContent) window.answers.push(one.textContent) })"
            ".observe(one, {childList: true, characterData: true, subtree: true}) })")
        self.shots = shots
        self.url = f"http://pinna.local:{port}/"

    def shot(self, words):
        if self.shots:
            self.page.screenshot(path=str(self.shots / f"{self.name}-{words}.png"), full_page=True)

    def until(self, script, words):
        # A function inside the page cannot do this: the page's security policy forbids it, rightly.
        if wait_for(lambda: self.page.evaluate(script), self.seconds):
            return check(True, words)
        print(self.page.inner_text("body"), self.problems, self.page.evaluate("window.answers"))
        return check(False, words)

    def accessible(self, words):
        """Runs axe-core, which must report no violations."""
        try:
            from axe_playwright_python.sync_playwright import Axe
        except ImportError:
            print("  --  axe-core is not there: not looked at")
            return
        found = Axe().run(self.page).response["violations"]
        for one in found:
            print(one["id"], one["help"], [node["html"][:200] for node in one["nodes"]][:4])
        check(not found, f"{self.name}: axe-core finds nothing against it: {words}")

    def fits(self, words):
        width = self.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        check(width <= 0, f"{self.name}: nothing is wider than the screen: {words}")


def launch(playwright):
    """Debian's chromium, for which pinna.local is this machine."""
    return playwright.chromium.launch(
        executable_path="/usr/bin/chromium",
        args=["--no-sandbox", "--host-resolver-rules=MAP pinna.local 127.0.0.1",
              "--autoplay-policy=no-user-gesture-required", "--mute-audio"])


def pair(page, web):
    page.page.goto(page.url)
    page.until("!document.getElementById('pairing').hidden", "an unknown browser is asked to pair")
    check(page.page.locator("#recorder").is_hidden(), "and sees nothing of the recorder")
    page.accessible("pairing")
    page.fits("pairing")
    page.shot("1-pairing")
    code = web.run("pair").strip()
    page.page.get_by_text("no source button").click()
    page.page.fill("#code", code.lower())
    page.page.get_by_role("button", name="Pair with the code").click()
    page.until("!document.getElementById('recorder').hidden", "the code lets it in")
    page.until("document.getElementById('state').textContent === 'armed'", "and shows the state")


def levels(page, microphones=2):
    page.until(f"document.querySelectorAll('#channels .level').length === {microphones}", "levels of all microphones")
    page.until("document.querySelectorAll('#ears .level').length === 2", "levels of left and right")
    script = "[...document.querySelectorAll('.bar i')].map(one => one.style.transform).join()"
    cut = page.page.evaluate("[...document.querySelectorAll('.level .name')].filter(one => one.scrollWidth > one.clientWidth)"
                             ".map(one => one.textContent)")
    check(not cut, f"and no name is cut off: {cut}")
    first = page.page.evaluate(script)
    page.until(f"({script}) !== {json.dumps(first)}", "and they move")
    page.until("document.getElementById('drawing').naturalWidth > 0", "the drawing of the board is there")


def take(page):
    page.page.click("#record")
    page.until("document.getElementById('state').textContent === 'recording'", "a take is started")
    page.until("document.getElementById('record').className === 'light-on'", "its light is that of the recorder")
    page.page.wait_for_timeout(800)
    page.page.fill("#mark-text", "owl")
    page.page.click("#mark")
    page.until("document.getElementById('take').textContent.includes('1 marker')", "a marker with a text is set")
    page.page.click("#pause")
    page.until("document.getElementById('state').textContent === 'paused'", "the take is paused")
    page.page.click("#pause")
    page.until("document.getElementById('state').textContent === 'recording'", "and goes on")
    check(page.page.locator("#timer").is_visible() and page.page.locator("#timer").inner_text().startswith("0:0"),
          "how long it is can be read across a table")
    check("recording" in page.page.locator("#transport").get_attribute("class"), "and that it records, in red")
    page.shot("2-recording")
    page.accessible("recording")
    page.page.click("#record")
    page.until("document.getElementById('state').textContent === 'armed'", "and is stopped")
    page.until("document.querySelector('#takes li')?.textContent.includes('stopped')",
               "it is in the list, with its end")


def words(page, recorder):
    """Title, note, rating and markers of a finished take, and playback by tapping the waveform."""
    row = page.page.locator("#takes > li").first
    number = recorder.call("ListTakes")["takes"][0]["number"]

    def take():
        return recorder.call("GetTake", number=number)["take"]

    before = [(recorder.folder / "takes" / one["name"]).read_bytes() for one in take()["files"]]
    title = "dawn <b>chorus, with the first cuckoo of the year behind the house and a tractor far away"
    row.get_by_label("Title").fill(title)
    row.get_by_label("Note").fill("planes at the end")
    row.get_by_role("button", name="Save").click()
    page.until("document.querySelector('#takes > li').textContent.includes('dawn <b>chorus')",
               "a title is in the list, letter by letter")
    check(take()["title"] == title and take()["note"] == "planes at the end", "and in the file, with a note")
    recorder.call("EditTake", number=number, name=take()["name"], note="of another phone")
    row.get_by_label("Title").fill(title + ".")
    row.get_by_role("button", name="Save").click()
    page.until("document.querySelector('#takes > li').textContent.includes('far away.')", "only the title is edited")
    check(take()["note"] == "of another phone", "and the note of another phone stays")
    check(row.get_by_label("Note").input_value() == "of another phone", "and is shown")
    box = row.get_by_role("checkbox").bounding_box()
    check(abs(box["width"] - box["height"]) < 1, f"and leaves the checkbox its place: {box}")
    row.get_by_label("Note").fill("not saved yet")
    row.locator("summary", has_text="Trim").click()
    row.get_by_role("button", name="Keep").press("Enter")
    page.until("document.querySelector('#takes > li').textContent.includes('to keep')", "it is one to keep")
    check(page.page.evaluate("document.activeElement.textContent") == "Keep", "the button that was pressed keeps the focus")
    check(row.locator("details[open]").count() == 1, "and what was open stays open")
    row.locator("summary", has_text="Trim").click()
    row.get_by_role("button", name="False take").click()
    page.until("document.querySelector('#takes > li').className.includes('false-take')", "or a false take")
    row.get_by_role("button", name="False take").click()
    page.until("!document.querySelector('#takes > li').className.includes('false-take')", "or neither")
    page.page.evaluate("document.querySelector('#takes audio').currentTime = 0.25")
    row.get_by_label("Text of a new marker").fill("wren")
    row.get_by_role("button", name="Mark here").click()
    page.until("document.querySelector('.marks')?.textContent.includes('wren')", "a marker is set afterwards")
    page.until("document.querySelector('[aria-label=\"Text of a new marker\"]').value === ''", "and its text is used up")
    made, = [one for one in take()["markers"] if one["label"] == "wren"]
    check(abs(made["seconds"] - 0.25) < 0.02, f"where it is played: {made['seconds']}")
    page.until("document.querySelectorAll('#takes > li:first-child .wave .marker').length > 1", "and is in the outline")
    page.accessible("a take with words")
    row.get_by_role("button", name="Remove the marker 0:00 wren").click()
    page.until("!document.querySelector('.marks').textContent.includes('wren')", "and is removed")
    check(page.page.evaluate("document.activeElement.closest('.marks') !== null"), "and the focus goes to the next marker")
    check(row.get_by_label("Note").input_value() == "not saved yet", "and a text that is not saved is never lost")
    row.locator(".wave").click()
    page.until("!document.querySelector('#takes audio').paused", "a tap on the outline plays it")
    half = take()["seconds"] / 2
    check(page.page.evaluate("document.querySelector('#takes audio').currentTime") > half - 0.3, "from there on")
    page.page.evaluate("document.querySelector('#takes audio').pause()")
    row.locator("summary", has_text="Trim").click()
    row.get_by_label("From", exact=True).fill("0.5")
    row.get_by_label("To", exact=True).fill("1.25")
    page.accessible("a take to be trimmed")
    page.fits("a take to be trimmed")
    page.shot("4-trim")
    row.get_by_role("button", name="Make a new take").click()
    page.until("document.querySelector('#takes').textContent.includes('trimmed')", "a part becomes a new take")
    new = recorder.call("ListTakes")["takes"][0]
    check(abs(new["seconds"] - 0.75) < 0.011 and new["number"] == number + 1, "as long as it was between the handles")
    recorder.call("DeleteTake", number=new["number"], name=new["name"])
    page.page.reload()
    page.until("document.querySelector('#takes > li') !== null", "the list is there again")
    open_first(page)
    row = page.page.locator("#takes > li").first
    for title in ("Title", "Note"):
        row.get_by_label(title).fill("")
    row.get_by_role("button", name="Save").click()
    page.until("!document.querySelector('#takes > li').textContent.includes('chorus')", "a title is taken back")
    check("title" not in take() or take()["title"] is None, "in the file as well")
    after = [(recorder.folder / "takes" / one["name"]).read_bytes() for one in take()["files"]]
    check([sound(one) for one in before] == [sound(one) for one in after], "the sound stays as it was")


def sound(contents):
    """The audio of a WAV file."""
    place = contents.index(b"data")
    return contents[place + 8:place + 8 + int.from_bytes(contents[place + 4:place + 8], "little")]


def same_clock(page, recorder):
    newest = recorder.status()["events"][-1]
    shown = time.strftime("%H:%M:%S", time.localtime(newest["time"]))
    page.until(f"document.querySelector('#events time').textContent === {json.dumps(shown)}",
               "events have the time of the recorder, as takes have, wherever the phone is at home")


def play(page, recorder):
    number = recorder.call("ListTakes")["takes"][0]["number"]
    detail = recorder.call("GetTake", number=number)["take"]
    page.page.locator("#takes > li").first.scroll_into_view_if_needed()
    page.until("document.querySelector('.wave') !== null", "the outline of the take is drawn in the list")
    page.page.locator("#takes li").first.get_by_role("button").first.click()
    page.until("document.querySelector('#takes audio') !== null", "it is opened")
    check("owl" in page.page.locator("#takes li").first.inner_text(), "its marker is told")
    check(any(one["label"] == "owl" for one in detail["markers"]), "and is in the file")
    page.page.evaluate("document.querySelector('#takes audio').play()")
    page.until("document.querySelector('#takes audio').currentTime > 0.2", "it is played, by parts of the file")
    page.page.evaluate("document.querySelector('#takes audio').pause()")
    page.shot("3-take")
    page.accessible("a take")
    page.fits("a take")
    with page.page.expect_download() as news:
        page.page.get_by_role("button", name="Download stereo").click()
    name = detail["files"][0]["name"]
    made = pathlib.Path(news.value.path()).read_bytes()
    check(made == (recorder.folder / "takes" / name).read_bytes(), "the download is the file, bit for bit")
    check(news.value.suggested_filename == name, "and has its name")
    page.page.locator("#takes li").first.get_by_role("checkbox").check()
    with page.page.expect_download() as news:
        page.page.click("#archive")
    with tarfile.open(news.value.path()) as archive:
        same = archive.extractfile(name).read() == made
    check(same, "the archive has the file, bit for bit")


def listen(page):
    page.page.click("#listen")
    page.until("document.getElementById('live').currentTime > 0.5", "the live sound is heard")
    page.page.click("#listen")
    page.until("document.getElementById('listen').textContent === 'Listen'", "and is ended")


def open_first(page):
    """Opens the first take of the list, unless it is open."""
    row = page.page.locator("#takes > li").first
    if not row.locator("audio").count():
        row.get_by_role("button").first.click()
        page.until("document.querySelector('#takes > li:first-child audio')", "a take is opened")


def delete(page, recorder):
    before = len(recorder.call("ListTakes")["takes"])
    open_first(page)
    page.page.locator("#takes li").first.get_by_role("button", name="Delete").click()
    page.accessible("the second question")
    page.page.click("#sure-no")
    check(len(recorder.call("ListTakes")["takes"]) == before, "one question deletes nothing")
    page.page.locator("#takes li").first.get_by_role("button", name="Delete").click()
    page.page.click("#sure-yes")
    page.until(f"document.querySelectorAll('#takes > li').length === {before - 1}",
               "after the second one the take is gone")
    check(len(recorder.call("ListTakes")["takes"]) == before - 1, "from the storage too")
    focus = page.page.evaluate("document.activeElement.tagName + document.activeElement.id")
    check(focus != "BODY", f"and the focus is not lost: {focus}")


def count_changes(page, ids):
    """Starts counting the announcements of a screen reader for some elements."""
    page.page.evaluate("""ids => { window.heard = 0; for (const id of ids) new MutationObserver(() => window.heard++)
        .observe(document.getElementById(id), { childList: true, subtree: true, characterData: true }) }""", ids)


def lose(page, recorder, web):
    # A take made during the test may be shorter than the expected playback time.
    recorder.call("Start")
    recorder.until(lambda s: (s.get("take") or {}).get("seconds", 0) > 1)
    recorder.call("Stop")
    recorder.until(lambda s: s["state"] == "armed")
    name = recorder.call("ListTakes")["takes"][0]["name"]
    page.until(f"document.querySelector('#takes > li').row.take.name === {json.dumps(name)}"
               " && document.querySelector('#takes > li').row.take.state === 'finished'", "a take of a second is there")
    open_first(page)
    count_changes(page, ["said", "state"])
    web.stop()
    page.until("document.body.className === 'away'", "a server that is gone is noticed")
    page.until("document.getElementById('link-words').textContent.includes('last known')",
               "and said, with since when")
    page.page.wait_for_timeout(4000)
    heard = page.page.evaluate("window.heard")
    check(heard <= 3, f"once, and not every second: {heard}")
    row = page.page.locator("#takes > li").first
    row.get_by_role("button", name="Download stereo").click()
    page.until("document.getElementById('answer').textContent.includes('cannot be reached')", "a download then is refused")
    seen = page.page.evaluate("(() => { const box = document.getElementById('answer').getBoundingClientRect();"
                              "return box.height > 0 && box.top >= 0 && box.bottom <= innerHeight })()")
    check(seen, "in words that are in sight")
    page.shot("5-refused")
    web.start()
    page.until("document.body.className === 'there'", "and found again")
    page.until("document.getElementById('answer').textContent === ''", "and what was said of it is over")
    page.page.evaluate("document.querySelector('#takes audio').play().catch(() => {})")
    page.until("document.querySelector('#takes audio').currentTime > 0.2", "a player that was open plays after a restart")
    page.page.evaluate("document.querySelector('#takes audio').pause()")
    web.stop()
    page.until("document.body.className === 'away'", "while the server is away")
    # A wrong address: the browser may have cached the bytes of the right one.
    page.page.evaluate("(() => { const one = document.querySelector('#takes audio');"
                       " one.src = '/t/none'; one.play().catch(() => {}) })()")
    page.until("document.querySelector('#takes li .problem')?.textContent.includes('cannot be reached')",
               "a player says that nothing can be reached")
    web.start()
    page.until("document.body.className === 'there'", "and once it is back")
    page.until("document.querySelector('#takes audio').currentTime > 0.2", "plays by itself")
    page.page.evaluate("document.querySelector('#takes audio').pause()")
    check(not page.page.locator("#takes li .problem").count(), "and says so no more")
    page.page.click("#listen")
    page.until("document.getElementById('live').currentTime > 0.3", "the live sound is heard")
    recorder.stop()
    page.until("document.getElementById('link-words').textContent.includes('the recorder is unavailable')",
               "so is a recorder that ends")
    page.shot("4-away")
    recorder.start()
    page.until("document.body.className === 'there'", "and comes back")
    page.until("document.getElementById('live').currentTime > 0.3", "and the live sound goes on")
    page.page.click("#listen")
    recorder.stop()
    page.page.reload()
    page.until("document.getElementById('link-words').textContent.includes('the recorder is unavailable')",
               "so it is when opened then")
    shown = page.page.evaluate("""[...document.querySelectorAll('#record, #pause, #mark, #mark-text, #listen')]
        .filter(one => one.checkVisibility() && !one.disabled).map(one => one.id)""")
    check(not shown, f"and no take can be asked for: {shown}")
    page.accessible("opened while the recorder is away")
    recorder.start()
    page.until("document.body.className === 'there'", "and comes back")
    page.until("document.getElementById('state').textContent === 'armed'", "and is ready")


def long_list(page, recorder):
    """More takes than a page of the list: a new take, a slow answer and an unreadable folder remove nothing."""
    folder = recorder.folder / "takes"
    sound = next(folder.glob("*_001.wav")).read_bytes()

    def add(number):
        (folder / f"20300101_120000_{number}.wav").write_bytes(sound)

    def shows(first, last):
        page.until("[...document.querySelectorAll('#takes > li')].map((one) => one.row.take.number).join() === "
                   f"{json.dumps(','.join(str(number) for number in range(first, last - 1, -1)))}",
                   f"the list has takes {first} to {last}")

    for number in range(101, 126):
        add(number)
    page.page.reload()
    shows(125, 106)
    row = page.page.locator("#takes > li").last
    row.get_by_role("button").first.click()
    row.get_by_label("Title").fill("not saved yet")
    # Every answer now takes longer than the pause between two looks at the age of the list.
    page.page.evaluate("(() => { const real = ask; ask = async (method, path, ...more) => {"
                       " if (path.startsWith('/api/takes')) await rest(1500); return real(method, path, ...more); }; })()")
    add(126)
    shows(126, 106)
    add(127)
    shows(127, 106)
    check(row.get_by_label("Title").input_value() == "not saved yet", "and the oldest keeps a text that is not saved")
    folder.rename(recorder.folder / "aside")
    page.until("document.getElementById('other-files').textContent.startsWith('cannot list ')",
               "a folder that cannot be read is told")
    shows(127, 106)
    (recorder.folder / "aside").rename(folder)
    page.until("document.getElementById('other-files').textContent === ''", "until it is there again")
    recorder.until(lambda s: s["state"] == "armed")
    for number in range(101, 128):
        (folder / f"20300101_120000_{number}.wav").unlink()
    page.page.reload()
    page.until("document.getElementById('state').textContent === 'armed'", "the page is there again")


def other_files(page, recorder):
    """Files that the list leaves out are counted below it."""
    path = recorder.folder / "takes" / "wren.wav"
    path.write_bytes(b"no sound")
    page.until("document.getElementById('other-files').textContent.startsWith('1 sound file without a take number')",
               "a file without a number is told")
    path.unlink()
    page.until("document.getElementById('other-files').textContent === ''", "while it is there")


def deleted_elsewhere(page, recorder):
    """A take deleted elsewhere disappears from the list without a touch."""
    recorder.call("Start")
    recorder.until(lambda s: (s.get("take") or {}).get("isConfirmed"))
    recorder.call("Stop")
    recorder.until(lambda s: s["state"] == "armed")
    listed = recorder.call("ListTakes")["takes"]
    page.until(f"document.querySelectorAll('#takes > li').length === {len(listed)}", "a take of other hands is in the list")
    page.until("![...document.querySelectorAll('#takes > li')].some((one) => one.textContent.includes('is being recorded'))",
               "and is finished")
    recorder.call("DeleteTake", number=listed[0]["number"], name=listed[0]["name"])
    page.until(f"document.querySelectorAll('#takes > li').length === {len(listed) - 1}",
               "it is gone from it when they delete it")


AMBISONIC_SCENE = """
board = "{root}/boards/respeaker-4mic-hat-table.toml"
duration = 2.0
hand = [{{ at = 0.2, press = "record" }}, {{ at = 1.2, press = "record" }}]
[[source]]
noise = "pink"
azimuth = 30.0
"""


def ambisonics(page, recorder):
    """A take in ambisonics can be fetched, and is not played as if W, Y, Z and X were four loudspeakers."""
    scene = recorder.folder / "ambisonics.toml"
    scene.write_text(AMBISONIC_SCENE.format(root=ROOT))
    subprocess.run([recorder.program, "simulate", scene, "--out", recorder.folder / "takes", "--pattern", "ambix",
                    "--ears", "sphere"], check=True, capture_output=True, env=recorder.environment)
    recorder.call("Start")
    recorder.until(lambda s: (s.get("take") or {}).get("isConfirmed"))
    recorder.call("Stop")
    recorder.until(lambda s: s["state"] == "armed")
    made, = [one for one in recorder.call("ListTakes")["takes"] if one["pattern"] == "ambix"]
    row = page.page.locator("#takes > li", has_text=f"Take {made['number']}").filter(has_text="ambix")
    page.until("[...document.querySelectorAll('#takes > li')].some((one) => one.textContent.includes('ambix'))",
               "a take in ambisonics is in the list")
    row.scroll_into_view_if_needed()
    row.get_by_role("button", name="Download").click()
    row.get_by_role("button", name="Download ambisonic wav").wait_for()
    check("Ambisonics (W, Y, Z, X)" in row.inner_text(), "it says what it is")
    check(not row.locator("audio").count(), "and is not played")
    with page.page.expect_download() as download:
        row.get_by_role("button", name="Download ambisonic wav").click()
    name = recorder.call("GetTake", number=made["number"])["take"]["files"][0]["name"]
    check(pathlib.Path(download.value.path()).read_bytes() == (recorder.folder / "takes" / name).read_bytes(),
          "its download is the file, bit for bit")
    recorder.call("DeleteTake", number=made["number"], name=made["name"])


LONG_SCENE = """
board = "{root}/boards/respeaker-4mic-hat-table.toml"
duration = 14.0
hand = [{{ at = 0.2, press = "record" }}, {{ at = 12.2, press = "source" }}, {{ at = 13.2, press = "record" }}]
[[source]]
noise = "pink"
azimuth = 30.0
"""


def several_files(page, recorder):
    """A long take has several files, which are played one after another, and the outline shows all of them."""
    scene, settings = recorder.folder / "long.toml", recorder.folder / "long-settings.toml"
    scene.write_text(LONG_SCENE.format(root=ROOT))
    settings.write_text('[take]\nsplit = "10 s"\npre-roll = 0.0\n')
    subprocess.run([recorder.program, "simulate", scene, "--out", recorder.folder / "takes", "--config", settings,
                    "--ears", "sphere"], check=True, capture_output=True, env=recorder.environment)
    made = max(recorder.call("ListTakes")["takes"], key=lambda one: one["number"])
    made = recorder.call("GetTake", number=made["number"])["take"]
    check([file["part"] for file in made["files"]] == [0, 1], "a take has two files")
    words = f"Take {made['number']}"
    page.until(f"[...document.querySelectorAll('#takes > li')].some((one) => one.textContent.includes('{words}'))",
               "and is in the list")
    row = page.page.locator("#takes > li", has_text=words)
    row.scroll_into_view_if_needed()
    row.get_by_role("button", name="Play and download").click()
    row.locator(".wave").wait_for()
    row.locator(".marks button").first.click()
    page.until("[...document.querySelectorAll('#takes audio')].some((one) => one.currentTime > 2 && one.currentTime < 4)",
               "a marker in the second file plays it")
    check("File 2 of 2; it starts at 0:10" in row.inner_text(), "and the page names this file")
    page.page.evaluate("for (const one of document.querySelectorAll('#takes audio')) one.pause()")
    needle = float(row.locator(".wave > line").last.get_attribute("x1"))
    check(needle > 400 * 12 / made["seconds"], f"the line in the outline is there, too: {needle}")
    recorder.call("DeleteTake", number=made["number"], name=made["name"])
    page.until(f"![...document.querySelectorAll('#takes > li')].some((one) => one.textContent.includes('{words}'))",
               "and is gone again")


def hidden(page):
    """A hidden page keeps no stream open, and shows news immediately when it is visible again."""
    show = "(isHidden) => { Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true });" \
           " document.dispatchEvent(new Event('visibilitychange')) }"
    page.page.evaluate(show, True)
    page.until("document.body.className === 'away'", "a page that is hidden ends its stream")
    page.page.wait_for_timeout(1500)
    check(page.page.evaluate("document.body.className") == "away", "and opens no other one")
    page.page.evaluate(show, False)
    page.until("document.body.className === 'there'", "until it is seen again")


def slow_downloads(page, recorder, web):
    """Downloads over a slow network wait for each other, so that commands have a connection."""
    listed = recorder.call("ListTakes")["takes"][0]
    name = recorder.call("GetTake", number=listed["number"])["take"]["files"][0]["name"]
    path = recorder.folder / "takes" / name
    made = path.read_bytes()
    with open(path, "ab") as file:
        file.truncate(64 << 20)
    token = page.page.evaluate("localStorage.getItem('pinna-token')")
    _, answer = web.ask("POST", "/api/ticket", {"take": listed["number"], "name": listed["name"], "file": 0,
                                                "download": True}, headers={"X-Pinna-Token": token})
    downloads = []
    page.page.on("download", lambda one: downloads.append(one))
    open_first(page)
    with socket.create_connection(("127.0.0.1", web.port)) as slow:
        slow.sendall(f"GET {answer['path']} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        slow.recv(1000)
        for _ in range(5):
            page.page.locator("#takes > li").first.get_by_role("button", name="Download stereo").click()
        page.until("document.getElementById('queue').textContent.startsWith('5 downloads after')",
                   "five downloads wait for the one that is under way")
        page.page.click("#record")
        page.until("document.getElementById('state').textContent === 'recording'", "and a take is started meanwhile")
        page.until("document.getElementById('record').className === 'light-on'", "with its light")
        page.page.click("#record")
        page.until("document.getElementById('state').textContent === 'armed'", "and stopped")
        check(not downloads, "and none of them has begun")
    path.write_bytes(made)
    page.until("document.getElementById('queue').textContent === ''", "then they come, one after the other")
    # Events arrive while the test queries the page.
    wait_for(lambda: page.page.evaluate("true") and len(downloads) >= 5)
    page.page.wait_for_timeout(500)
    check(len(downloads) == 5 and all(pathlib.Path(one.path()).read_bytes() == made for one in downloads),
          f"all five: {len(downloads)}")


def stand_still(page, recorder, web):
    """A stopped server: the page reports commands as unanswered, and they are not carried out later."""
    web.process.send_signal(signal.SIGSTOP)
    try:
        page.page.click("#record")
        page.until("document.getElementById('answer').textContent.includes('no answer yet')",
                   "an order without an answer says so")
        page.until("document.body.className === 'away' && document.getElementById('link-words').textContent.includes('last known')",
                   "levels that stand still are called old")
        page.until("document.getElementById('answer').textContent.includes('will not be')", "and the order is given up")
    finally:
        web.process.send_signal(signal.SIGCONT)
    page.until("document.body.className === 'there'", "the server goes on, and is heard")
    page.page.wait_for_timeout(2000)
    check(recorder.status()["state"] == "armed", "and no take is begun late")
    page.page.click("#answer")


def list_stays(page, recorder):
    """A take made elsewhere moves nothing under the thumb, and does not take the focus."""
    for _ in range(3):
        number = len(recorder.call("ListTakes")["takes"])
        recorder.call("Start")
        recorder.until(lambda s: (s.get("take") or {}).get("isConfirmed"))
        time.sleep(0.3)
        recorder.call("Stop")
        recorder.until(lambda s: s["state"] == "armed")
    page.until(f"document.querySelectorAll('#takes > li').length === {number + 1}", "takes of other hands are in the list")
    page.page.locator("#takes > li").nth(1).scroll_into_view_if_needed()
    page.until("document.querySelectorAll('#takes > li')[1].querySelector('.wave')", "their outlines are drawn")
    page.page.locator("#takes > li").nth(1).get_by_role("button").first.click()
    page.until("document.querySelectorAll('#takes > li')[1].querySelector('audio')", "one is opened")
    page.page.set_viewport_size({"width": page.page.viewport_size["width"], "height": 400})
    button = page.page.locator("#takes > li").nth(1).get_by_role("button", name="Download stereo")
    button.focus()
    page.page.evaluate("document.activeElement.scrollIntoView({block: 'start'})")
    page.page.wait_for_timeout(300)
    top = page.page.evaluate("document.activeElement.getBoundingClientRect().top")
    page.page.evaluate("window.kept = document.activeElement")
    recorder.call("Start")
    page.until(f"document.querySelectorAll('#takes > li').length === {number + 2}", "another take begins")
    # The state at the top and the list change one after the other; on a loaded computer, seconds may pass between them.
    for _ in range(40):
        page.page.wait_for_timeout(300)
        moved = page.page.evaluate("document.activeElement.getBoundingClientRect().top") - top
        if abs(moved) < 3:
            break
    check(page.page.evaluate("document.activeElement === window.kept"), "the button that has the focus keeps it")
    check(abs(moved) < 3, f"and stays where it is: {moved} pixels")
    page.page.fill("#mark-text", "precious")
    recorder.call("Stop")
    page.page.evaluate("document.getElementById('mark-form').requestSubmit()")
    page.until("document.getElementById('answer').textContent !== ''", "a marker after the end is refused")
    check(page.page.input_value("#mark-text") == "precious", "and its text is not lost")
    page.until("document.getElementById('state').textContent === 'armed'", "the take is closed")
    page.page.set_viewport_size({"width": SIZES[page.name][0], "height": SIZES[page.name][1]})
    page.page.click("#answer")
    page.page.evaluate("document.getElementById('mark-text').value = ''")
    page.until("![...document.querySelectorAll('#takes > li')].some((one) => one.textContent.includes('is being recorded'))",
               "and the list has it")
    page.page.check("#all")
    page.until(f"document.getElementById('chosen').textContent.startsWith('{number + 2} selected')", "all takes are chosen")
    with page.page.expect_download() as news:
        page.page.click("#archive")
    with tarfile.open(news.value.path()) as archive:
        check(len(archive.getnames()) == number + 2, "and are in one archive")
    page.page.uncheck("#all")
    page.shot("6-list")


def first_picture(page):
    """A paired browser does not show an empty page until the recorder has answered."""
    held = []
    page.page.route("**/api/**", lambda route: held.append(route))
    page.page.reload(wait_until="commit")
    page.until("performance.getEntriesByType('paint').length > 0", "the first picture waits for no answer")
    for route in held:
        route.continue_()
    page.page.unroute("**/api/**")
    page.until("document.getElementById('state')?.textContent === 'armed'", "opened again, it knows its token")


def keyboard(page):
    page.page.evaluate("document.activeElement?.blur()")
    seen = []
    for _ in range(16):
        page.page.keyboard.press("Tab")
        seen.append(page.page.evaluate("document.activeElement.id || document.activeElement.textContent.slice(0, 20)"))
    check(seen[0] == "record" and "Front" in seen and "listen" in seen, f"the keyboard reaches all: {seen}")
    for word in ("Front", "Back"):
        page.page.locator("#source button", has_text=word).focus()
        page.page.keyboard.press("ArrowDown")
        page.page.keyboard.press("Enter")
        page.until(f"document.querySelector('#source [aria-pressed=true]').textContent === '{word}'",
                   f"{word} is selected by its own button only")
        check(page.page.evaluate("document.activeElement.textContent") == word, "and keeps the focus")


def revoke(page, web):
    web.run("revoke", "all")
    page.until("document.getElementById('recorder').hidden", "a browser that is revoked sees nothing more")


def presses(page):
    """The number of presses that the page requests."""
    return int(re.search(r"(\d) times", page.page.inner_text("#ask-words")).group(1))


def code_meanwhile(browser, web, pressed, shots):
    """A browser that asks for presses is meanwhile paired by a code; the first answer is lost."""
    time.sleep(10.5)
    page = Page(browser, "phone", web.port, shots)
    page.page.goto(page.url)
    page.page.click("#ask")
    page.until("document.getElementById('ask-words').textContent.includes('Press the source button')",
               "while it asks for presses")
    page.page.get_by_text("no source button").click()
    page.page.fill("#code", "AAAA-AAAA")
    page.page.get_by_role("button", name="Pair with the code").click()
    page.until("document.getElementById('code-words').textContent.includes('wrong code')",
               "a wrong code is told beside the code")
    page.page.wait_for_timeout(1500)
    check("wrong code" in page.page.inner_text("#code-words"), "and stays")
    page.page.fill("#code", web.run("pair").strip())
    lost = []

    def lose_answer(route):
        if not lost:
            lost.append(web.request("POST", "/api/pair/code", body=route.request.post_data_buffer)[0])
            return route.abort()
        return route.continue_()

    page.page.route("**/api/pair/code", lose_answer)
    page.page.get_by_role("button", name="Pair with the code").click()
    page.until("document.getElementById('code-words').textContent !== ''", "an answer that is lost is told")
    page.page.get_by_role("button", name="Pair with the code").click()
    page.until("!document.getElementById('recorder').hidden", "and the same code lets it in the second time")
    check(len(web.run("list").splitlines()) == 1, "as one browser")
    page.page.wait_for_timeout(1000)
    check(not page.page.is_visible("#asked"), "and it does not warn of itself")
    check(not pressed.shown, "nor do the lights")
    page.page.click("#forget")
    page.until("document.getElementById('recorder').hidden", "and it forgets itself")
    check(not page.problems, f"no error: {page.problems}")
    page.context.close()


def press(browser, recorder, shots):
    """The source button pairs a browser; it does not pair two browsers that ask at the same time."""
    print("the button:")
    pressed = PressedRecorder(recorder)
    web = Web(pressed, free_port())
    try:
        web.start()
        one, other = (Page(browser, "phone", web.port, shots) for _ in range(2))
        for page in (one, other):
            page.page.goto(page.url)
        one.page.click("#ask")
        one.until("document.getElementById('ask-words').textContent.includes('Press the source button')",
                  "it is asked for")
        one.shot("0-press")
        check("Chrom" in "".join(pressed.shown), f"the recorder shows on its lights who asks: {pressed.shown}")
        other.page.click("#ask")
        other.until("document.getElementById('ask-words').textContent.includes('neither is let in')",
                    "another one that asks is told")
        pressed.press(4)
        one.until("document.getElementById('ask-words').textContent.includes('ask again')",
                  "and presses let neither in")
        check(not web.run("list"), "no browser is in the list")
        one.page.wait_for_timeout(10500)
        one.page.click("#ask")
        one.until("document.getElementById('ask-words').textContent.includes('Press the source button')",
                  "asked for again")
        said = one.page.evaluate(
            "new Promise(done => { let n = 0; new MutationObserver(() => n++).observe("
            "document.getElementById('ask-words'), {childList: true, subtree: true}); setTimeout(() => done(n), 2500) })")
        check(said == 0, f"its seconds are not read aloud: {said}")
        pressed.press(presses(one))
        one.until("!document.getElementById('recorder').hidden", "as many presses as it says let it in")
        other.page.click("#ask")
        one.until("!document.getElementById('asked').hidden", "a page that is let in is told when another browser asks")
        one.accessible("another browser asks")
        one.fits("another browser asks")
        one.shot("0-asked")
        one.page.click("#turn-away")
        other.until("document.getElementById('ask-words').textContent.includes('turned it away')", "and turns it away")
        one.until("document.getElementById('asked').hidden", "so that it is over")
        one.page.click("#forget")
        one.until("document.getElementById('recorder').hidden", "and it can forget itself")
        check(not web.run("list"), "so that no browser is in the list")
        code_meanwhile(browser, web, pressed, shots)
        for page in (one, other):
            check(not page.problems, f"no error: {page.problems}")
            page.context.close()
    finally:
        web.stop()


# A voice on the left, without an end, around the board of the recorder.
SCENE = """
board = "pair.toml"
duration = 600.0
[[source]]
noise = "pink"
azimuth = -45.0
level = -30.0
"""


def play_with_it(browser, folder, shots):
    """A simulated board, whose page has buttons for what hands do: turn, walk, unplug, wind; and its take."""
    recorder = Recorder(pathlib.Path(folder) / "simulated", scene=SCENE)
    recorder.start()
    web = Web(recorder, free_port())
    web.start()
    page = Page(browser, "phone", web.port, shots)
    try:
        pair(page, web)

        def act(words, script, outcome):
            page.page.get_by_role("button", name=words, exact=True).click()
            page.until(script, outcome)

        def has(text):
            return f"document.getElementById('world-words').textContent.includes({json.dumps(text)})"

        page.until(has("45° to the left"), "a simulated board says where its voice is")
        act("Turn right", "document.getElementById('held').textContent.includes('landscapeLeft')",
            "it is turned to the right, and the recorder notices")
        act("Turn left", "document.getElementById('held').textContent.includes('portrait')", "and back")
        page.page.click("#record")
        page.until("document.getElementById('state').textContent === 'recording'", "a take is started")
        recorder.until(lambda status: (status.get("take") or {}).get("seconds", 0) > 2)
        for _ in range(6):
            words = page.page.inner_text("#world-words")
            act("Voice right", f"document.getElementById('world-words').textContent !== {json.dumps(words)}",
                "the voice walks")
        page.until(has("45° to the right"), "as far to the right")
        half = recorder.status()["take"]["seconds"] + 0.5
        recorder.until(lambda status: status["take"]["seconds"] > half + 2)
        page.page.click("#record")
        page.until("document.getElementById('state').textContent === 'armed'", "and it ends")
        path = wait_for(lambda: next((pathlib.Path(recorder.folder) / "takes").glob("*_001.wav"), None))
        left, right = sides(path, 0.3, 1.8), sides(path, half, half + 1.5)
        check(left > 100, f"the voice was on the left: earlier there by {left:+.0f} us")
        check(right < -100, f"and then on the right: {right:+.0f} us")
        act("Light wind", has("light wind"), "a wind rises")
        act("Strong wind", has("strong wind"), "and blows")
        act("Unplug", "document.getElementById('state').textContent === 'faulted'", "an array without a plug is a fault")
        act("Plug in", "document.getElementById('state').textContent === 'armed'", "until it is plugged in again")
        act("Pull the card", "[...document.querySelectorAll('#acts button')].some(b => b.textContent === 'Insert the card')",
            "the card comes out")
        act("Insert the card", "document.getElementById('state').textContent === 'armed'", "and goes in")
        page.accessible("a simulated board")
        page.fits("a simulated board")
        page.shot("9-simulated")
        check(not page.problems, f"no error: {page.problems}")
        page.context.close()
    finally:
        web.stop()
        recorder.stop()


LISTENING_SCENE = """
board = "respeaker-4mic-hat-table"
duration = 600.0
[[source]]
noise = "pink"
azimuth = 60.0
level = -30.0
"""

LISTENING_SETTINGS = """
board = "respeaker-4mic-hat-table"
[take]
directory = "{folder}/takes"
pre-roll = 0.0
raw = true
[stereo]
ears = "sphere"
[control]
path = "{folder}/control"
"""


def finish(browser, folder, shots):
    """The way from the recording to the listener: the directions of sounds, a focus, a shared copy."""
    recorder = Recorder(pathlib.Path(folder) / "listening", scene=LISTENING_SCENE, settings=LISTENING_SETTINGS)
    recorder.start()
    web = Web(recorder, free_port())
    web.start()
    page = Page(browser, "phone", web.port, shots)
    try:
        pair(page, web)
        page.page.click("#record")
        recorder.until(lambda status: (status.get("take") or {}).get("seconds", 0) > 4)
        refused = web.request("POST", "/api/takes/1/make", {"name": "x", "what": "picture"})
        check(refused[0] in (401, 409), "nothing is made beside a take")
        page.page.click("#record")
        page.until("document.getElementById('state').textContent === 'armed'", "a take is made")
        page.until("document.querySelector('#takes li')?.textContent.includes('stopped')", "and is in the list")
        open_first(page)
        row = page.page.locator("#takes > li").first
        page.until("document.querySelector('#takes .wave') !== null", "its outline is there")
        page.page.get_by_label("Low cut").select_option("120")
        recorder.until(lambda status: status.get("lowCut") == 120)
        check(True, "the low cut of the next take is changed")
        point(page, row, recorder)
        zoom(page, row)
        send(page, row, recorder)
        check(not page.problems, f"no error: {page.problems}")
        page.context.close()
    finally:
        web.stop()
        recorder.stop()


def point(page, row, recorder):
    row.locator("summary", has_text="Directions").click()
    row.get_by_role("button", name="Show where sounds came from").click()
    page.until("document.querySelector('#takes img.picture')?.naturalWidth > 0", "the picture of directions is there")
    told = row.get_by_role("group", name="The loudest directions").get_by_role("button").first
    check(re.fullmatch(r"(5[05]|6[05]|70)° to the right, \d+ %", told.inner_text()), f"with them in words: {told.inner_text()}")
    told.click()
    check("to the right, 60° wide" in row.inner_text(), "one of them turns the dial")
    picture = row.locator("img.picture")
    picture.scroll_into_view_if_needed()
    box = picture.bounding_box()
    # In the middle of the take, an eighth from the top: -135 degrees.
    picture.click(position={"x": box["width"] * 0.55, "y": box["height"] * 0.24})
    page.until("!document.querySelector('#takes audio').paused", "a tap on the picture plays from there")
    page.page.evaluate("document.querySelector('#takes audio').pause()")
    check("to the left, 60° wide" in row.inner_text(), f"and turns the dial to it")
    dial = row.locator(".dial")
    dial.scroll_into_view_if_needed()
    box = dial.bounding_box()
    dial.click(position={"x": box["width"] * 0.9, "y": box["height"] * 0.5})
    check("90° to the right" in row.inner_text(), "a finger turns it, too")
    page.page.evaluate("document.querySelector('#takes audio').currentTime = 0.5")
    row.get_by_role("button", name="Listen", exact=True).click()
    page.until("[...document.querySelectorAll('#takes audio')].some((one) => one.src && !one.hidden && "
               "one.getAttribute('aria-label').includes('focus') && one.duration > 2)", "a focus can be heard")
    page.accessible("a dial")
    page.fits("a dial")
    page.shot("5-directions")
    first = recorder.call("ListTakes")["takes"][0]
    row.get_by_role("button", name="Keep as a new take").click()
    page.until("document.querySelectorAll('#takes > li').length === 2", "and kept as a new take")
    new = recorder.call("ListTakes")["takes"][0]
    check(new["number"] == first["number"] + 1 and abs(new["seconds"] - first["seconds"]) < 0.001, "as long as the other")
    notes = recorder.call("GetTake", number=new["number"])["take"]["notes"]
    check("focus at 90 degrees, 60 wide, 9 dB" in notes, f"which says how it was made: {notes}")
    verified = subprocess.run([recorder.program, "takes", "verify", recorder.folder / "takes"], capture_output=True, text=True,
                              env=recorder.environment)
    check(verified.returncode == 0, f"both takes are sound: {verified.stdout}{verified.stderr}")


def zoom(page, row):
    # An outline is drawn when its row is in sight.
    page.page.locator("#takes > li").first.scroll_into_view_if_needed()
    page.until("document.querySelector('#takes > li:first-child .wave') !== null", "the outline of the new take is there, too")
    row = page.page.locator("#takes > li", has_text="Take 1").last
    row.get_by_role("button", name="Zoom in on the waveform").click()
    page.until("[...document.querySelectorAll('.zoom p')].some((one) => / to /.test(one.textContent))",
               "half of the outline is shown, larger")
    row.get_by_role("button", name="Later").click()
    row.locator(".wave").click()
    page.until("[...document.querySelectorAll('#takes audio')].some((one) => !one.paused)", "and is tapped to play as well")
    page.page.evaluate("for (const one of document.querySelectorAll('#takes audio')) one.pause()")
    row.get_by_role("button", name="Zoom out of the waveform").click()
    page.until("[...document.querySelectorAll('.zoom p')].some((one) => one.textContent === 'all of it')", "until all is")


def send(page, row, recorder):
    """A copy at the level that phones expect: as a download, and through a share sheet."""
    row = page.page.locator("#takes > li", has_text="Take 1").last
    row.locator("summary", has_text="Send").click()
    with page.page.expect_download() as news:
        row.get_by_role("button", name="Prepare the copy").click()
    check(news.value.suggested_filename.endswith(".m4a"), "a copy is downloaded where nothing can be shared")
    same_sound(recorder, news.value.path(), loudness=-16)
    page.page.evaluate("""() => {
      navigator.canShare = ({ files }) => files.length > 0;
      navigator.share = async ({ files, title }) => { window.shared = { title, name: files[0].name,
        bytes: [...new Uint8Array(await files[0].arrayBuffer())] }; };
    }""")
    row.get_by_label("Format").select_option("flac")
    row.get_by_role("button", name="Prepare the copy").click()
    row.get_by_role("button", name="Share", exact=True).click()
    page.until("window.shared !== undefined", "the share sheet of a phone gets it")
    shared = page.page.evaluate("window.shared")
    check(shared["name"].endswith(".flac"), f"by its name: {shared['name']}, {shared['title']}")
    path = recorder.folder / "shared.flac"
    path.write_bytes(bytes(shared["bytes"]))
    same_sound(recorder, path)
    page.accessible("a copy to send")
    page.shot("6-send")


def same_sound(recorder, path, loudness=None):
    """The sound of a copy equals the take except for its level: compared by ffmpeg, sample by sample."""
    take, = [one for one in (recorder.folder / "takes").glob("*_001.wav")]

    def samples(file):
        done = subprocess.run(["ffmpeg", "-v", "error", "-i", file, "-f", "s16le", "-ac", "1", "-ar", "8000", "-"],
                              check=True, capture_output=True).stdout
        return [int.from_bytes(done[n:n + 2], "little", signed=True) for n in range(0, len(done) - 1, 2)]

    wanted, found = samples(take), samples(path)
    check(abs(len(wanted) - len(found)) < 1200, f"it is as long: {len(found) / 8000:.2f} s")
    best = 0
    for lag in range(0, 400):
        pairs = list(zip(wanted[2000:10000], found[2000 + lag:10000 + lag]))
        product = sum(a * b for a, b in pairs)
        power = sum(a * a for a, _ in pairs) * sum(b * b for _, b in pairs)
        best = max(best, product / max(1, power) ** 0.5)
    check(best > 0.97, f"it is the same sound: {best:.3f}")
    if loudness is not None:
        report = subprocess.run(["ffmpeg", "-hide_banner", "-i", path, "-af", "ebur128", "-f", "null", "-"],
                                capture_output=True, text=True).stderr
        found = float(re.findall(r"I:\s+(-?[\d.]+) LUFS", report)[-1])
        check(abs(found - loudness) < 1, f"as loud as phones expect: {found} LUFS")


def sides(path, first, last):
    """Microseconds by which left is earlier than right in a part of a take, in seconds.

    Two microphones and filters alone give sides by time; their levels are nearly equal.
    """
    with wave.open(str(path)) as take:
        rate = take.getframerate()
        take.setpos(int(first * rate))
        data = take.readframes(min(int((last - first) * rate), rate // 10))
    samples = [int.from_bytes(data[3 * n:3 * n + 3], "little", signed=True) for n in range(len(data) // 3)]
    left, right = samples[0::2], samples[1::2]

    def product(lag):
        return sum(left[n] * right[n + lag] for n in range(40, len(left) - 40))
    return 1e6 * max(range(-40, 41), key=product) / rate


def all_of_it(browser, size, recorder, web, shots, is_whole):
    print(f"{size}:")
    page = Page(browser, size, web.port, shots, "light" if size == "phone" else "dark")
    pair(page, web)
    levels(page)
    keyboard(page)
    take(page)
    play(page, recorder)
    words(page, recorder)
    list_stays(page, recorder)
    delete(page, recorder)
    if is_whole:
        # The result is the same on a screen of any size.
        first_picture(page)
        same_clock(page, recorder)
        listen(page)
        stand_still(page, recorder, web)
        hidden(page)
        deleted_elsewhere(page, recorder)
        other_files(page, recorder)
        long_list(page, recorder)
        ambisonics(page, recorder)
        several_files(page, recorder)
        slow_downloads(page, recorder, web)
        lose(page, recorder, web)
    for width in (320, 360, SIZES[size][0], 1600):
        page.page.set_viewport_size({"width": width, "height": 900})
        page.fits(f"at {width} pixels")
        page.page.evaluate("document.documentElement.style.fontSize = '200%'")
        page.fits(f"at {width} pixels with letters of twice the size")
        page.page.evaluate("document.documentElement.style.fontSize = ''")
    revoke(page, web)
    check(not page.problems, f"no error and nothing against the policy: {page.problems}")
    page.context.close()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--shots", type=pathlib.Path)
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--seed", default="1")
    arguments = parser.parse_args()
    if arguments.shots:
        arguments.shots.mkdir(parents=True, exist_ok=True)
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        recorder = Recorder(folder)
        stack.callback(recorder.stop)
        recorder.start()
        web = Web(recorder, free_port())
        stack.callback(web.stop)
        web.start()
        playwright = stack.enter_context(sync_playwright())
        browser = launch(playwright)
        stack.callback(browser.close)
        press(browser, recorder, arguments.shots)
        play_with_it(browser, folder, arguments.shots)
        finish(browser, folder, arguments.shots)
        whole = list(SIZES) if arguments.long else [random.Random(arguments.seed).choice(list(SIZES))]
        for size in SIZES:
            all_of_it(browser, size, recorder, web, arguments.shots, size in whole)
    print("the page does all of it")


if __name__ == "__main__":
    sys.exit(main())
