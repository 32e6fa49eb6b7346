import Acoustics
import Boards
import Glibc

/// The noise floor that suits the known errors of a board's microphones.
///
/// Errors of gain, phase and position with variance s disturb a pattern by a power of s / WNG. The floor is chosen to
/// keep this power at its value for a board of usual capsules (0.7 dB, 1 degree, 0.5 mm) at -10 dB: at -12 dB.
///
/// - Source: Doclo and Moonen, IEEE TSP 51 (2003), and Mabande, Schad, Kellermann, ICASSP 2009.
public enum NoiseFloorChoice {
  /// The floor of usual and of better boards, decibels: lower ones gain little and add noise.
  public static let usual = -10.0
  /// The highest floor, decibels: a floor near 0 leaves nothing of the array.
  public static let highest = -3.0
  /// The frequency in hertz for evaluating position errors: about the highest octave in which the floor limits a small
  /// array.
  private static let placeFrequency = 1000.0

  /// The floor for a board, decibels.
  public static func standard(for board: Board) -> Double {
    let tolerances = board.microphones.map(\.tolerance)
    let square = tolerances.reduce(0) { $0 + $1 * $1 } / Double(max(1, tolerances.count))
    let own = variance(board.mismatch, place: square.squareRoot())
    let reference = variance(.standard(for: .nominal), place: 0.0005)
    return max(usual, min(highest, usual + 10 * log10(own / reference)))
  }

  /// The variance of the microphones' factors: from gain and phase, and from position (metres, one sigma) as phase.
  private static func variance(_ mismatch: Mismatch, place: Double) -> Double {
    let gain = mismatch.gainError * log(10) / 20
    let phase = mismatch.phaseError * .pi / 180
    let path = 2 * .pi * placeFrequency / Air.speedOfSound * place
    return gain * gain + phase * phase + path * path
  }
}
