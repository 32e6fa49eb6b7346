import Boards
import Drawings
import Testing

@Test func dump() {
  for board in [
    DrawnBoards.phone, DrawnBoards.ring(of: 16), DrawnBoards.grid, DrawnBoards.torch,
    DrawnBoards.stacked,
  ] {
    for c in board.cases.dropFirst(2).prefix(1) {
      print(LayoutText(board: board).lines(of: c).joined(separator: "\n")); print("~~~")
    }
  }
  print(LayoutText(board: DrawnBoards.phone).sheet(width: 120).joined(separator: "\n"))
  print(
    LayoutText(board: DrawnBoards.phone, glyphs: .ascii).sheet(width: 80).joined(separator: "\n"))
}
