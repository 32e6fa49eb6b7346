import Drawings
import TakeFiles

/// The facts of takes as text for people to read.
package enum TakeText {
  /// A length as `h:mm:ss`, to the nearest second.
  package static func length(seconds: Double) -> String {
    let whole = Int(max(0, min(seconds, 1e9)).rounded())
    let (minutes, seconds) = (whole / 60 % 60, whole % 60)
    return "\(whole / 3600):\(minutes.decimal(digits: 2)):\(seconds.decimal(digits: 2))"
  }

  /// The time of a frame as `hh:mm:ss.mmm`.
  package static func place(frame: Int, rate: Int) -> String {
    TakeMetadata.place(frame: frame, rate: rate)
  }

  /// A number of bytes as text, in the unit that leaves one to four digits; units are powers of 1000, as in file
  /// managers and on the labels of cards.
  package static func size(_ bytes: Int) -> String {
    if bytes < 1000 { return "\(bytes) B" }
    var value = Double(bytes) / 1000
    for unit in ["kB", "MB", "GB"] {
      if value < 999.5 { return "\(value.text(digits: value < 9.95 ? 1 : 0)) \(unit)" }
      value /= 1000
    }
    return "\(value.text(digits: 1)) TB"
  }

  /// The date and time to the minute, with a question mark if the clock had not been set.
  package static func date(_ metadata: TakeMetadata) -> String {
    guard metadata.date.year > 1970 || metadata.isClockSet else { return "?" }
    return metadata.dateText.prefix(16)
      + (metadata.isClockSet ? "" : "?")
  }

  /// A format such as `wav 24/48`: the kind of file, the bits if that kind has them (with f for floats), and the rate
  /// in kHz.
  package static func format(_ file: TakeFile) -> String {
    let bits = file.bits.map { "\($0)\(file.isFloat ? "f" : "")/" } ?? ""
    return "\(file.kind.rawValue) \(bits)\(kilohertz(file.rate))"
  }

  /// A rate in frames per second as a number in kHz, exactly: "48", "11.025".
  package static func kilohertz(_ rate: Int) -> String {
    (Double(rate) / 1000).shortText(digits: 3)
  }

  /// The data source with the orientation, or, for a pattern other than stereo, with the pattern.
  package static func caseName(_ metadata: TakeMetadata) -> String {
    let isStereo = metadata.pattern == "stereo" || metadata.pattern.isEmpty
    let words = [
      metadata.dataSource, isStereo ? metadata.orientation ?? "" : metadata.pattern,
    ]
    return words.filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// A length of time without units that are too small to matter: "1 h 30 min".
  package static func duration(_ seconds: Double) -> String {
    let all = Int(seconds.rounded())
    let parts = [(all / 3600, "h"), (all / 60 % 60, "min"), (all % 60, "s")].filter { $0.0 > 0 }
    return parts.isEmpty ? "0 s" : parts.map { "\($0.0) \($0.1)" }.joined(separator: " ")
  }
}
