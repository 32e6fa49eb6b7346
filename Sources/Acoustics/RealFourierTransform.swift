import CAlgebra

/// Computes Fourier transforms of real signals in Double; all signals have the same, even length.
///
/// A transform holds scratch memory, so each instance belongs to one thread.
public final class RealFourierTransform {
  /// The number of samples of the signal.
  public let length: Int
  /// The number of frequencies of the spectrum, from 0 to half the sample rate.
  public var bins: Int { length / 2 + 1 }
  private let plan: OpaquePointer

  /// Creates a transform for signals of this length.
  ///
  /// - Precondition: `length` is even and at least 2.
  public init(length: Int) {
    precondition(length >= 2 && length % 2 == 0, "a real transform has an even length")
    guard let plan = algebra_fft_create(CInt(length)) else {
      preconditionFailure("not enough memory for a transform of \(length) samples")
    }
    self.length = length
    self.plan = plan
  }

  deinit { algebra_fft_destroy(plan) }

  /// The spectrum `sum x[n] e^{-j 2 pi k n / length}` of a signal, padded with zeros.
  ///
  /// - Precondition: the signal is not longer than ``length``.
  public func forward<Signal: Collection>(_ signal: Signal) -> [Complex]
  where Signal.Element == Double {
    precondition(signal.count <= length)
    var padded = Array(signal)
    padded.append(contentsOf: repeatElement(0, count: length - signal.count))
    var spectrum = [Complex](repeating: .zero, count: bins)
    let status = spectrum.withUnsafeMutableBytes { bytes in
      algebra_fft_forward(plan, padded, bytes.bindMemory(to: Double.self).baseAddress)
    }
    precondition(status == 0, "not enough memory for a transform of \(length) samples")
    return spectrum
  }

  /// The signal of a spectrum; the imaginary parts at 0 and at half the sample rate do not matter.
  ///
  /// - Precondition: the spectrum has ``bins`` elements.
  public func inverse(_ spectrum: [Complex]) -> [Double] {
    precondition(spectrum.count == bins)
    var ends = spectrum
    ends[0].im = 0
    ends[bins - 1].im = 0
    var signal = [Double](repeating: 0, count: length)
    let status = ends.withUnsafeBytes { bytes in
      algebra_fft_inverse(plan, bytes.bindMemory(to: Double.self).baseAddress, &signal)
    }
    precondition(status == 0, "not enough memory for a transform of \(length) samples")
    return signal
  }
}
