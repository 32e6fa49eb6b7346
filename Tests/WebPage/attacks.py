#!/usr/bin/env python3
"""Attempts to break into the server of the page through its socket: each must fail, and the server must survive."""

import contextlib
import http.client
import json
import os
import pathlib
import random
import socket
import ssl
import subprocess
import tempfile
import time

from recorder import PATIENCE, PressedRecorder, Recorder, wait_for
from web import Web, check, free_port


def raw(web, data, seconds=PATIENCE):
    """Sends raw bytes; returns the reply until the server has answered, has closed, or has been silent for this
    long."""
    with socket.create_connection(("127.0.0.1", web.port), timeout=seconds) as connection:
        answer = b""
        try:
            connection.sendall(data)
            while len(answer) < 1 << 20:
                news = connection.recv(65536)
                if not news:
                    break
                answer += news
                if b"\r\n\r\n" in answer:
                    break
        except OSError:
            pass
    return answer


def status(answer):
    words = answer.split(b" ", 2)
    return int(words[1]) if len(words) > 1 and words[0].startswith(b"HTTP/") else 0


def paths(web):
    secret = web.recorder.folder / "secret"
    secret.write_text("secret")
    for path in ["/../secret", "/../../../../etc/passwd", "/%2e%2e/secret", "/..%2fsecret", "//etc/passwd",
                 "/t/../../secret", "/api/takes/../secret", "/api/takes/1%2f..%2fsecret", "/%00/../secret"]:
        answer = raw(web, f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        # A zero byte ends a path: the part before it is the page.
        codes = (200,) if "%00" in path else (400, 401, 404)
        check(status(answer) in codes and b"root:" not in answer and b"secret" not in answer[200:],
              f"GET {path} leads nowhere: {status(answer)}")


def heads(web):
    base = "GET /api/takes HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
    cases = {
        "a name that was made to lead here": base.replace("localhost", "evil.example"),
        "no host": "GET / HTTP/1.0\r\n",
        "another site's page": base + "Origin: http://evil.example\r\n",
        "a token in a cookie": base + "Cookie: X-Pinna-Token=" + "0" * 64 + "\r\n",
        "a head of 100 kB": base + "X: " + "x" * 100_000 + "\r\n",
        "a token of 10 kB": base + "X-Pinna-Token: " + "0" * 10_000 + "\r\n",
    }
    for words, head in cases.items():
        # For some of these bytes, the server waits for more, so an empty reply is acceptable.
        code = status(raw(web, (head + "\r\n").encode(), 3))
        check(code != 200, f"{words} is refused: {code}")


def bodies(web):
    head = ("POST /api/pair/code HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\n"
            "Content-Type: application/json\r\nConnection: close\r\n")
    code = status(raw(web, (head + "Content-Length: 9000\r\n\r\n").encode() + b"x" * 9000))
    check(code == 413, f"a body that is too long is refused: {code}")
    raw(web, (head + "Content-Length: 99999999999\r\n\r\n").encode() + b"x" * 100_000, 1)
    raw(web, (head + "Transfer-Encoding: chunked\r\n\r\n").encode() + b"ffffffff\r\nx", 1)
    deep = "[" * 4000
    code = status(raw(web, (head + f"Content-Length: {len(deep)}\r\n\r\n{deep}").encode()))
    check(code in (400, 429), f"a thousand brackets are refused: {code}")


def noise(web):
    random.seed(20)
    for _ in range(50):
        raw(web, random.randbytes(random.randrange(1, 2000)), 0.1)
    check(web.ask("GET", "/api/hello")[0] == 200, "random bytes end nothing")


def crowd(web):
    open_ones = []
    for _ in range(200):
        with contextlib.suppress(OSError):
            one = socket.create_connection(("127.0.0.1", web.port), timeout=1)
            one.sendall(b"GET / HTTP/1.1\r\nHost: loc")
            open_ones.append(one)
    time.sleep(0.5)
    threads = len(os.listdir(f"/proc/{web.process.pid}/task"))
    check(threads < 40, f"200 connections of one address that say nothing have {threads} threads")
    for one in open_ones:
        one.close()

    def answers():
        with contextlib.suppress(OSError):
            return web.ask("GET", "/api/hello")[0] == 200

    check(wait_for(answers), "and when they are gone there is room again")


def slow_heads(web, token):
    """Strangers at several addresses send endless requests; meanwhile, a paired browser gets its answers."""
    lines = {"X-Pinna-Token": token}
    slow = []
    for address in range(2, 7):
        for _ in range(24):
            one = socket.socket()
            one.settimeout(1)
            try:
                one.bind((f"127.0.0.{address}", 0))
                one.connect(("127.0.0.1", web.port))
                one.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ")
            except OSError:
                pass
            slow.append(one)

    def threads():
        return len(os.listdir(f"/proc/{web.process.pid}/task"))

    # A connection has a thread. They are still there when the answer is: it did not wait for their end.
    meanwhile = 0
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        for one in slow:
            with contextlib.suppress(OSError):
                one.sendall(b"a")
        code = web.ask("GET", "/api/takes", headers=lines)[0]
        if code != 200:
            check(False, f"slow heads of five addresses keep none out: {code}")
        if threads() < 24:
            break
        meanwhile += 1
        time.sleep(1)
    check(meanwhile > 0, f"slow heads of five addresses keep none out: {meanwhile} answers while they are there")
    check(threads() < 24, f"and in the end none of them is left: {threads()} threads")
    for one in slow:
        one.close()


def standing_wish(recorder):
    """One that asks to be let in all the time, with presses of the source button now and then by people who select."""
    pressed = PressedRecorder(recorder)
    web = Web(pressed, free_port())
    lines = {"Host": f"127.0.0.1:{web.port}"}
    try:
        web.start()
        code, asked = web.ask("POST", "/api/pair", {"name": "evil"}, headers=lines)
        check(code == 200, f"a stranger may ask: {asked}")
        wait_for(lambda: pressed.shown)
        check(pressed.shown and "evil" in pressed.shown[0], f"and the lights show it: {pressed.shown}")
        _, again = web.ask("POST", "/api/pair", {"name": "evil", "earlier": asked["id"]}, headers=lines)
        check(again["id"] == asked["id"] and again["seconds"] <= asked["seconds"], "asking again makes it no longer")
        time.sleep(1)
        pressed.press()

        def claim():
            return web.ask("POST", "/api/pair/claim", {"id": asked["id"]}, headers=lines)[0]

        code = wait_for(lambda: (claim() != 202) and claim())
        check(code == 410, f"an ordinary press of the source button lets it not in: {code}")
        check(wait_for(lambda: not pressed.shown), "and the lights show it no more")
        code, answer = web.ask("POST", "/api/pair", {"name": "evil"}, headers=lines)
        check(code == 429, f"it may not ask again at once: {answer}")
        check(not web.run("list"), "no browser is in the list")
        log = (web.state / "log").read_text()
        check("'evil' at 127.0.0.1 asks to be let in" in log and "the button was pressed once" in log,
              "its wish and the end of it are in the log")
    finally:
        web.stop()


def selection(recorder):
    """A data source and a pattern are selected together; if one of them is refused, neither is selected."""
    before = recorder.status()
    for wish in ({"dataSource": "Front", "pattern": "cardioid"}, {"dataSource": "Up", "pattern": "omni"}):
        try:
            recorder.call("Select", **wish)
            check(False, f"{wish} is refused")
        except RuntimeError:
            after = recorder.status()
            check([after[key] == before[key] for key in ("dataSource", "preferredPattern")] == [True, True],
                  f"{wish} is refused, and nothing has changed")
    recorder.call("Select", dataSource="Front", pattern="omni")
    recorder.until(lambda s: (s["dataSource"], s["preferredPattern"]) == ("Front", "omni"))
    recorder.call("Select", dataSource="Back", pattern="stereo")


def without_rights(web):
    """The commands of a user who has no right to the browsers, and of one who has none to name."""
    # Nothing stops root, unless it has dropped its capabilities.
    before = ["setpriv", "--bounding-set=-all", "--inh-caps=-all"] if os.getuid() == 0 else []
    locked = web.recorder.folder / "locked"
    (locked / "state").mkdir(parents=True)
    locked.chmod(0)
    for words in (["list"], ["revoke", "all"], ["revoke", "1"], ["pair"]):
        ended = subprocess.run([*before, web.program, *words, "--state", locked / "state"], capture_output=True,
                               text=True)
        check(ended.returncode == 77 and "use sudo" in ended.stderr,
              f"without the right, {' '.join(words)} says so: {ended.returncode} {ended.stderr.strip()}")
    locked.chmod(0o700)
    ended = subprocess.run([web.program, "revoke", "99", "--state", web.state], capture_output=True, text=True)
    check(ended.returncode == 65 and "there is no browser 99" in ended.stderr, ended.stderr.strip())
    (web.recorder.folder / "plain").write_text("")
    for place in ("/nope/x/y", web.recorder.folder / "plain"):
        ended = subprocess.run([web.program, "--state", place, "--port", str(free_port())], capture_output=True,
                               text=True, timeout=PATIENCE)
        check(ended.returncode == 73 and str(place) in ended.stderr, ended.stderr.strip())
    missing = web.recorder.folder / "never"
    ended = subprocess.run([web.program, "list", "--state", missing], capture_output=True, text=True)
    check(ended.returncode == 0 and not missing.exists(), "and looking at browsers makes no folder")


def code_from(web, address, code):
    """Types a code at another address of this machine: the status of the answer."""
    connection = http.client.HTTPConnection("127.0.0.1", web.port, timeout=PATIENCE, source_address=(address, 0))
    connection.request("POST", "/api/pair/code", json.dumps({"code": code}), {
        "Origin": f"http://127.0.0.1:{web.port}", "Content-Type": "application/json"})
    return connection.getresponse().status


def guesses(web):
    codes = [web.ask("GET", "/api/takes", headers={"X-Pinna-Token": f"{n:064x}"})[0] for n in range(40)]
    check(set(codes) == {401, 429} and codes[-1] == 429, "tokens cannot be tried out")
    codes = [web.ask("POST", "/api/pair/code", {"code": f"AAAAAA{n:02}"})[0] for n in range(12)]
    check(200 not in codes and codes[-1] == 429, "nor codes")
    made = web.run("pair").strip()
    hello = web.ask("GET", "/api/hello")[1]
    check(not any("code" in key.lower() for key in hello), f"a stranger is not told that there is one: {hello}")
    for _ in range(10):
        web.ask("POST", "/api/pair/code", {"code": "AAAAAAAA"})
    code = code_from(web, "127.0.0.7", made)
    check(code == 200, f"and cannot use up the code of another address: {code}")
    web.run("revoke", "all")
    lines = {"Host": "localhost", "Origin": "http://evil.example"}
    check(web.ask("POST", "/api/pair", {}, headers=lines)[0] == 403, "another site cannot ask to be let in")


def take_of_a_stranger(web, token):
    lines = {"X-Pinna-Token": token}
    web.recorder.call("Start")
    web.recorder.until(lambda s: (s.get("take") or {}).get("isConfirmed"))
    name = web.recorder.status()["take"]["name"]
    code, answer = web.ask("POST", "/api/takes/1/delete", {"name": name}, headers=lines)
    check(code == 409, f"a take that is made is not deleted: {answer}")
    _, answer = web.ask("POST", "/api/ticket", {"take": 1, "name": name, "file": 0}, headers=lines)
    check(web.request("GET", answer["path"])[0] == 404, "nor given out")
    check(web.ask("POST", "/api/pair", {"name": "x"})[0] == 409, "a press in a take lets none in")
    web.recorder.call("Stop")
    web.recorder.until(lambda s: s["state"] == "armed")
    code, _ = web.ask("POST", "/api/takes/1/delete", {"name": "other"}, headers=lines)
    check(code == 409, "a take of another name is not deleted")
    check(web.request("GET", answer["path"])[0] == 200, "what is finished is given to who has its address")
    web.run("revoke", "all")
    check(web.request("GET", answer["path"])[0] == 404, "and not once the browser is revoked")
    check(web.ask("GET", "/api/takes", headers=lines)[0] == 401, "which is out at once")
    kept = b"".join(one.read_bytes() for one in pathlib.Path(web.state).iterdir())
    check(token.encode() not in kept, "no token is on the disk")


def revoked_and_next(web):
    """The addresses and the stream of a revoked browser, after another browser is paired."""
    token = web.token("first")
    lines = {"X-Pinna-Token": token}
    take = web.recorder.call("ListTakes")["takes"][0]
    _, file = web.ask("POST", "/api/ticket", {"take": take["number"], "name": take["name"], "file": 0}, headers=lines)
    check(web.request("GET", file["path"])[0] == 200, "a browser that is let in has an address for a file")
    events = http.client.HTTPConnection("127.0.0.1", web.port, timeout=PATIENCE)
    events.request("GET", "/api/events", headers=lines)
    stream = events.getresponse()
    stream.read(1)
    web.run("revoke", "all")
    other = web.token("second")
    check(web.request("GET", file["path"])[0] == 404, "revoked, it is not given the file when another one is let in")
    # One that went on would come in for ever.
    end = time.monotonic() + PATIENCE
    while stream.read(4096) and time.monotonic() < end:
        pass
    check(time.monotonic() < end, "and its stream ends")
    check(web.ask("GET", "/api/takes", headers={"X-Pinna-Token": other})[0] == 200, "the other one is in")
    web.run("revoke", "all")
    web.token("a\u009b31mb\u202ec\u200bd")
    shown = web.run("list")
    check(shown.strip().endswith("a 31mb c d"), f"a name cannot control the terminal of who lists it: {shown!r}")
    log = (web.state / "log").read_text()
    check(not any(sign in log for sign in "\u009b\u202e\u200b"), "nor that of who reads the log")
    web.run("revoke", "all")


def secured(recorder):
    """The same over HTTPS: an origin without HTTPS counts as another site."""
    key, certificate = str(recorder.folder / "key.pem"), str(recorder.folder / "certificate.pem")
    made = subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
                           "-nodes", "-days", "2", "-subj", "/CN=pinna.local", "-keyout", key, "-out", certificate],
                          capture_output=True)
    if made.returncode:
        print("  --  openssl makes no certificate: HTTPS is not tried")
        return
    web = Web(recorder, free_port(), "--certificate", certificate, "--key", key)
    web.process = subprocess.Popen([web.program, "--control", recorder.control, "--state", str(web.state), "--port",
                                    str(web.port), *web.options], stderr=subprocess.DEVNULL)
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE

    def ask(origin):
        connection = http.client.HTTPSConnection("127.0.0.1", web.port, context=context, timeout=PATIENCE)
        connection.request("POST", "/api/pair/code", "{}", {"Origin": origin, "Content-Type": "application/json"})
        return connection.getresponse().status

    try:
        def answer():
            with contextlib.suppress(OSError):
                return ask(f"https://127.0.0.1:{web.port}")

        code = wait_for(answer)
        check(code == 400, f"HTTPS with a given certificate is served: {code}")
        check(ask(f"http://127.0.0.1:{web.port}") == 403, "the same page without it is another site")
        plain = raw(web, b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", 3)
        check(status(plain) == 0, "and nothing goes out in the clear")
    finally:
        web.stop()


def main():
    with contextlib.ExitStack() as stack:
        recorder = Recorder(stack.enter_context(tempfile.TemporaryDirectory()))
        stack.callback(recorder.stop)
        recorder.start()
        web = Web(recorder, free_port())
        stack.callback(web.stop)
        web.start()
        token = web.token()
        paths(web)
        heads(web)
        bodies(web)
        noise(web)
        take_of_a_stranger(web, token)
        revoked_and_next(web)
        crowd(web)
        slow_heads(web, web.token())
        standing_wish(recorder)
        without_rights(web)
        selection(recorder)
        guesses(web)
        secured(recorder)
        check(recorder.status()["gapCount"] == 0, "the recorder has no gap")
        check(web.process.poll() is None, "the server is still there")
    print("no attempt gets in")


if __name__ == "__main__":
    main()
