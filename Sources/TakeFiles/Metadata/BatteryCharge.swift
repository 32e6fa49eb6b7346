/// The charge of a battery at one moment, as its gauge reports it.
public struct BatteryCharge: Sendable, Equatable {
  /// The direction in which charge flows.
  public enum Flow: String, CaseIterable, Sendable, Codable {
    /// The battery powers the recorder.
    case discharging
    /// The battery is being charged.
    case charging
    /// The battery is full, and something else powers the recorder.
    case full
    /// The battery is not being charged, and something else powers the recorder.
    case external
    /// The direction is unknown, because many gauges do not measure the current.
    case unknown
  }

  /// The direction in which charge flows.
  public var state: Flow
  /// The charge in percent of the battery's capacity; `nil` if the gauge does not report it.
  public var percent: Double?
  /// True if the gauge itself calls the charge critical.
  public var isCritical = false

  /// A charge from its parts.
  public init(_ state: Flow, percent: Double? = nil, isCritical: Bool = false) {
    self.state = state
    self.percent = percent
    self.isCritical = isCritical
  }

  /// True if the battery powers the recorder, as far as is known: false only if something else is known to do so.
  public var feeds: Bool { state == .discharging || state == .unknown }

  /// The charge in the form in which files store it: "discharging;87".
  var text: String { state.rawValue + (percent.map { ";\($0)" } ?? "") }

  /// Parses a text in the form of ``text``; `nil` for anything else.
  init?(text: String) {
    let parts = text.split(separator: ";", maxSplits: 1)
    guard let word = parts.first, let state = Flow(rawValue: String(word)) else { return nil }
    let percent =
      parts.count > 1 ? Double(parts[1]).flatMap { (0...100).contains($0) ? $0 : nil } : nil
    self.init(state, percent: percent)
  }

  /// The charge in words: "87 %, discharging".
  public var words: String {
    let state =
      switch state {
      case .discharging: "discharging"
      case .charging: "charging"
      case .full: "full"
      case .external: "not charging, on external power"
      case .unknown: "charging state unknown"
      }
    return (percent.map { "\(Int($0.rounded())) %, " } ?? "") + state
      + (isCritical ? ", critical" : "")
  }
}
