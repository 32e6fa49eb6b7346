import Boards
import TOML

extension Scenario {
  /// Checks the parts that depend on the board: the names of microphones and data sources exist, channels and bits are
  /// valid, and tones are below half the board's sample rate.
  ///
  /// - Throws: `TOMLError` with the position in the scenario file.
  package func validate(for board: Board) throws(TOMLError) {
    try validateHardware(for: board)
    let microphones = board.microphones.map(\.name)
    for fault in faults {
      guard case .microphoneDead(let name) = fault.event, !microphones.contains(name) else {
        continue
      }
      throw unknown(
        name, "microphone", of: board, in: microphones, "fault.microphone-dead", fault.place)
    }
    for fault in faults {
      guard case .channelsRotated(let count) = fault.event, count >= board.capture.channels else {
        continue
      }
      throw TOMLError(
        file: file, line: fault.place.line, column: fault.place.column,
        key: "fault.channels-rotated",
        problem: "is \(count), but \(board.id) captures \(board.capture.channels) channels",
        remedy: "write 1 to \(board.capture.channels - 1)")
    }
    for hand in hands {
      guard case .tap(let name) = hand.action, !microphones.contains(name) else { continue }
      throw unknown(name, "microphone", of: board, in: microphones, "hand.tap", hand.place)
    }
    let names = board.dataSources.map(\.name)
    for hand in hands {
      guard case .source(let name) = hand.action, Self.dataSource(name, of: board) == nil else {
        continue
      }
      throw unknown(name, "data source", of: board, in: names, "hand.source", hand.place)
    }
    for source in sources {
      guard case .tone(let frequency) = source.sound else { continue }
      let highest = Double(board.capture.rate) / 2
      guard frequency < highest else {
        throw TOMLError(
          file: file, line: source.place.line, column: source.place.column, key: "source.tone",
          problem: "is \(frequency) Hz, which \(board.id) cannot record",
          remedy: "at \(board.capture.rate) frames per second write less than \(highest)")
      }
    }
  }

  /// The data source with this name, in upper or lower case.
  static func dataSource(_ name: String, of board: Board) -> Int? {
    board.dataSource(named: name)
  }

  func unknown(
    _ name: String, _ kind: String, of board: Board, in known: [String], _ key: String,
    _ place: Place
  ) -> TOMLError {
    let meant = Suggestion.nearest(to: name, in: known).map { "did you mean \"\($0)\"? " } ?? ""
    return TOMLError(
      file: file, line: place.line, column: place.column, key: key,
      problem: "\(board.id) has no \(kind) \"\(name)\"",
      remedy: meant + "it has \(known.joined(separator: ", "))")
  }
}
