import Boards
import Drawings
import Glibc
import Testing

@Test func dumpSVG() {
  func save(_ name: String, _ text: String) {
    let f = fopen("/tmp/show/\(name)", "w"); fputs(text, f); fclose(f)
  }
  mkdir("/tmp/show", 0o755)
  for (i, board) in DrawnBoards.all.enumerated() {
    let p = LayoutPicture(board: board)
    save("\(i)-\(board.id)-one.svg", p.document(of: board.cases[min(2, board.cases.count - 1)]))
    save("\(i)-\(board.id)-sheet.svg", p.sheet())
  }
}
