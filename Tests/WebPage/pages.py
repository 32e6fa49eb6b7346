#!/usr/bin/env python3
"""The pages that pinna writes to files, in a browser: pages of a checkup, of designs and of a simulation.

Usage: pages.py [--shots FOLDER] [--long]

Each is opened as a file, without a network, on a phone (390 x 844) and a desk (1280 x 900): light on the one and dark
on the other, with --long both on both.
"""

import argparse
import contextlib
import os
import pathlib
import subprocess
import sys
import tempfile

from playwright.sync_api import sync_playwright

from recorder import PATIENCE, ROOT, wait_for
from web import check

PINNA = os.environ.get("PINNA", str(ROOT / ".build/release/pinna"))
SIZES = {"phone": (390, 844), "desk": (1280, 900)}
SCHEMES = {"phone": "light", "desk": "dark"}
# The screens of a phone that the page of a healthy board may take.
MOST_SCREENS = 6

# A take of two sounds; and a board with faults, one of which is silence.
SCENE = ROOT / "deploy/scenarios/first.toml"
FAULTS = (ROOT / "deploy/scenarios/faulty.toml").read_text() + """
[[fault]]
at = 0.0
microphone-dead = "bottom-left"
"""

# A table or a picture that leaves the screen, or is cut off by what it lies in.
TOO_WIDE = """() => {
  const bad = [];
  for (const part of document.querySelectorAll("table, td, th, svg, figure, p, dl, button, audio, .scroll")) {
    const box = part.getBoundingClientRect();
    // A wide picture scrolls in its own part of the page.
    if (box.width === 0 || part.matches(".panorama > svg")) continue;
    if (box.right > innerWidth + 0.5 || box.left < -0.5) bad.push(part.tagName + " to " + box.right);
    if (part.className === "scroll" && part.scrollWidth > part.clientWidth + 1)
      bad.push("a table of " + part.scrollWidth + " in " + part.clientWidth);
  }
  return bad.slice(0, 5);
}"""


# Letters of pictures that are too small to read, in pixels.
TOO_SMALL = """() => [...document.querySelectorAll("svg text")]
  .map((text) => [parseFloat(getComputedStyle(text).fontSize) * (text.getScreenCTM()?.a ?? 1), text.textContent])
  .filter(([pixels]) => pixels > 0 && pixels < 8).map(([pixels, words]) => words + ": " + pixels.toFixed(1)).slice(0, 5)"""


def run(*words, status=0):
    """Runs pinna."""
    done = subprocess.run([PINNA, *map(str, words)], capture_output=True, text=True, timeout=PATIENCE)
    if done.returncode != status:
        sys.exit("pinna %s: %s\n%s" % (words[0], done.returncode, done.stderr))
    return done.stdout


def write_pages(folder):
    """Writes every kind of page; returns the pages by name."""
    settings = folder / "settings.toml"
    settings.write_text("[stereo]\nears = \"sphere\"\nrendering = \"linear\"\n")
    (folder / "faults.toml").write_text(FAULTS)
    common = ["--config", settings]
    run("check", "--board", "phone", "--html", folder / "check.html", *common)
    run("check", "--scenario", folder / "faults.toml", "--html", folder / "faults.html", *common, status=1)
    run("design", "--board", "phone", "--html", folder / "design.html", *common)
    run("design", "--board", "matrix-voice-table", "--pattern", "cardioid", "--html", folder / "table.html", *common)
    run("simulate", SCENE, "--out", folder / "takes", "--raw", *common)
    names = ["check", "faults", "design", "table"]
    pages = {name: folder / (name + ".html") for name in names}
    pages["scene"] = folder / "takes" / "scene.html"
    return pages


def fits(page, name):
    """No element extends beyond the screen, folded or unfolded."""
    for state in ["folded", "unfolded"]:
        if state == "unfolded":
            page.evaluate("for (const part of document.querySelectorAll('details')) part.open = true")
        width = page.evaluate("document.documentElement.scrollWidth")
        check(width <= page.viewport_size["width"], "%s, %s: %d pixels wide" % (name, state, width))
        wide = page.evaluate(TOO_WIDE)
        check(not wide, "%s, %s: no table or picture leaves the screen %s" % (name, state, "; ".join(wide)))
        small = page.evaluate(TOO_SMALL)
        check(not small, "%s, %s: the letters of pictures can be read %s" % (name, state, "; ".join(small)))


def begins_with_the_verdict(page, name):
    """The verdict is the first sentence, and the page of a healthy board fits on six screens of a phone."""
    first = page.evaluate("document.querySelector('h1').nextElementSibling.className")
    check(first.startswith("result"), "%s: the verdict comes first" % name)
    top = page.evaluate("document.querySelector('.result').getBoundingClientRect().bottom")
    check(top < page.viewport_size["height"], "%s: the verdict is on the first screen" % name)
    screens = page.evaluate("document.documentElement.scrollHeight") / page.viewport_size["height"]
    check(screens <= MOST_SCREENS, "%s: %.1f screens" % (name, screens))


def compares(page):
    """Stereo and bare microphones are switched at one place in the sound."""
    state = """(() => { const [one, two] = document.querySelectorAll(".listen audio");
        return [one.paused, two.paused, one.currentTime, two.currentTime]; })()"""

    def until(words, said):
        is_so = wait_for(lambda: page.evaluate(words))
        return check(is_so, said if is_so else "%s: %s" % (said, page.evaluate(state)))

    # The sound plays slowly, so that it does not end before the check on a busy machine.
    page.evaluate("document.querySelectorAll('.listen audio').forEach(one => one.playbackRate = 0.1)")
    page.locator(".jump").nth(1).click()
    until("document.querySelector('.listen audio').currentTime > "
          "Number(document.querySelectorAll('.jump')[1].dataset.from)",
          "a button goes to its sound and plays")
    check(page.locator(".jump").nth(1).get_attribute("aria-current") == "true", "the sound that is heard is marked")
    before = page.evaluate(state)[2]
    # The places of both when the other one begins, however late that is asked for.
    page.evaluate("""() => { const [one, two] = document.querySelectorAll(".listen audio");
        two.addEventListener("playing", () => { window.places = [one.currentTime, two.currentTime] },
                             { once: true }) }""")
    page.locator(".hear").nth(1).click()
    until("window.places", "the other one plays")
    one, two, *_ = page.evaluate(state)
    old, new = page.evaluate("window.places")
    check(one and not two, "only one of them plays")
    check(abs(new - old) < 1 and new >= before - 0.05, "it goes on at the same place: %.2f, %.2f s" % (old, new))
    page.locator(".play").first.click()
    until("document.querySelectorAll('.listen audio')[1].paused", "it can be paused")
    page.locator(".wave").nth(1).click()
    until("Math.abs(document.querySelectorAll('.listen audio')[1].currentTime / "
          "Number(document.querySelector('.listen').dataset.seconds) - 0.5) < 0.02",
          "a click on the outline goes there")
    page.locator(".hear").nth(0).click()
    place = page.evaluate(state)
    check(place[0] and abs(place[2] - place[3]) < 0.05, "switched at rest, it stays there and does not start")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--shots", type=pathlib.Path)
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--seed", help="chooses nothing here")
    arguments = parser.parse_args()
    if arguments.shots:
        arguments.shots.mkdir(parents=True, exist_ok=True)
    with contextlib.ExitStack() as stack:
        folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory()))
        pages = write_pages(folder)
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        stack.callback(browser.close)
        for size, (width, height) in SIZES.items():
            for scheme in ["light", "dark"] if arguments.long else [SCHEMES[size]]:
                context = browser.new_context(
                    viewport={"width": width, "height": height}, color_scheme=scheme, has_touch=size == "phone",
                    offline=True)
                for name, path in pages.items():
                    page = context.new_page()
                    problems = []
                    page.on("pageerror", lambda error: problems.append(str(error)))
                    page.on("console", lambda line: problems.append(line.text) if line.type == "error" else None)
                    page.goto(path.as_uri())
                    title = "%s on a %s, %s" % (name, size, scheme)
                    if name in ["check", "faults"] and size == "phone":
                        begins_with_the_verdict(page, title)
                    if name == "scene" and scheme == SCHEMES[size]:
                        compares(page)
                    if arguments.shots:
                        page.screenshot(
                            path=str(arguments.shots / ("%s-%s-%s.png" % (name, size, scheme))), full_page=True)
                    fits(page, title)
                    check(not problems, "%s: no error %s" % (title, "; ".join(problems)))
                    page.close()
                context.close()
    print("every page fits")


if __name__ == "__main__":
    sys.exit(main())
