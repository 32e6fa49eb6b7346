import Boards
import Glibc
import TOML

/// A board file with the values that a calibration found, for a person to review and put in place.
///
/// The text is the board file's own: comments, order and everything that was not measured stay. Pinna itself never
/// replaces the board file with this text.
package struct CalibrationProposal: Sendable, Equatable {
  /// The proposed text.
  package let text: String
  /// The board that the proposed text describes.
  package let board: Board
  /// The changes, one sentence each: "MIC2: gain 0.00 -> +1.25 dB".
  package let changes: [String]

  /// Creates the proposal that follows from a calibration.
  ///
  /// - Parameters:
  ///   - text: the text of the calibrated board's file.
  ///   - date: the date of the recording, such as "2024-05-01".
  /// - Throws: ``CalibrationRefusal/unwritable(why:)`` if values of the file cannot be replaced in their present form,
  ///   or if the file describes another board.
  package init(
    _ calibration: ArrayCalibration, text: String, date: String
  ) throws(CalibrationRefusal) {
    let old = calibration.board
    var (file, wanted, changes) = (TOMLText(text), old, [String]())
    for (n, found) in calibration.microphones.enumerated() {
      for change in CalibrationChange.all(calibration, microphone: n) {
        try Self.write(change, n, to: &file, &wanted)
        changes.append("\(found.name): \(change.words)")
      }
    }
    let gain = calibration.microphones.map(\.gain.error).max() ?? 0
    if calibration.knowsGains && calibration.knowsDelays {
      wanted.calibration = .calibrated
      Self.mark(
        &file, sounds: calibration.used.count, gain: gain,
        delay: calibration.microphones.map(\.delay.error).max() ?? 0, date: date)
    } else if calibration.knowsGains, old.calibration == .nominal {
      let change = Self.markGains(
        &file, old, sounds: calibration.used.count, gain: gain, date: date)
      changes += change.map { [$0] } ?? []
    }
    board = try Self.read(file, wanted)
    self.text = file.text
    self.changes = changes
  }

  /// Tries to write everything that a calibration may change, so that a failure shows before anyone claps.
  ///
  /// - Throws: ``CalibrationRefusal/unwritable(why:)`` under the same conditions as making a proposal.
  package static func tryWriting(to text: String, of board: Board) throws(CalibrationRefusal) {
    var (file, wanted) = (TOMLText(text), board)
    let channels = board.microphones.map(\.channel)
    for n in board.microphones.indices {
      let next = channels[(n + 1) % channels.count]
      for change in CalibrationChange.trial(board.microphones[n], channel: next) {
        try write(change, n, to: &file, &wanted)
      }
    }
    var onlyGains = file
    _ = markGains(&onlyGains, board, sounds: 0, gain: 0, date: "")
    _ = try read(onlyGains, wanted)
    wanted.calibration = .calibrated
    mark(&file, sounds: 0, gain: 0, delay: 0, date: "")
    _ = try read(file, wanted)
  }

  /// Returns the text of a board file with new values for one key in some of its [[microphone]] tables.
  ///
  /// - Parameters:
  ///   - changes: for each change, the index of the microphone, the text of the new value, and the value itself.
  ///   - apply: makes the same change to a microphone in memory.
  static func replacing(
    _ changes: [(index: Int, text: String, value: Double)], key: String, in text: String,
    of board: Board, _ apply: (inout Microphone, Double) -> Void
  ) throws(CalibrationRefusal) -> String {
    var (file, wanted) = (TOMLText(text), board)
    for change in changes {
      apply(&wanted.microphones[change.index], change.value)
      guard file.set(key, to: change.text, table: "microphone", number: change.index) else {
        throw .unwritable(
          why: "there is no table [[microphone]] of \(wanted.microphones[change.index].name)")
      }
    }
    _ = try read(file, wanted)
    return file.text
  }

  private static func write(
    _ change: CalibrationChange, _ n: Int, to file: inout TOMLText, _ wanted: inout Board
  ) throws(CalibrationRefusal) {
    change.apply(&wanted.microphones[n])
    guard file.set(change.key, to: change.value, table: "microphone", number: n) else {
      throw .unwritable(why: "there is no table [[microphone]] of \(wanted.microphones[n].name)")
    }
  }

  /// Reads the board that a text describes; it must be the calibrated board.
  private static func read(
    _ file: TOMLText, _ wanted: Board
  ) throws(CalibrationRefusal) -> Board {
    let read: Board
    do {
      read = try Board.load(text: file.text, name: "the proposal", id: wanted.id)
    } catch {
      throw .unwritable(why: "\(error)")
    }
    guard isSame(read, wanted) else {
      throw .unwritable(
        why: "its values are in a form that cannot be replaced, or it is not the file of this "
          + "board; write one key per line in tables [[microphone]]")
    }
    return read
  }

  /// Records in the file that the board was calibrated, and the number of sounds.
  private static func mark(
    _ file: inout TOMLText, sounds: Int, gain: Double, delay: Double, date: String
  ) {
    if !file.set("state", to: "\"calibrated\"", table: "calibration", number: 0) {
      file.addTable("calibration", after: "microphone")
      _ = file.set("state", to: "\"calibrated\"", table: "calibration", number: 0)
    }
    // The errors stated for the nominal board are no longer valid.
    let usual = Mismatch.standard(for: .calibrated)
    for (key, value) in [("gain-error", usual.gainError), ("phase-error", usual.phaseError)]
    where file.contains(key, table: "calibration") {
      _ = file.set(key, to: "\(value)", table: "calibration", number: 0)
    }
    file.note(
      "# Calibrated on \(date) from \(sounds) sounds around the board: channel, inverted, gain (within",
      "# \(fixed(max(gain, 0.01))) dB), delay (within \(fixed(max(delay, 0.01))) us, both one standard deviation) "
        + "and position.",
      replacing: "# Calibrated on ", table: "calibration")
  }

  /// Records in the file that the gains were calibrated but the delays were not.
  ///
  /// - Returns: the change in words; `nil` if the gains were already known with this accuracy.
  private static func markGains(
    _ file: inout TOMLText, _ old: Board, sounds: Int, gain: Double, date: String
  ) -> String? {
    let usual = Mismatch.standard(for: .calibrated).gainError
    let isBetter = old.mismatch.gainError > usual
    if isBetter, !file.set("gain-error", to: "\(usual)", table: "calibration", number: 0) {
      file.addTable("calibration", after: "microphone")
      _ = file.set("gain-error", to: "\(usual)", table: "calibration", number: 0)
    }
    file.note(
      "# Calibrated on \(date) from \(sounds) sounds around the board: channel, inverted and gain (within",
      "# \(fixed(max(gain, 0.01))) dB, one standard deviation); the delays could not be measured.",
      replacing: "# Calibrated on ", table: "calibration")
    return isBetter ? "gains are known within \(fixed(usual)) dB (gain-error)" : nil
  }

  /// True if a board that was read back equals the wanted board, except for rounding errors.
  private static func isSame(_ read: Board, _ wanted: Board) -> Bool {
    guard read.microphones.count == wanted.microphones.count else { return false }
    let near = zip(read.microphones, wanted.microphones).allSatisfy { a, b in
      a.name == b.name && a.channel == b.channel && a.isInverted == b.isInverted
        && abs(a.gain - b.gain) < 1e-9 && abs(a.delay - b.delay) < 1e-15
        && (a.position - b.position).length < 1e-9
        && abs((a.sensitivity ?? 0) - (b.sensitivity ?? 0)) < 1e-9
    }
    var rest = read
    rest.microphones = wanted.microphones
    // The folder of the measured responses and the stated standard errors may differ.
    (rest.body, rest.statedMismatch) = (wanted.body, wanted.statedMismatch)
    return near && rest == wanted
  }
}

/// A number as text with two decimals.
func fixed(_ value: Double) -> String {
  guard abs(value) < 1e12 else { return "\(value)" }
  let hundredths = Int((abs(value) * 100).rounded())
  let tail = hundredths % 100
  let sign = value < 0 && hundredths > 0 ? "-" : ""
  return "\(sign)\(hundredths / 100).\(tail < 10 ? "0" : "")\(tail)"
}
