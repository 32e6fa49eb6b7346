import Acoustics
import Boards

/// The spectra of filters as if applied to perfect microphones: without corrections and without delay.
struct AppliedFilters {
  /// The indices of the board's microphones that have a filter.
  let microphones: [Int]
  /// The number of outputs.
  let outputs: Int
  /// The number of frequencies.
  let bins: Int
  /// The spectra, `[output][bin][microphone]`, in the order of ``microphones``.
  private var spectra: [Complex]

  /// Computes the spectra of a filter bank for a board.
  init(_ bank: FilterBank, board: Board, fftLength: Int) {
    let used = bank.microphonesInUse
    let transform = RealFourierTransform(length: fftLength)
    let causal = CausalFilter(taps: bank.taps, delay: bank.delay)
    let step = Double(bank.rate) / Double(fftLength)
    microphones = used
    outputs = bank.outputs
    bins = transform.bins
    spectra = Array(repeating: .zero, count: bank.outputs * transform.bins * used.count)
    for output in 0..<bank.outputs {
      for (position, n) in used.enumerated() {
        let taps = bank.filter(output: output, microphone: n).map(Double.init)
        let correction = Correction(board.microphones[n])
        for (bin, value) in causal.spectrum(of: taps, transform: transform).enumerated() {
          spectra[(output * transform.bins + bin) * used.count + position] =
            value * correction.inverse(Double(bin) * step)
        }
      }
    }
  }

  /// The weights of all microphones in use at one frequency.
  func weights(output: Int, bin: Int) -> [Complex] {
    let start = (output * bins + bin) * microphones.count
    return Array(spectra[start..<(start + microphones.count)])
  }

  /// The power of the microphones' self-noise in an output, relative to one microphone.
  func noisePower(output: Int, bin: Int) -> Double {
    weights(output: output, bin: bin).reduce(0) { $0 + $1.power }
  }
}
