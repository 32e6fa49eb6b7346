/// The matrix of FIR filters that makes stereo: 1 to 32 inputs, 1 or 2 outputs, block by block.
///
/// Fast convolution in uniform partitions: every block of inputs is transformed once, multiplied
/// with the spectra of all partitions of the filters, and what overlaps the next block is
/// added there. Speed comes from the layout. Eight inputs are four complex signals in the four
/// lanes of a vector (inputs 0...3 are the real parts, 4...7 the imaginary ones: a frame of eight
/// interleaved samples is already in place), the products need no unpacking (``FilterSpectra``),
/// and the lanes are summed before one single inverse transform that gives left in its real part
/// and right in its imaginary part. That transform has a quarter of the size with four lanes again:
/// lane s carries the frames 4j + s.
///
/// There is no feedback, so silence in becomes exact silence out after the length of the filters,
/// and no denormal number arises as long as inputs are 0 or at least 2^-64 in magnitude, which
/// ``SampleWords`` guarantees.
///
/// - Source: T. Stockham, High-speed convolution and correlation, 1966 (overlap-add); W. Gardner,
///   Efficient convolution without input-output delay, 1995 (partitions).
public struct FilterEngine: ~Copyable, @unchecked Sendable {
  // Unchecked because of the pointers: their memory is reachable through this one value only.

  /// Frames per call of ``process(input:output:)``.
  public let partition: Int
  /// Floats from one input frame to the next: the inputs, rounded up to a multiple of 8.
  public let inputStride: Int
  /// How many channels come out, interleaved.
  public let outputs: Int

  private let groups: Int
  private let parts: Int
  private let size: Int
  private let forward: LaneTransform
  private let inverse: LaneTransform
  /// `[group][part][position]`.
  private let factors: UnsafeMutablePointer<FilterSpectra.Factors>
  /// Spectra of the last blocks, `[group][slot][position]`, the slots a ring.
  private let spectra: UnsafeMutablePointer<LaneComplex>
  /// Where the bins M - k of four neighbouring positions stand.
  private let mirrors: UnsafeMutablePointer<SIMD4<Int32>>
  /// e^{2 pi i m s/M} for the lowest bin m of four neighbouring positions and lane s.
  private let laneTwiddles: UnsafeMutablePointer<LaneComplex>
  private let work: UnsafeMutablePointer<LaneComplex>
  /// What the last block adds to the next one, in the order of frames.
  private let tail: UnsafeMutablePointer<LaneComplex>
  private var newest = 0

  /// An engine for these filters, with silence as its past.
  ///
  /// - Parameter partition: Frames per block, a power of two from 32 to 1024.
  public init(_ taps: FilterTaps, partition: Int = 256) {
    precondition((32...1024).contains(partition) && partition & (partition - 1) == 0)
    self.partition = partition
    outputs = taps.outputs
    groups = (taps.inputs + 7) / 8
    inputStride = 8 * groups
    parts = (taps.taps + partition - 1) / partition
    size = 2 * partition
    forward = LaneTransform(size: size)
    inverse = LaneTransform(size: size / 4)
    factors = .allocate(capacity: groups * parts * size)
    spectra = .allocate(capacity: groups * parts * size)
    mirrors = .allocate(capacity: size / 4)
    laneTwiddles = .allocate(capacity: size / 4)
    work = .allocate(capacity: size / 4)
    tail = .allocate(capacity: size / 8)
    spectra.initialize(repeating: .zero, count: groups * parts * size)
    work.initialize(repeating: .zero, count: size / 4)
    tail.initialize(repeating: .zero, count: size / 8)
    fillFactors(FilterSpectra(taps, partition: partition))
    fillPermutedTables()
  }

  deinit {
    factors.deallocate()
    spectra.deallocate()
    mirrors.deallocate()
    laneTwiddles.deallocate()
    work.deallocate()
    tail.deallocate()
  }

  private func fillFactors(_ source: FilterSpectra) {
    for group in 0..<groups {
      for part in 0..<parts {
        let target = factors + (group * parts + part) * size
        for (n, value) in source.factors(group: group, part: part).enumerated() {
          (target + n).initialize(to: value)
        }
      }
    }
  }

  private func fillPermutedTables() {
    var positions = [Int32](repeating: 0, count: size)
    for position in 0..<size {
      positions[LaneTransform.bin(at: position, size: size)] = Int32(position)
    }
    for quad in 0..<(size / 4) {
      var mirror = SIMD4<Int32>.zero
      var twiddle = LaneComplex.zero
      let lowest = LaneTransform.bin(at: 4 * quad, size: size)
      for n in 0..<4 {
        let bin = LaneTransform.bin(at: 4 * quad + n, size: size)
        mirror[n] = positions[(size - bin) % size]
        let (sine, cosine) = Elementary.turn(lowest * n, size)
        twiddle.re[n] = Float(cosine)
        twiddle.im[n] = Float(sine)
      }
      (mirrors + quad).initialize(to: mirror)
      (laneTwiddles + quad).initialize(to: twiddle)
    }
  }

  /// Filters one block: the output is the convolution of all inputs up to and with this block.
  ///
  /// - Parameters:
  ///   - input: ``partition`` interleaved frames, ``inputStride`` floats apart, aligned to 16
  ///     bytes as allocated memory is; what lies between the last input and the stride must be
  ///     finite.
  ///   - output: Receives ``partition`` interleaved frames of ``outputs`` channels.
  /// - Thread: realtime.
  @_noAllocation @_noLocks
  public mutating func process(
    input: UnsafePointer<Float>, output: UnsafeMutablePointer<Float>
  ) {
    precondition(UInt(bitPattern: input) % 16 == 0, "the input must be aligned to 16 bytes")
    process(
      vectors: UnsafeRawPointer(input).assumingMemoryBound(to: SIMD4<Float>.self), output: output)
  }

  /// Filters one block that is already in vectors.
  @_noAllocation @_noLocks
  mutating func process(
    vectors: UnsafePointer<SIMD4<Float>>, output: UnsafeMutablePointer<Float>
  ) {
    newest = newest == 0 ? parts - 1 : newest - 1
    // Two vectors and a complex number with four lanes have one layout.
    let frames = UnsafeRawPointer(vectors).assumingMemoryBound(to: LaneComplex.self)
    for group in 0..<groups {
      forward.forward(
        zeroPadded: frames + group, stride: groups,
        bins: spectra + (group * parts + newest) * size)
    }
    for quad in 0..<(size / 4) { multiply(quad) }
    inverse.inverse(work)
    if outputs == 2 {
      addStereo(UnsafeMutableRawPointer(output))
    } else {
      addMono(UnsafeMutableRawPointer(output))
    }
  }

  /// Forgets what was heard.
  ///
  /// - Thread: realtime.
  @_noAllocation @_noLocks
  public mutating func reset() {
    for n in 0..<(groups * parts * size) { spectra[n] = .zero }
    for n in 0..<(size / 8) { tail[n] = .zero }
    newest = 0
  }

  /// Four neighbouring positions (the bins m, m + M/4, m + M/2, m + 3M/4): products over all
  /// inputs and partitions, and the first stage of the inverse transform.
  @_noAllocation @_noLocks
  @inline(__always)
  private func multiply(_ quad: Int) {
    let mirror = mirrors[quad]
    let (m0, m1) = (Int(mirror.x), Int(mirror.y))
    let (m2, m3) = (Int(mirror.z), Int(mirror.w))
    var (a, b) = (LaneComplex.zero, LaneComplex.zero)
    var (c, d) = (LaneComplex.zero, LaneComplex.zero)
    for group in 0..<groups {
      var slot = newest
      var factor = factors + group * parts * size + 4 * quad
      for _ in 0..<parts {
        let z = spectra + (group * parts + slot) * size
        let own = z + 4 * quad
        FilterEngine.accumulate(&a, own[0], z[m0], factor[0])
        FilterEngine.accumulate(&b, own[1], z[m1], factor[1])
        FilterEngine.accumulate(&c, own[2], z[m2], factor[2])
        FilterEngine.accumulate(&d, own[3], z[m3], factor[3])
        factor += size
        slot = slot + 1 == parts ? 0 : slot + 1
      }
    }
    let (s0, s1, s2, s3) = LaneTransform.inverseButterfly(a, b, c, d)
    let sums = LaneComplex(
      FilterEngine.sums(s0.re, s1.re, s2.re, s3.re), FilterEngine.sums(s0.im, s1.im, s2.im, s3.im))
    work[quad] = sums * laneTwiddles[quad]
  }

  /// Adds z P + conj(mirror) Q.
  @_noAllocation @_noLocks
  @inline(__always)
  private static func accumulate(
    _ sum: inout LaneComplex, _ z: LaneComplex, _ mirror: LaneComplex,
    _ factors: FilterSpectra.Factors
  ) {
    sum = sum + (z * factors.p + mirror.conjugateTimes(factors.q))
  }

  /// The sums over the lanes of four vectors, in the lanes of one.
  @_noAllocation @_noLocks
  @inline(__always)
  private static func sums(
    _ a: SIMD4<Float>, _ b: SIMD4<Float>, _ c: SIMD4<Float>, _ d: SIMD4<Float>
  ) -> SIMD4<Float> {
    let abLow = SIMD4<Float>(a.x, b.x, a.y, b.y)
    let abHigh = SIMD4<Float>(a.z, b.z, a.w, b.w)
    let cdLow = SIMD4<Float>(c.x, d.x, c.y, d.y)
    let cdHigh = SIMD4<Float>(c.z, d.z, c.w, d.w)
    let ab: SIMD4<Float> = abLow + abHigh
    let cd: SIMD4<Float> = cdLow + cdHigh
    let even = SIMD4<Float>(lowHalf: ab.lowHalf, highHalf: cd.lowHalf)
    let odd = SIMD4<Float>(lowHalf: ab.highHalf, highHalf: cd.highHalf)
    return even + odd
  }

  /// The outside stage of the inverse transform, overlap, and interleaving to left and right.
  @_noAllocation @_noLocks
  private func addStereo(_ output: UnsafeMutableRawPointer) {
    let quarter = size / 16
    for n in 0..<quarter {
      let (a, b, c, d) = inverse.frames(work, at: n)
      FilterEngine.storeStereo(a + tail[n], output + 32 * n)
      FilterEngine.storeStereo(b + tail[n + quarter], output + 32 * (n + quarter))
      tail[n] = c
      tail[n + quarter] = d
    }
  }

  /// The outside stage of the inverse transform and overlap for one output.
  @_noAllocation @_noLocks
  private func addMono(_ output: UnsafeMutableRawPointer) {
    let quarter = size / 16
    for n in 0..<quarter {
      let (a, b, c, d) = inverse.frames(work, at: n)
      output.storeBytes(of: (a + tail[n]).re, toByteOffset: 16 * n, as: SIMD4<Float>.self)
      output.storeBytes(
        of: (b + tail[n + quarter]).re, toByteOffset: 16 * (n + quarter), as: SIMD4<Float>.self)
      tail[n] = c
      tail[n + quarter] = d
    }
  }

  /// Four frames of left in the real and right in the imaginary part, interleaved.
  @_noAllocation @_noLocks
  @inline(__always)
  private static func storeStereo(_ frames: LaneComplex, _ target: UnsafeMutableRawPointer) {
    let (l, r) = (frames.re, frames.im)
    let first = SIMD4<Float>(l.x, r.x, l.y, r.y)
    let second = SIMD4<Float>(l.z, r.z, l.w, r.w)
    target.storeBytes(of: first, as: SIMD4<Float>.self)
    target.storeBytes(of: second, toByteOffset: 16, as: SIMD4<Float>.self)
  }
}
