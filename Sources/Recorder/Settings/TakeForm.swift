import TOML
import TakeFiles

/// The form of a take's files, and the processing of its sound; the same type serves everywhere from the settings to
/// the metadata.
package struct TakeForm: KeyedTable, Equatable {
  @Key("format", .word(), "the format of takes") package var kind = TakeFileKind.wav
  @Key("samples", .word(SampleFormat.ofTakes), "the format of samples in WAV files")
  package var samples = SampleFormat.s24
  @Key(
    "raw", .flag, "also keep every channel of the capture device, to choose left and right later"
  )
  package var keepsRaw = false
  @Key("safety", .flag, "a second file, 12 dB lower and with its own limiter")
  package var keepsSafety = false
  @Key("pre-roll", preRolls, "s", "length of sound before the press, at the start of a take")
  package var preRollSeconds = 5.0
  @Key("low-cut", .lowCut, "sounds below this frequency are attenuated")
  package var lowCutHertz: Double? = 50
  @Key("limiter", .flag, "false: peaks beyond full scale clip, and are counted")
  package var limits = true
  @Key(
    "bumps", .flag, "sets a marker when the accelerometer detects a bump, at most one per second")
  package var marksBumps = false
  @Key("folder", .word(), "a folder for each day, named after the local date")
  package var folders = Folders.flat
  @Key("split", .split, "where to split a take: a length, a size such as \"3.6 GiB\", or \"off\"")
  package var split = TakeSplit.seconds(7200)

  /// The folders in which the files of takes are put.
  package enum Folders: String, CaseIterable, Sendable {
    /// All files are in the folder of takes.
    case flat
    /// The files are in folders, one for each day, within the folder of takes.
    case byDay = "by-day"
  }

  /// The range of lengths that a pre-roll may have, in seconds.
  package static let preRolls = 0.0...60.0
  /// The range of frequencies that the low cut may have, in hertz.
  package static let lowCuts = 40.0...240.0

  package init() {}

  /// The contents of the files that a part of the take consists of, one for each file, in order.
  package var contents: [TakeName.Content] {
    [.rendered] + (keepsSafety ? [.safety] : []) + (keepsRaw ? [.raw] : [])
  }
}

extension KeyRule<Double?> {
  /// The rule for a key whose value is a frequency, or "off".
  fileprivate static var lowCut: Self {
    let bounds = "\(Int(TakeForm.lowCuts.lowerBound)) to \(Int(TakeForm.lowCuts.upperBound))"
    let expected = "a frequency from \(bounds) Hz, or \"off\""
    let allowed = KeyAllowance.numbers(bounds, unit: "Hz", word: "off")
    return Self(allowed: allowed, text: { $0.map { "\(Int($0))" } ?? "\"off\"" }) {
      (table, key) throws(TOMLError) in
      switch try table.scalar(key, expected: expected) {
      case nil: nil
      case .string("off"): .some(nil)
      case .string(let word):
        throw table.error(at: key, "is the string \"\(word)\"", "\(expected) is expected")
      case .number: try table.double(key, in: TakeForm.lowCuts, unit: "Hz")
      }
    }
  }
}
