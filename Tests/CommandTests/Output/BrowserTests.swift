import Boards
import Drawings
import Testing

@testable import CommandSupport
@testable import pinna

/// Pages as a real browser lays them out.
@Suite("Pages in a browser", .serialized)
struct BrowserTests {
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
        let layout = try BrowserLayout(html, width: width, isDark: isDark)
        expectReadable(layout, width: width, isDark: isDark)
        // Each case, the errors at other places, and the notes.
        #expect(layout.foldedParts == page.cases + 2)
        #expect(layout.drawings >= 14 * page.cases)
      }
    }
  }

  @Test(
    "so it is with a checkup, whatever was found",
    .enabled(if: Chromium.isInstalled, "needs chromium"), arguments: [390, 1280])
  func checkup(_ width: Int) throws {
    for page in [try CheckedPages.faulty(), CheckedPages.unopened] {
      for isDark in [false, true] {
        let layout = try BrowserLayout(page.html(), width: width, isDark: isDark)
        expectReadable(layout, width: width, isDark: isDark)
        #expect(layout.drawings >= page.board.cases.count + page.spectra.count)
      }
    }
  }

  private func expectReadable(_ layout: BrowserLayout, width: Int, isDark: Bool) {
    #expect(layout.screenWidth == width)
    #expect(layout.pageWidth == width, "wider than the screen")
    #expect(layout.requests == 0, "something was loaded")
    #expect(layout.isDark == isDark)
    #expect(layout.faint == "0:", "text that is hard to read")
    #expect(layout.cut == "0:", "text that is cut off")
    #expect(width < 1000 || layout.movedTables == 0, "tables that have to be moved sideways")
  }
}
