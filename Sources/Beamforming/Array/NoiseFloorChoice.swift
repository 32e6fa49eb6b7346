import Acoustics
import Boards
import Glibc

/// Chooses the noise floor that suits the known errors of a board's microphones.
///
/// Errors of gain, phase and position that have the variance s disturb a pattern by a power of s / WNG. With a board of
/// usual capsules (0.7 dB, 1 degree, 0.5 mm) and a floor of -10 dB, this power is -12 dB; the floor for other boards is
/// chosen to keep the power at that value.
///
/// - Source: Doclo and Moonen, IEEE TSP 51 (2003), and Mabande, Schad, Kellermann, ICASSP 2009.
public enum NoiseFloorChoice {
  /// The floor in decibels for boards with at most the usual errors: lower floors gain little and add noise.
  public static let usual = -10.0
  /// The highest floor in decibels: with a floor near 0, nothing of the array's effect remains.
  public static let highest = -3.0
  /// The frequency in hertz at which position errors are evaluated: it lies in about the highest octave in which the
  /// floor limits a small array.
  private static let placeFrequency = 1000.0

  /// The floor that suits a board, in decibels.
  public static func standard(for board: Board) -> Double {
    let tolerances = board.microphones.map(\.tolerance)
    let square = tolerances.reduce(0) { $0 + $1 * $1 } / Double(max(1, tolerances.count))
    let own = variance(board.mismatch, place: square.squareRoot())
    let reference = variance(.standard(for: .nominal), place: 0.0005)
    return max(usual, min(highest, usual + 10 * log10(own / reference)))
  }

  /// The variance of the microphones' factors, from their errors of gain, phase and position (metres, one sigma).
  private static func variance(_ mismatch: Mismatch, place: Double) -> Double {
    let gain = mismatch.gainError * log(10) / 20
    let phase = mismatch.phaseError * .pi / 180
    let path = 2 * .pi * placeFrequency / Air.speedOfSound * place
    return gain * gain + phase * phase + path * path
  }
}
