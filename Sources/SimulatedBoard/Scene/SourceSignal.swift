import Acoustics
import Glibc

/// The samples of a source around the present frame, and their quadrature.
///
/// The quadrature is the signal with all phases delayed by 90 degrees (its Hilbert transform); microphones with
/// a phase error need it.
struct SourceSignal: Sendable {
  private var stream: SoundStream
  private let needsQuadrature: Bool
  private var samples: [Float]
  private var quadrature: [Float]
  /// The frame to which `samples[0]` belongs.
  private var first: Int
  private var count = 0
  private var quadratureCount: Int

  /// The number of frames on either side used to compute the quadrature.
  ///
  /// At 48 kHz, the quadrature is accurate to 0.002 (relative to the signal) from 100 Hz to 23.9 kHz (measured);
  /// towards 0 Hz it falls to 0, because no filter can turn the phase of a constant.
  static let quadratureReach = 511
  private static let chunk = 4096

  /// The odd taps of the quadrature, from tap 1: 2 / (pi k), multiplied by a Kaiser window with a beta of 5.
  private static let quadratureTaps: [Float] = stride(from: 1, through: quadratureReach, by: 2).map
  {
    let edge = Double($0) / Double(quadratureReach + 1)
    let window = besselI0(5 * (1 - edge * edge).squareRoot()) / besselI0(5)
    return Float(2 / (Double.pi * Double($0)) * window)
  }

  init(_ stream: SoundStream, span: Int, needsQuadrature: Bool) {
    self.stream = stream
    self.needsQuadrature = needsQuadrature
    first = stream.frame
    let room = span + 2 * Self.quadratureReach + 8 + Self.chunk
    samples = [Float](repeating: 0, count: room)
    quadrature = [Float](repeating: 0, count: needsQuadrature ? room : 0)
    quadratureCount = Self.quadratureReach
  }

  /// Makes the frames `from..<to` available, and drops the earlier ones.
  mutating func prepare(from: Int, to: Int) {
    let reach = Self.quadratureReach
    let end = to + (needsQuadrature ? reach + 8 : 0)
    guard end > first + count else { return }
    if end - first > samples.count { forget(before: from - reach) }
    let wanted = min(samples.count - count, max(end - first - count, Self.chunk / 2))
    samples.withUnsafeMutableBufferPointer {
      stream.next(into: $0.baseAddress! + count, count: wanted)
    }
    count += wanted
    if needsQuadrature { extendQuadrature() }
  }

  private mutating func forget(before frame: Int) {
    let dropped = frame - first
    guard dropped > 0 else { return }
    let kept = count - dropped
    samples.withUnsafeMutableBufferPointer {
      _ = memmove($0.baseAddress!, $0.baseAddress! + dropped, kept * MemoryLayout<Float>.stride)
    }
    if needsQuadrature {
      quadrature.withUnsafeMutableBufferPointer {
        _ = memmove($0.baseAddress!, $0.baseAddress! + dropped, kept * MemoryLayout<Float>.stride)
      }
      quadratureCount -= dropped
    }
    first = frame
    count = kept
  }

  private mutating func extendQuadrature() {
    let reach = Self.quadratureReach
    // The loop computes eight samples at a time, so the remainder waits for more samples.
    let ready = max(0, count - reach - quadratureCount) / 8 * 8
    let range = quadratureCount..<(quadratureCount + ready)
    samples.withUnsafeBufferPointer { buffer in
      quadrature.withUnsafeMutableBufferPointer { target in
        Self.quadratureTaps.withUnsafeBufferPointer { taps in
          guard let x = buffer.baseAddress, let h = target.baseAddress else { return }
          for n in stride(from: range.lowerBound, to: range.upperBound, by: 8) {
            Self.quadrature8(x + n, taps, into: h + n)
          }
        }
      }
    }
    quadratureCount = range.upperBound
  }

  /// Computes eight samples of the quadrature: `sum taps[k] (x[n - k] - x[n + k])` over odd k.
  private static func quadrature8(
    _ x: UnsafePointer<Float>, _ taps: UnsafeBufferPointer<Float>,
    into h: UnsafeMutablePointer<Float>
  ) {
    var sum = SIMD8<Float>.zero
    for tap in taps.indices {
      let k = 2 * tap + 1
      let before = UnsafeRawPointer(x - k).loadUnaligned(as: SIMD8<Float>.self)
      let after = UnsafeRawPointer(x + k).loadUnaligned(as: SIMD8<Float>.self)
      sum += taps[tap] * (before - after)
    }
    UnsafeMutableRawPointer(h).storeBytes(of: sum, as: SIMD8<Float>.self)
  }

  /// Passes the samples and their quadrature to a closure, starting with a given frame.
  ///
  /// - Precondition: the frames have been prepared.
  func withSamples(
    from frame: Int, _ body: (UnsafePointer<Float>, UnsafePointer<Float>?) -> Void
  ) {
    samples.withUnsafeBufferPointer { x in
      quadrature.withUnsafeBufferPointer { h in
        body(x.baseAddress! + (frame - first), h.baseAddress.map { $0 + (frame - first) })
      }
    }
  }
}
