import Acoustics
import Boards
import Glibc

/// The turbulence of wind at the microphones: its spectrum, and its coherence between neighbouring microphones.
///
/// - Source: G. Corcos, The structure of the turbulent pressure field in boundary-layer flows, J. Fluid Mech. 18, 1964;
///   its constants for microphones in wind from D. Mirabilii and E. Habets, Simulating multi-channel wind noise based
///   on the Corcos model, IWAENC 2018.
struct WindField: Sendable {
  /// The wind speed in metres per second.
  let speed: Double
  /// The unit vector along which the air moves, in the device frame.
  let flow: Vector3

  /// The decay of coherence along and across the flow, per radian of the carried turbulence.
  private static let (along, across) = (0.125, 0.7)
  /// The speed of the turbulence that the flow carries, relative to the wind speed.
  private static let carried = 0.8
  /// The frequency at which the spectrum has fallen by 6 dB, in hertz for each metre per second of wind speed; above
  /// it, the spectrum falls by 12 dB per octave.
  ///
  /// - Source: C. Nelke and P. Vary, Measurement, analysis and simulation of wind noise signals for mobile
  ///   communication devices, IWAENC 2014: recordings of wind are flat up to about 150 Hz, and 13 to 16 dB softer at
  ///   400 to 500 Hz; the corner is assigned to 5 m/s and rises with the speed, because eddies of the same size pass
  ///   faster.
  private static let cornerPerSpeed = 43.0

  /// The complex coherence of two points at a frequency in hertz: the mean of the first signal times the conjugate of
  /// the second, divided by the power of either signal.
  func coherence(_ one: Vector3, _ other: Vector3, frequency: Double) -> Complex {
    let difference = one - other
    let downstream = dot(difference, flow)
    let beside = max(0, dot(difference, difference) - downstream * downstream).squareRoot()
    let radians = 2 * Double.pi * frequency / (Self.carried * speed)
    let magnitude = exp(-radians * (Self.along * abs(downstream) + Self.across * beside))
    // The carried turbulence arrives later at points downstream.
    let phase = -radians * downstream
    return Complex(magnitude * cos(phase), magnitude * sin(phase))
  }

  /// The power at a frequency in hertz, relative to low frequencies, where it is 1.
  func power(frequency: Double) -> Double {
    let ratio = frequency / (Self.cornerPerSpeed * speed)
    return 1 / ((1 + ratio * ratio) * (1 + ratio * ratio))
  }

  /// The factors that turn independent signals into signals with these coherences: the lower triangle of a Cholesky
  /// decomposition, row by row.
  func mixing(_ places: [Vector3], frequency: Double) -> [Complex] {
    let count = places.count
    var rows = [Complex](repeating: .zero, count: count * (count + 1) / 2)
    for row in 0..<count {
      let start = row * (row + 1) / 2
      for column in 0...row {
        let other = column * (column + 1) / 2
        var value = coherence(places[row], places[column], frequency: frequency)
        for n in 0..<column { value = value - rows[start + n] * rows[other + n].conjugate }
        if column == row {
          // Two microphones at one point have identical signals, so nothing is left for the second.
          rows[start + row] = Complex(max(0, value.re).squareRoot())
        } else {
          let divisor = rows[other + column].re
          rows[start + column] = divisor > 1e-6 ? value * (1 / divisor) : .zero
        }
      }
    }
    return rows
  }
}
