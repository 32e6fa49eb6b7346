/// The source of the time of day, and how far it can be trusted.
public struct ClockQuality: Sendable, Equatable {
  /// The sources that a clock can have, from the worst on.
  public enum Source: String, CaseIterable, Sendable, Codable {
    /// Never set: the date means nothing.
    case unset
    /// A credible date without a source: set by hand, or from a file that kept the time of the last shutdown.
    case saved
    /// The battery-backed clock of the board, since the start: some seconds a day.
    case rtc
    /// Kept in step by a program, usually by NTP; also by GPS where chrony disciplines the clock.
    case ntp
    /// A receiver for satellites, which gave the time or was compared with the clock.
    case gps
  }

  /// The source.
  public var source: Source
  /// The largest error that the kernel or the receiver counts with, in seconds; `nil` when it is not told.
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
    guard let word = parts.first, let source = Source(rawValue: String(word)) else { return nil }
    let error =
      parts.count > 1 ? Double(parts[1]).flatMap { $0.isFinite && $0 >= 0 ? $0 : nil } : nil
    self.init(source, errorSeconds: error)
  }

  /// The quality in words.
  public var words: String {
    let source =
      switch source {
      case .unset: "not set"
      case .saved: "set, from no source that is known"
      case .rtc: "battery-backed clock"
      case .ntp: "synchronised"
      case .gps: "by satellites"
      }
    return source + (errorSeconds.map { ", within \($0) s" } ?? "")
  }
}
