import Boards
import Calibration

/// The error of a calibration: the largest of any microphone.
struct CalibrationError {
  var gain = 0.0
  var delay = 0.0
  var gainDeviations = 0.0
  var delayDeviations = 0.0
  let isMapRight: Bool
  let isPolarityRight: Bool

  init(_ found: ArrayCalibration, _ scene: CalibrationScene) {
    let real = scene.specimen.microphones
    isMapRight = found.microphones.map(\.channel) == real.map(\.channel)
    let opposite = zip(found.microphones, real).filter { $0.isInverted != $1.isInverted }.count
    // The polarity of all of them together is not known.
    isPolarityRight = opposite == 0 || opposite == real.count
    let count = Double(real.count)
    let gains = zip(found.microphones, real).map { $0.gain.value - $1.gain }
    let delays = zip(found.microphones, real).map { $0.delay.value - $1.delay * 1e6 }
    let (gainMean, delayMean) = (gains.reduce(0, +) / count, delays.reduce(0, +) / count)
    for (n, microphone) in found.microphones.enumerated() {
      let (loud, late) = (abs(gains[n] - gainMean), abs(delays[n] - delayMean))
      gain = max(gain, loud)
      delay = max(delay, late)
      gainDeviations = max(gainDeviations, loud / microphone.gain.error)
      delayDeviations = max(delayDeviations, late / microphone.delay.error)
    }
  }

  /// The sum of the squared distances of microphones from where they are, beside a shift of all of them: in the plane
  /// of x and y, millimetres.
  static func distances(_ offsets: [Vector3], _ scene: CalibrationScene) -> Double {
    let left = offsets.indices.map { n in
      offsets[n]
        - (scene.specimen.microphones[n].position - scene.board.microphones[n].position) * 1000
    }
    let mean = left.reduce(.zero, +) / Double(left.count)
    return left.reduce(0) { sum, one in
      let (x, y) = (one.x - mean.x, one.y - mean.y)
      return sum + x * x + y * y
    }
  }
}
