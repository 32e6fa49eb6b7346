/// The source of the time of day, and its reliability.
public struct ClockQuality: Sendable, Equatable {
  /// The possible sources of a clock, worst first.
  public enum Source: String, CaseIterable, Sendable, Codable {
    /// Never set: the date means nothing.
    case unset
    /// A credible date that continues from its value at power-off, and is late by the time without power.
    case kept
    /// A credible date from an unknown source, such as a manual setting.
    case unknown
    /// The board's battery-backed clock, from power-on: some seconds a day.
    case rtc
    /// Kept in sync by a program, usually by NTP; also by GPS if chrony disciplines the clock.
    case ntp
    /// A GPS receiver, which set the time or was compared with the clock.
    case gps
    /// Kept in sync, and corrected by a pulse per second.
    case pps
  }

  /// The source.
  public var source: Source
  /// The largest error assumed by the kernel or the receiver, in seconds; `nil` if unknown.
  public var errorSeconds: Double?

  /// A quality from its parts.
  public init(_ source: Source, errorSeconds: Double? = nil) {
    self.source = source
    self.errorSeconds = errorSeconds
  }

  /// The quality as files store it: "ntp;0.012".
  var text: String { source.rawValue + (errorSeconds.map { ";\($0)" } ?? "") }

  /// Reads the form of ``text``.
  init?(text: String) {
    let parts = text.split(separator: ";", maxSplits: 1)
    guard let word = parts.first,
      // From earlier versions: one word for two sources.
      let source = word == "saved" ? .unknown : Source(rawValue: String(word))
    else { return nil }
    let error =
      parts.count > 1 ? Double(parts[1]).flatMap { $0.isFinite && $0 >= 0 ? $0 : nil } : nil
    self.init(source, errorSeconds: error)
  }

  /// True if the date may be wrong by any amount: nothing keeps it right.
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
