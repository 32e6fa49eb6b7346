import Boards

/// One value of a microphone that a calibration changes in the board file.
struct CalibrationChange {
  /// The key of the value in the board file.
  let key: String
  /// The text that is written as the new value.
  let value: String
  /// The old and the new value, in words.
  let words: String
  /// Makes the same change to a microphone in memory.
  let apply: (inout Microphone) -> Void

  /// All changes for one microphone: the values that are known well enough and differ from the file's.
  static func all(_ calibration: ArrayCalibration, microphone n: Int) -> [CalibrationChange] {
    let (found, old) = (calibration.microphones[n], calibration.board.microphones[n])
    var changes: [CalibrationChange] = []
    if found.channel != old.channel {
      changes.append(
        CalibrationChange(
          key: "channel", value: "\(found.channel)",
          words: "channel \(old.channel) -> \(found.channel)"
        ) { $0.channel = found.channel })
    }
    if found.isInverted != old.isInverted {
      changes.append(
        CalibrationChange(
          key: "inverted", value: "\(found.isInverted)",
          words: found.isInverted ? "inverted" : "no longer inverted"
        ) { $0.isInverted = found.isInverted })
    }
    let gain = hundredths(found.gain.value)
    if calibration.knowsGains, gain != hundredths(old.gain) {
      changes.append(
        CalibrationChange(
          key: "gain", value: fixed(gain), words: "gain \(fixed(old.gain)) -> \(fixed(gain)) dB"
        ) { $0.gain = gain })
    }
    let delay = hundredths(found.delay.value)
    if calibration.knowsDelays, delay != hundredths(old.delay * 1e6) {
      changes.append(
        CalibrationChange(
          key: "delay", value: fixed(delay),
          words: "delay \(fixed(old.delay * 1e6)) -> \(fixed(delay)) us"
        ) { $0.delay = delay / 1e6 })
    }
    return changes + place(found, old)
  }

  /// Small changes to every value that a calibration may change, for testing whether they can be written.
  static func trial(_ old: Microphone, channel: Int) -> [CalibrationChange] {
    let gain = old.gain - (old.gain > 0 ? 0.01 : -0.01)
    let delay = old.delay * 1e6 - (old.delay > 0 ? 0.01 : -0.01)
    // This is far less than any tolerance, and more than rounding errors.
    let place = (0..<3).map { old.position[$0] * 1000 - (old.position[$0] > 0 ? 1e-5 : -1e-5) }
    let list = "[\(place.map { "\($0)" }.joined(separator: ", "))]"
    return [
      CalibrationChange(key: "channel", value: "\(channel)", words: "") { $0.channel = channel },
      CalibrationChange(key: "inverted", value: "\(!old.isInverted)", words: "") {
        $0.isInverted.toggle()
      },
      CalibrationChange(key: "gain", value: "\(gain)", words: "") { $0.gain = gain },
      CalibrationChange(key: "delay", value: "\(delay)", words: "") { $0.delay = delay / 1e6 },
      CalibrationChange(key: "position", value: list, words: "") {
        $0.position = Vector3(place[0], place[1], place[2]) / 1000
      },
    ]
  }

  private static func place(
    _ found: ArrayCalibration.Microphone, _ old: Microphone
  ) -> [CalibrationChange] {
    // People write millimetres with at most four decimals; any further decimals are due to rounding from metres.
    let before = (0..<3).map { (old.position[$0] * 1e7).rounded() / 1e4 }
    let after = (0..<3).map { axis -> Double in
      let shift = hundredths(found.offset[axis].value)
      let limited = max(-old.tolerance * 1000, min(old.tolerance * 1000, shift))
      return found.knowsPlace(axis: axis) ? hundredths(before[axis] + limited) : before[axis]
    }
    guard before != after else { return [] }
    let shift = (0..<3).map { fixed(after[$0] - before[$0]) }.joined(separator: ", ")
    return [
      CalibrationChange(
        key: "position", value: "[\(after.map { "\($0)" }.joined(separator: ", "))]",
        words: "position moved by [\(shift)] mm"
      ) { $0.position = Vector3(after[0], after[1], after[2]) / 1000 }
    ]
  }

  private static func hundredths(_ value: Double) -> Double {
    let rounded = (value * 100).rounded() / 100
    return rounded == 0 ? 0 : rounded
  }
}
