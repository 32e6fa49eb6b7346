/// The charge of a battery at one moment, as reported by its gauge.
public struct BatteryCharge: Sendable, Equatable {
  /// The directions in which charge can flow.
  public enum Flow: String, CaseIterable, Sendable, Codable {
    /// It powers the recorder.
    case discharging
    /// It is being charged.
    case charging
    /// It is full, and something else powers the recorder.
    case full
    /// It is not charging, and something else powers the recorder.
    case external
    /// Unknown; many gauges measure no current.
    case unknown
  }

  /// The direction.
  public var state: Flow
  /// Percent of its capacity; `nil` if its gauge does not report it.
  public var percent: Double?
  /// True if its gauge itself calls the charge critical.
  public var isCritical = false

  /// A charge from its parts.
  public init(_ state: Flow, percent: Double? = nil, isCritical: Bool = false) {
    self.state = state
    self.percent = percent
    self.isCritical = isCritical
  }

  /// True unless something else is known to power the recorder.
  public var feeds: Bool { state == .discharging || state == .unknown }

  /// The charge as files store it: "discharging;87".
  var text: String { state.rawValue + (percent.map { ";\($0)" } ?? "") }

  /// Reads the form of ``text``.
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
