import Boards
import TOML

extension Scenario {
  /// Checks the microphones and channels of the hardware against the board.
  ///
  /// - Throws: `TOMLError` with the position in the scenario file.
  func validateHardware(for board: Board) throws(TOMLError) {
    guard let hardware else { return }
    let names = board.microphones.map(\.name)
    for (index, defect) in hardware.microphones.enumerated() {
      try validate(defect, names, board)
      if hardware.microphones[..<index].contains(where: { $0.name == defect.name }) {
        throw wrong(
          "microphone.name", defect.place, "\(defect.name) appears twice",
          "write all of its defects into one table")
      }
    }
    if let capture = hardware.capture, let order = capture.channels,
      order.count != board.capture.channels
    {
      throw wrong(
        "capture.channels", capture.channelsPlace,
        "has \(order.count) channels, but \(board.id) captures \(board.capture.channels)",
        "write every channel once, from 0 to \(board.capture.channels - 1)")
    }
  }

  private func validate(
    _ defect: MicrophoneDefect, _ names: [String], _ board: Board
  ) throws(TOMLError) {
    guard names.contains(defect.name) else {
      throw unknown(
        defect.name, "microphone", of: board, in: names, "hardware.microphone.name", defect.place)
    }
    if let original = defect.original {
      let others = names.filter { $0 != defect.name }
      guard others.contains(original) else {
        throw unknown(
          original, "other microphone", of: board, in: others, "hardware.microphone.copy-of",
          defect.originalPlace)
      }
    }
    guard let bit = defect.stuckBit?.bit else { return }
    let format = board.capture.format
    guard format != .float else {
      throw wrong(
        "microphone.stuck-bit", defect.stuckBitPlace,
        "\(board.id) captures floating-point samples, in which no bit can be stuck", "remove it")
    }
    guard bit <= (format == .s16 ? 16 : 24) else {
      throw wrong(
        "microphone.stuck-bit", defect.stuckBitPlace,
        "is \(bit), but \(board.id) captures \(format.rawValue)", "write 1 to 16")
    }
  }

  private func wrong(
    _ key: String, _ place: Place, _ problem: String, _ remedy: String
  ) -> TOMLError {
    TOMLError(
      file: file, line: place.line, column: place.column, key: "hardware.\(key)",
      problem: problem, remedy: remedy)
  }
}

extension Scenario.Hardware {
  /// The defects that ``HardwareDifference`` does not cover, in words.
  var defects: [String] {
    (microphones.map(\.description) + [capture?.description ?? ""]).filter { !$0.isEmpty }
  }
}
