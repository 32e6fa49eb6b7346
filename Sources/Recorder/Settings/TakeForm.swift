import TOML
import TakeFiles

/// The files of a take and the processing of its sound: the same from the settings to the metadata.
package struct TakeForm: KeyedTable, Equatable {
  @Key("format", .word()) package var kind = TakeFileKind.wav
  @Key("samples", .word(SampleFormat.ofTakes), "in WAV files")
  package var samples = SampleFormat.s24
  @Key(
    "raw", .flag, "also keep every channel of the capture device, to choose left and right later"
  )
  package var keepsRaw = false
  @Key("safety", .flag, "a second file, 12 dB lower and with its own limiter")
  package var keepsSafety = false
  @Key("pre-roll", preRolls, "s", "of sound from before the press, with which a take starts")
  package var preRollSeconds = 5.0
  @Key("low-cut", .lowCut, "below which sounds are cut") package var lowCutHertz: Double? = 50
  @Key("limiter", .flag, "false: peaks beyond full scale clip, and are counted")
  package var limits = true
  @Key("bumps", .flag, "a marker where the accelerometer detects a bump, at most one per second")
  package var marksBumps = false
  @Key("folder", .word(), "a folder for each day, named after the local date")
  package var folders = Folders.flat
  @Key("split", .split, "a length, a size such as \"3.6 GiB\", or \"off\"")
  package var split = TakeSplit.seconds(7200)

  /// The folders of takes.
  package enum Folders: String, CaseIterable, Sendable {
    /// The folder of takes.
    case flat
    /// A folder for each day in it.
    case byDay = "by-day"
  }

  /// The lengths of a pre-roll in seconds.
  package static let preRolls = 0.0...60.0
  /// The frequencies of the low cut in hertz.
  package static let lowCuts = 40.0...240.0

  package init() {}

  /// The contents of the files of a part of the take, in their order.
  package var contents: [TakeName.Content] {
    [.rendered] + (keepsSafety ? [.safety] : []) + (keepsRaw ? [.raw] : [])
  }
}

extension KeyRule<Double?> {
  /// A frequency, or "off".
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
