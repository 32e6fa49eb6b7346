import PinnaCapture

extension CaptureConfiguration {
  /// Makes the configuration from the options of a C program.
  ///
  /// - Parameters:
  ///   - takes: the folder of takes; `nil` for a session that only listens.
  /// - options: the options as "KEY=VALUE", as listed in pinna.h.
  /// - Throws: ``PinnaCapture/CaptureError/unavailable(_:)``, which names the wrong option.
  init(takes: String?, options: [String]) throws(CaptureError) {
    self.init()
    var settings = TakeSettings(directory: takes ?? "")
    for option in options {
      let parts = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { throw .unavailable("option \"\(option)\": write KEY=VALUE") }
      try set(String(parts[0]), String(parts[1]), &settings)
    }
    if takes != nil { self.takes = settings }
  }

  private mutating func set(
    _ key: String, _ value: String, _ takes: inout TakeSettings
  ) throws(CaptureError) {
    switch key {
    case "format":
      guard let format = TakeSettings.Format(rawValue: value) else {
        let all = TakeSettings.Format.allCases.map(\.rawValue).joined(separator: ", ")
        throw .unavailable("option format=\(value): allowed values are \(all)")
      }
      takes.format = format
    case "raw": takes.keepsRaw = try Self.yes(key, value)
    case "pre-roll": takes.preRollSeconds = try Self.number(key, value)
    case "restart": takes.restartsAfterInterruption = try Self.yes(key, value)
    case "front-emphasis": frontEmphasis = try Self.number(key, value)
    case "width": width = try Self.number(key, value)
    case "cache": cacheDirectory = value
    case "hands": usesButtonsAndLights = try Self.yes(key, value)
    case "realtime": isRealtime = try Self.yes(key, value)
    default:
      throw .unavailable(
        "there is no option \(key); the options are format, raw, pre-roll, restart, front-emphasis, width, cache, "
          + "hands and realtime")
    }
  }

  private static func yes(_ key: String, _ value: String) throws(CaptureError) -> Bool {
    switch value {
    case "yes": true
    case "no": false
    default: throw .unavailable("option \(key)=\(value): write yes or no")
    }
  }

  private static func number(_ key: String, _ value: String) throws(CaptureError) -> Double {
    guard let number = Double(value), number.isFinite else {
      throw .unavailable("option \(key)=\(value): a number is expected")
    }
    return number
  }
}
