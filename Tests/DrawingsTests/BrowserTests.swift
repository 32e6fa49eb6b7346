import Boards
import Drawings
import Glibc
import TestSupport
import Testing

/// The browser that pages are laid out with.
enum Chromium {
  static let isInstalled: Bool = {
    let search = getenv("PATH").map { String(cString: $0) } ?? ""
    return search.split(separator: ":").contains { access("\($0)/chromium", X_OK) == 0 }
  }()
}

/// Pages as a real browser lays them out.
@Suite("Pages in a browser", .serialized)
struct BrowserTests {
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

  private static let pages: [(board: Board, pattern: PolarPattern, cases: Int)] = [
    (DrawnBoards.ring(of: 4), .stereo, 2), (DrawnBoards.table, .cardioid, 1),
  ]

  @Test(
    "nothing sticks out, nothing is loaded, and all text can be read",
    .enabled(if: Chromium.isInstalled, "needs chromium"), arguments: [390, 1280])
  func layout(_ width: Int) throws {
    for page in Self.pages {
      let html = try DesignedPages.page(page.board, pattern: page.pattern, cases: page.cases).html()
      for isDark in [false, true] {
        let found = try Self.measure(html + Self.probe, width: width, isDark: isDark)
        #expect(found[1] == "\(width)")
        #expect(found[2] == "\(width)", "wider than the screen")
        #expect(found[3] == "0", "something was loaded")
        #expect(found[4] == "\(isDark)")
        #expect(found[5] == "\(page.cases)")
        #expect((Int(found[6]) ?? 0) >= 14 * page.cases)
        #expect(found[7] == "0:", "text that is hard to read")
        #expect(found[8] == "0:", "text that is cut off")
        #expect(width < 1000 || found[9] == "0", "tables that have to be moved sideways")
      }
    }
  }

  /// A page that holds the other one: windows of the browser are at least 500 pixels wide, frames are not.
  private static func frame(width: Int) -> String {
    """
    <!DOCTYPE html><html><head><meta name="color-scheme" content="light dark"></head><body>
    <script>addEventListener('message', event => document.title = event.data);</script>
    <iframe src="page.html" style="border:0;width:\(width)px;height:900px"></iframe></body></html>
    """
  }

  /// What the probe found; empty words where it did not run.
  private static func measure(_ html: String, width: Int, isDark: Bool) throws -> [String] {
    let folder = try TemporaryDirectory()
    try folder.write(Array(html.utf8), to: "page.html")
    try folder.write(Array(frame(width: width).utf8), to: "frame.html")
    var words = [
      "chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
      "--user-data-dir=\(folder.file("profile"))", "--window-size=1400,1000",
      "--virtual-time-budget=5000", "--dump-dom",
    ]
    if isDark { words.append("--blink-settings=preferredColorScheme=0") }
    let run = try #require(ChildProcess.run(words + ["file://\(folder.file("frame.html"))"]))
    let start = try #require(run.output.firstRange(of: "PROBE|"), "the page did not load")
    let end = try #require(run.output[start.lowerBound...].firstRange(of: "|END"))
    return run.output[start.lowerBound..<end.lowerBound]
      .split(separator: "|", omittingEmptySubsequences: false).map(String.init)
  }
}
