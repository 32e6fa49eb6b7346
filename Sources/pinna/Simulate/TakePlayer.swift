import Drawings
import SimulatedBoard

/// The player of a take on its page.
///
/// It has outlines of the sound, and a switch between the stereo file and two bare microphones that keeps the position.
///
/// The script of the player is plain JavaScript in the page, so that it works from a file and without a network. If the
/// script does not run, the browser's own players appear.
struct TakePlayer {
  /// The sound that is played.
  let sound: TakeSound
  /// The name of the stereo file, or the path of the file that is played in its place.
  let fileName: String
  /// The sounds of the scenario that are in the take.
  let sounds: [TakeReport.Row]

  /// The player as a part of an HTML page.
  var html: String {
    let bare = sound.bare
    let tracks =
      [(Self.title(sound), fileName, sound.stereo)]
      + (bare.map {
        [("\($0.names[0]) and \($0.names[1]), unprocessed", $0.path, $0.outline)]
      } ?? []) + sound.focused.map { ($0.title, $0.path, $0.outline) }
    let outlines = tracks.enumerated().map { index, track in
      "<p class=\"track\">\(SVG.escaped(track.0))</p>\n"
        + "<div class=\"wave\(index == 0 ? " heard" : "")\">\(outline(track.2, track.0))"
        + "<i class=\"cursor\"></i></div>\n"
        + "<audio controls preload=\"none\" src=\"\(SVG.escaped(SceneReportPage.percentEncoded(track.1)))\"></audio>\n"
    }
    return
      "<div class=\"listen\" data-seconds=\"\(sound.seconds.text(digits: 3))\">\n\(outlines.joined())"
      + "<div class=\"controls\" hidden=\"hidden\">\n"
      + "<button type=\"button\" class=\"play\">Play</button>\n" + choice
      + "<span class=\"clock\"></span>\n"
      + "<input class=\"place\" type=\"range\" min=\"0\" max=\"\(sound.seconds.text(digits: 2))\" step=\"0.01\" "
      + "value=\"0\" aria-label=\"Place in the take\"/>\n" + jumps + "</div>\n</div>\n"
  }

  private static func title(_ sound: TakeSound) -> String {
    sound.path == nil
      ? "Stereo, as Pinna makes it" : "Two cardioids of ambisonics, to the left and to the right"
  }

  /// The switch between the tracks; empty if there is only one track.
  private var choice: String {
    let words =
      [sound.path == nil ? "Stereo" : "Cardioids"] + (sound.bare == nil ? [] : ["Two microphones"])
      + sound.focused.map(\.choice)
    guard words.count > 1 else { return "" }
    return "<span class=\"choice\" role=\"group\" aria-label=\"What is heard\">"
      + words.enumerated().map {
        "<button type=\"button\" class=\"hear\" aria-pressed=\"\($0.offset == 0)\">"
          + "\(SVG.escaped($0.element))</button>"
      }.joined() + "</span>\n"
  }

  /// The buttons that go to the start of each sound.
  private var jumps: String {
    let known = sounds.compactMap { sound in sound.seconds.map { (sound.name, $0) } }
    guard !known.isEmpty else { return "" }
    return "<div class=\"jumps\">"
      + known.map { name, range in
        "<button type=\"button\" class=\"jump\" data-from=\"\(range.lowerBound.text(digits: 2))\" "
          + "data-to=\"\(range.upperBound.text(digits: 2))\">\(SVG.escaped(name))</button>"
      }.joined(separator: "\n") + "</div>\n"
  }

  /// The outline as a picture that is as wide as the page: left above and right below, to the same linear scale.
  private func outline(_ outline: TakeSound.Outline, _ title: String) -> String {
    let top = max(1e-6, (outline.left + outline.right).max() ?? 0)
    var svg = SVG()
    for (peaks, middle, style) in [(outline.left, 25.0, "left"), (outline.right, 75.0, "right")] {
      let heights = peaks.map { Double($0 / top) * 23 }
      let above = heights.enumerated().map { SVG.Point(Double($0.offset), middle - $0.element) }
      let below = heights.enumerated().reversed().map {
        SVG.Point(Double($0.offset), middle + $0.element)
      }
      svg.polyline(above + below, isClosed: true, class: "\(style) outline")
    }
    return
      "<svg role=\"img\" viewBox=\"0 0 \(TakeSound.Outline.columns - 1) 100\" preserveAspectRatio=\"none\">"
      + "<title>\(SVG.escaped(title)): left above, right below</title>\n\(svg.body)</svg>"
  }

  /// The style rules of all players.
  static let style = """
    .track{margin:10px 0 2px;font-size:.9rem;color:var(--quiet)}
    .wave{position:relative;background:var(--card);border:1px solid var(--line);border-radius:8px;opacity:.55;\
    cursor:pointer;touch-action:pan-y}
    .wave.heard{opacity:1;border-color:var(--quiet)}
    .wave svg{display:block;width:100%;height:84px}.outline{stroke-width:.5}
    .cursor{position:absolute;top:0;bottom:0;left:0;width:2px;margin-left:-1px;background:var(--ink);display:none}
    .ready .cursor{display:block}
    .listen audio{width:100%;max-width:420px;height:36px}
    .ready audio{display:none}
    .controls:not([hidden]){display:flex;flex-wrap:wrap;gap:8px 12px;align-items:center;margin:10px 0}
    .controls button{font:inherit;min-height:40px;padding:4px 14px;border:1px solid var(--line);border-radius:8px;\
    background:var(--card);color:var(--ink);cursor:pointer}
    .controls .play{min-width:6em;font-weight:600}
    .choice{display:inline-flex;flex-wrap:wrap}.choice button{border-radius:0}
    .choice button:first-child{border-radius:8px 0 0 8px}.choice button:last-child{border-radius:0 8px 8px 0}
    .controls [aria-pressed=true]{background:var(--ink);color:var(--page)}
    .clock{font-variant-numeric:tabular-nums;color:var(--quiet)}
    .place{flex:1 1 100%;margin:0}
    .jumps{display:flex;flex-wrap:wrap;gap:6px;flex:1 1 100%}
    .jumps button{min-height:36px;padding:2px 10px;font-size:.88rem}
    .jumps [aria-current=true]{border-color:var(--ink);font-weight:600}
    """

  /// The script of all players, which contains no character that has a meaning in XML.
  static let script = """
    <script>
    "use strict";
    const players = [];
    for (const box of document.querySelectorAll(".listen")) {
      const tracks = Array.from(box.querySelectorAll("audio"));
      const waves = Array.from(box.querySelectorAll(".wave"));
      const choices = Array.from(box.querySelectorAll(".hear"));
      const jumps = Array.from(box.querySelectorAll(".jump"));
      const play = box.querySelector(".play");
      const clock = box.querySelector(".clock");
      const place = box.querySelector(".place");
      const seconds = Number(box.dataset.seconds);
      let heard = 0;
      const now = () => tracks[heard].currentTime;
      const text = (time) => Math.floor(time / 60) + ":" + String(Math.floor(time % 60)).padStart(2, "0");
      const show = () => {
        const time = Math.min(now(), seconds);
        for (const wave of waves) wave.querySelector(".cursor").style.left = 100 * time / seconds + "%";
        place.value = time;
        clock.textContent = text(time) + " of " + text(seconds);
        play.textContent = tracks[heard].paused ? "Play" : "Pause";
        for (const jump of jumps) {
          const isHere = [time - jump.dataset.from, jump.dataset.to - time].every((rest) => Math.sign(rest) !== -1);
          jump.setAttribute("aria-current", isHere);
        }
      };
      const tick = () => {
        show();
        if (!tracks[heard].paused) requestAnimationFrame(tick);
      };
      const start = () => {
        for (const other of players) if (other !== stop) other();
        for (const track of tracks) track.preload = "auto";
        tracks[heard].play().then(tick, show);
      };
      const stop = () => {
        for (const track of tracks) track.pause();
        show();
      };
      const go = (time) => {
        tracks[heard].currentTime = Math.max(0, Math.min(time, seconds));
        show();
      };
      const hear = (index) => {
        if (index === heard) return;
        const time = now();
        const isPlaying = !tracks[heard].paused;
        tracks[heard].pause();
        heard = index;
        tracks[heard].currentTime = time;
        waves.forEach((wave, number) => wave.classList.toggle("heard", number === heard));
        choices.forEach((choice, number) => choice.setAttribute("aria-pressed", number === heard));
        if (isPlaying) start(); else show();
      };
      players.push(stop);
      play.onclick = () => tracks[heard].paused ? start() : stop();
      choices.forEach((choice, index) => { choice.onclick = () => hear(index); });
      jumps.forEach((jump) => { jump.onclick = () => { go(Number(jump.dataset.from)); start(); }; });
      place.oninput = () => go(Number(place.value));
      for (const wave of waves) wave.onclick = (event) => {
        const edges = wave.getBoundingClientRect();
        go((event.clientX - edges.left) / edges.width * seconds);
      };
      for (const track of tracks) {
        track.controls = false;
        for (const change of ["pause", "ended", "seeked"]) track.addEventListener(change, show);
      }
      box.classList.add("ready");
      box.querySelector(".controls").hidden = false;
      show();
    }
    </script>

    """
}
