/// Where the time of day came from, and how reliable it is.
public struct ClockQuality: Sendable, Equatable {
  /// The sources from which a clock can have its time, the worst first.
  public enum Source: String, CaseIterable, Sendable, Codable {
    /// The clock was never set: the date means nothing.
    case unset
    /// The date is credible, but continues from its value when the power went off, so it is late by the time without
    /// power.
    case kept
    /// The date is credible, but its source is unknown: a person may have set the clock, for example.
    case unknown
    /// The time was taken at power-on from the board's battery-backed clock, which is wrong by a few seconds more each
    /// day.
    case rtc
    /// A program keeps the clock in sync, usually by NTP; if chrony controls the clock, it may also use GPS.
    case ntp
    /// A GPS receiver set the clock, or the clock was compared with one.
    case gps
    /// The clock is kept in sync, and corrected by a pulse per second.
    case pps
  }

  /// The source of the time.
  public var source: Source
  /// The largest error that the kernel or the receiver considers possible, in seconds; `nil` if unknown.
  public var errorSeconds: Double?

  /// A quality from its parts.
  public init(_ source: Source, errorSeconds: Double? = nil) {
    self.source = source
    self.errorSeconds = errorSeconds
  }

  /// The quality in the form in which files store it: "ntp;0.012".
  var text: String { source.rawValue + (errorSeconds.map { ";\($0)" } ?? "") }

  /// Parses a text in the form of ``text``.
  init?(text: String) {
    let parts = text.split(separator: ";", maxSplits: 1)
    guard let word = parts.first,
      // Earlier versions wrote "saved" for two of these sources.
      let source = word == "saved" ? .unknown : Source(rawValue: String(word))
    else { return nil }
    let error =
      parts.count > 1 ? Double(parts[1]).flatMap { $0.isFinite && $0 >= 0 ? $0 : nil } : nil
    self.init(source, errorSeconds: error)
  }

  /// True if the date may be wrong by any amount, because nothing keeps the clock right.
  public var isDoubtful: Bool { [.unset, .kept, .unknown].contains(source) }

  /// The quality in words.
  public var words: String {
    let source =
      switch source {
      case .unset: "not set"
      case .kept: "resumed from its time at power-off"
      case .unknown: "set, from an unknown source"
      case .rtc: "battery-backed clock"
      case .ntp: "synchronised"
      case .gps: "set by GPS"
      case .pps: "set by a pulse per second"
      }
    return source + (errorSeconds.map { ", within \($0) s" } ?? "")
  }
}
