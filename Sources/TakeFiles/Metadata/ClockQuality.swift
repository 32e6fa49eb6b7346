/// The source of the time of day, and how far it can be trusted.
public struct ClockQuality: Sendable, Equatable {
  /// The sources that a clock can have, from the worst on.
  public enum Source: String, CaseIterable, Sendable, Codable {
    /// Never set: the date means nothing.
    case unset
    /// A credible date that goes on where it stood when the power was off, and is late by as long as that was.
    case kept
    /// A credible date from a source that is not known, such as a hand.
    case unknown
    /// The battery-backed clock of the board, since the start: some seconds a day.
    case rtc
    /// Kept in step by a program, usually by NTP; also by GPS where chrony disciplines the clock.
    case ntp
    /// A receiver for satellites, which gave the time or was compared with the clock.
    case gps
    /// Kept in step, and corrected by a pulse per second.
    case pps
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
    guard let word = parts.first,
      // Of earlier versions: one of two that were not told apart.
      let source = word == "saved" ? .unknown : Source(rawValue: String(word))
    else { return nil }
    let error =
      parts.count > 1 ? Double(parts[1]).flatMap { $0.isFinite && $0 >= 0 ? $0 : nil } : nil
    self.init(source, errorSeconds: error)
  }

  /// True when the date may be wrong by any time: nothing keeps it.
  public var isDoubtful: Bool { [.unset, .kept, .unknown].contains(source) }

  /// The quality in words.
  public var words: String {
    let source =
      switch source {
      case .unset: "not set"
      case .kept: "kept over power off"
      case .unknown: "set, from an unknown source"
      case .rtc: "battery-backed clock"
      case .ntp: "synchronised"
      case .gps: "by satellites"
      case .pps: "by a pulse per second"
      }
    return source + (errorSeconds.map { ", within \($0) s" } ?? "")
  }
}
