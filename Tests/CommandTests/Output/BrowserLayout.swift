import Glibc
import TestSupport
import Testing

@testable import CommandSupport

/// The browser that pages are laid out with.
enum Chromium {
  static let isInstalled: Bool = {
    let search = getenv("PATH").map { String(cString: $0) } ?? ""
    return search.split(separator: ":").contains { access("\($0)/chromium", X_OK) == 0 }
  }()
}

/// The layout of a page in a real browser.
struct BrowserLayout {
  /// Pixels of the screen.
  let screenWidth: Int?
  /// Pixels of the page: more, and it has to be moved sideways.
  let pageWidth: Int?
  /// The number of files loaded beside the page.
  let requests: Int?
  let isDark: Bool
  let foldedParts: Int?
  let drawings: Int
  /// The number of texts with too little contrast, and some of them.
  let faint: String
  /// The number of texts that stick out, and some of them.
  let cut: String
  /// Tables that have to be moved sideways.
  let movedTables: Int?

  /// Unfolds everything and tells what it measures: one value after the other.
  private static let probe = """
    <script>
    addEventListener('load', () => {
      document.querySelectorAll('details').forEach(d => d.open = true);
      const channel = v => (v /= 255) <= 0.03928 ? v / 12.92 : Math.pow((v + 0.055) / 1.055, 2.4);
      const light = c => 0.2126 * channel(c[0]) + 0.7152 * channel(c[1]) + 0.0722 * channel(c[2]);
      const numbers = s => (s.match(/[0-9.]+/g) || []).map(Number);
      const ground = e => {
        for (; e; e = e.parentElement) {
          const c = numbers(getComputedStyle(e).backgroundColor);
          if (c.length == 3 || c[3] > 0) return c;
        }
        return [255, 255, 255];
      };
      let faint = [], cut = [];
      document.querySelectorAll('main *').forEach(e => {
        const own = [...e.childNodes].some(n => n.nodeType == 3 && n.data.trim());
        if (!own || e.closest('title,style') || e.closest('.on-dark') || !e.getClientRects().length) return;
        const style = getComputedStyle(e), isText = e.tagName == 'text';
        const a = light(numbers(isText ? style.fill : style.color)), b = light(ground(e));
        const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        if (contrast < 4.5) faint.push(e.textContent.trim().slice(0, 20));
        const box = e.getBoundingClientRect();
        const frame = isText ? e.ownerSVGElement.getBoundingClientRect() : null;
        if (frame && (box.left < frame.left - 1 || box.right > frame.right + 1
          || box.top < frame.top - 1 || box.bottom > frame.bottom + 1)) cut.push(e.textContent);
        if (!e.closest('.scroll') && box.right > innerWidth + 1) cut.push(e.textContent.trim().slice(0, 20));
      });
      const found = ['PROBE', innerWidth, document.documentElement.scrollWidth,
        performance.getEntriesByType('resource').length, matchMedia('(prefers-color-scheme:dark)').matches,
        document.querySelectorAll('details').length, document.querySelectorAll('svg').length,
        faint.length + ':' + faint.slice(0, 4).join(','), cut.length + ':' + cut.slice(0, 4).join(','),
        [...document.querySelectorAll('.scroll')].filter(e => e.scrollWidth > e.clientWidth).length,
        'END'].join('|');
      parent.postMessage(found, '*');
    });
    </script>
    """

  /// A page that holds the other one: windows of the browser are at least 500 pixels wide, frames are not.
  private static func frame(width: Int) -> String {
    """
    <!DOCTYPE html><html><head><meta name="color-scheme" content="light dark"></head><body>
    <script>addEventListener('message', event => document.title = event.data);</script>
    <iframe src="page.html" style="border:0;width:\(width)px;height:900px"></iframe></body></html>
    """
  }

  /// Lays a page out on a screen of some width in pixels, with everything unfolded.
  init(_ html: String, width: Int, isDark: Bool) throws {
    let folder = try TemporaryDirectory()
    try folder.write(Array((html + Self.probe).utf8), to: "page.html")
    try folder.write(Array(Self.frame(width: width).utf8), to: "frame.html")
    var words = [
      "chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
      "--user-data-dir=\(folder.file("profile"))", "--window-size=1400,1000",
      "--virtual-time-budget=5000", "--dump-dom",
    ]
    if isDark { words.append("--blink-settings=preferredColorScheme=0") }
    let run = try #require(ChildProcess.run(words + ["file://\(folder.file("frame.html"))"]))
    let start = try #require(run.output.firstRange(of: "PROBE|"), "the page did not load")
    let end = try #require(run.output[start.lowerBound...].firstRange(of: "|END"))
    let found = run.output[start.lowerBound..<end.lowerBound]
      .split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    try #require(found.count == 10)
    screenWidth = Int(found[1])
    pageWidth = Int(found[2])
    requests = Int(found[3])
    self.isDark = found[4] == "true"
    foldedParts = Int(found[5])
    drawings = Int(found[6]) ?? 0
    (faint, cut) = (found[7], found[8])
    movedTables = Int(found[9])
  }
}
