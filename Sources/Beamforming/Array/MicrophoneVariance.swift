import Acoustics
import Boards
import Glibc

/// The mean square by which the signals of a board's microphones are off.
struct MicrophoneVariance {
  /// The variance of gain (nepers) and phase (radians).
  private let constant: Double
  /// The variance of the positions along an axis, metres squared.
  private let position: Double

  /// The variance of some microphones of a board, by its mismatch and its tolerances.
  init(_ board: Board, microphones: [Int]) {
    let gain = board.mismatch.gainError * 2.302585092994046 / 20
    let phase = board.mismatch.phaseError * .pi / 180
    constant = gain * gain + phase * phase
    let squares = microphones.map { board.microphones[$0].tolerance }.map { $0 * $0 }
    position = squares.reduce(0, +) / Double(max(1, squares.count))
  }

  /// The mean square of the complex errors, relative to the signals, at a frequency in hertz.
  func at(_ frequency: Double) -> Double {
    let wavenumber = 2 * Double.pi * frequency / Air.speedOfSound
    return constant + wavenumber * wavenumber * position
  }
}
