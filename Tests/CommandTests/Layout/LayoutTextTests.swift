import Boards
import Drawings
import Testing

@testable import CommandSupport
@testable import pinna

@Suite struct LayoutTextTests {
  /// Column of a piece of text in the first line that has it.
  private func column(_ text: String, _ lines: [String]) throws -> Int {
    let line = Array(lines[try row(text, lines)])
    let wanted = Array(text)
    let starts = 0...(line.count - wanted.count)
    return try #require(starts.first { Array(line[$0..<($0 + wanted.count)]) == wanted })
  }

  /// The first line that has a piece of text.
  private func row(_ text: String, _ lines: [String]) throws -> Int {
    try #require(lines.firstIndex { $0.contains(text) })
  }

  @Test(
    "left and right stand where the table of the eight cases has them", arguments: DrawnCase.all)
  func sides(_ drawn: DrawnCase) throws {
    let lines = LayoutText(board: DrawnBoards.phone).lines(of: drawn.which)
    let west = try column(" <-- │", lines)
    let east = try column("│ --> ", lines)
    let line = try #require(lines.first { $0.contains(" <-- │") })
    let letters = Array(line)
    #expect(letters[west - 1] == (drawn.leftIsAtViewersLeft ? "L" : "R"))
    #expect(letters[east + 6] == (drawn.leftIsAtViewersLeft ? "R" : "L"))
  }

  @Test("edges stand beside the device as the viewer has them", arguments: DrawnCase.all)
  func edges(_ drawn: DrawnCase) throws {
    let pose = try #require(Pose.all[drawn.orientation])
    let lines = LayoutText(board: DrawnBoards.phone).lines(of: drawn.which)
    let below = lines[try row(" <-- │", lines) + 1]
    #expect(below.contains("\(pose.leftOfViewer.name) │"))
    #expect(below.hasSuffix("│ \(pose.rightOfViewer.name)"))
    #expect(lines.contains { $0.hasSuffix("↑ UP: \(pose.top.name)") })
    #expect(lines.contains("left channel:   \(drawn.left.nameWithAxis)"))
    #expect(lines.contains("right channel:  \(drawn.right.nameWithAxis)"))
    #expect(lines.contains { $0.hasPrefix("forward:") && $0.hasSuffix(drawn.forward) })
    #expect(lines.first == "#\(drawn.number) \(DrawnBoards.phone.name(of: drawn.which))")
  }

  @Test("forward is a cross going away and a dot coming", arguments: DrawnCase.all)
  func forwardSign(_ drawn: DrawnCase) throws {
    let lines = LayoutText(board: DrawnBoards.phone).lines(of: drawn.which)
    let device = lines.filter { $0.contains("│") }.joined()
    #expect(device.contains("⊗") == (drawn.which.dataSource == 0))
    #expect(device.contains("⊙") == (drawn.which.dataSource == 1))
  }

  @Test("microphones turn with the device: those at the bottom are near the connector")
  func microphonesTurn() throws {
    let drawing = LayoutText(board: DrawnBoards.phone)
    func lines(_ orientation: InputOrientation) -> [String] {
      drawing.lines(of: Board.Case(dataSource: 0, orientation: orientation))
    }
    let portrait = lines(.portrait)
    #expect(try row("●1", portrait) > (try row("●3", portrait)))
    #expect(try row("(C)", portrait) == row("●1", portrait))
    #expect(try column("●1", portrait) < (try column("●2", portrait)))
    let left = lines(.landscapeLeft)
    // Connector left, native left edge up: microphone 1 (x = -20) is above 2 (x = +20).
    #expect(try row("●1", left) < (try row("●2", left)))
    #expect(try column("●1", left) < (try column("3●", left)))
    let right = lines(.landscapeRight)
    #expect(try row("2●", right) < (try row("1●", right)))
    #expect(try column("(C)", right) > (try column("●3", right)))
  }

  /// The numbers of the microphones inside the outline of a drawing.
  private func numbers(in lines: [String]) -> [Int] {
    let device = lines.filter { $0.contains("│") }
    let words = device.joined(separator: " ").split { !($0.isNumber || $0 == "+") }
    return words.flatMap { $0.split(separator: "+") }.compactMap { Int($0) }.sorted()
  }

  @Test("every microphone has its number in every case", arguments: DrawnBoards.all)
  func everyNumber(_ board: Board) throws {
    for which in board.cases where board.layout(which) != nil {
      let lines = LayoutText(board: board).lines(of: which)
      #expect(numbers(in: lines) == Array(1...board.microphones.count), "\(board.id) \(which)")
    }
  }

  @Test("a row keeps to the width of the terminal with every number", arguments: [60, 80, 200])
  func row(width: Int) throws {
    let board = DrawnBoards.row
    let drawing = LayoutText(board: board, width: width)
    for lines in [drawing.lines(of: board.cases[0]), drawing.frame()] {
      #expect(numbers(in: lines) == Array(1...16))
      #expect(lines.allSatisfy { $0.terminalWidth <= width })
      #expect(!lines.contains { $0.contains("layout --svg") })
    }
    #expect(drawing.sheet().allSatisfy { $0.terminalWidth <= width })
  }

  @Test("a terminal that is too narrow for every number is told where they all are")
  func narrow() throws {
    let lines = LayoutText(board: DrawnBoards.row, width: 40).lines(of: DrawnBoards.row.cases[0])
    #expect(lines.filter { $0.contains("│") }.allSatisfy { $0.terminalWidth <= 40 })
    #expect(numbers(in: lines) != Array(1...16))
    #expect(lines.joined(separator: " ").contains("layout --svg FILE' draws all of them"))
  }

  @Test("a table-top board is seen from above with forward up the page and left at the left")
  func tableTop() throws {
    let lines = LayoutText(board: DrawnBoards.table).lines(of: DrawnBoards.table.cases[0])
    #expect(lines.contains { $0.hasSuffix("↑ FORWARD") })
    #expect(lines.contains { $0.hasPrefix("    L <-- │") && $0.hasSuffix("│ --> R") })
    #expect(lines.contains("forward:        out of the top edge, up the page"))
    #expect(lines.contains { $0.hasPrefix("view:") && $0.contains("from above") })
  }

  @Test("a data source that looks out of a face at a slant says so")
  func slant() throws {
    var board = DrawnBoards.table
    board.dataSources[0].forward = Vector3(0.6, 0.8, 0)
    let lines = LayoutText(board: board).lines(of: board.cases[0])
    #expect(lines.contains("forward:        out of the top edge at a slant, up the page"))
    #expect(lines.contains("left channel:   towards the left edge (-x), at a slant"))
  }

  @Test("a board that looks out of its top edge has left and right only when held sideways")
  func torch() throws {
    let drawing = LayoutText(board: DrawnBoards.torch)
    #expect(
      drawing.lines(of: Board.Case(dataSource: 0, orientation: .portrait)).last
        == "no left and right: forward is parallel to up")
    let sideways = drawing.lines(of: Board.Case(dataSource: 0, orientation: .landscapeLeft))
    #expect(sideways.contains { $0.contains("L <-- │") })
    #expect(sideways.contains("left channel:   back (-z)"))
    #expect(sideways.contains("right channel:  front (+z)"))
  }

  @Test("without UTF-8 a drawing is pure ASCII", arguments: DrawnBoards.all)
  func ascii(_ board: Board) {
    let drawing = LayoutText(board: board, glyphs: .ascii)
    let lines = drawing.sheet() + board.cases.flatMap { drawing.lines(of: $0) }
    #expect(lines.allSatisfy { $0.allSatisfy(\.isASCII) })
  }

  @Test("a sheet keeps to the width of the terminal", arguments: [60, 80, 120, 200])
  func sheetWidth(_ width: Int) {
    let lines = LayoutText(board: DrawnBoards.phone, width: width).sheet()
    #expect(lines.allSatisfy { $0.terminalWidth <= max(width, 78) })
    for number in 1...8 { #expect(lines.contains { $0.contains("#\(number) ") }) }
  }

  @Test("a sheet of every case takes no choice of a case", arguments: ["source", "orientation"])
  func sheetOfOne(_ option: String) {
    let words = ["layout", "--board", "boards/phone.toml", "--all", "--\(option)"]
    let run = CommandRun.pinna(words + [option == "source" ? "front" : "portrait"])
    #expect(run.code == .usage && run.diagnostics.contains("leave --source and --orientation out"))
  }

  @Test("colours add escape sequences and change nothing else")
  func colours() {
    let board = DrawnBoards.phone
    let plain = LayoutText(board: board, width: 100).sheet()
    let colored = LayoutText(board: board, isColored: true, width: 100).sheet()
    #expect(colored != plain)
    #expect(colored.map(withoutEscapes) == plain)
  }

  private func withoutEscapes(_ line: String) -> String {
    var result = ""
    var isEscape = false
    for character in line {
      if character == "\u{1B}" { isEscape = true }
      if !isEscape { result.append(character) }
      if isEscape, character == "m" { isEscape = false }
    }
    return result
  }
}
