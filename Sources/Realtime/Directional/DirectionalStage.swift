/// Adds to the filters' stereo what is missing from it for each direction that a sound comes from.
///
/// Output = filters + correction. Windows of the microphones and of the filters' output are taken apart with a sine
/// window, half a window apart; ``DirectionScan`` finds where each band's sound comes from, and ``ResponseTracker``
/// what the filters make of it and what a head would. Where a band is not the sound of one direction, the correction is
/// exactly zero, and frames whose two windows have none leave bit for bit as they came. The result depends on nothing
/// but the sound from the start of the take on.
///
/// - Source: after T. Berger et al., arXiv:2409.11731 (2024), signal-dependent binaural signal matching; V. Pulkki,
///   Spatial sound reproduction with directional audio coding, J. Audio Eng. Soc. 55(6), 2007, for the use of one
///   direction and one share of diffuse sound per band.
struct DirectionalStage: ~Copyable, @unchecked Sendable {
  // Unchecked because of the pointers: their memory is reachable through this one value only.

  /// Frames per call of ``process(input:output:)``, and frames by which the output is late.
  let hop: Int

  private let window: Int
  private let microphones: Int
  /// Vectors of channels of an input frame.
  private let groups: Int
  private let transform: WindowTransform
  private let scan: DirectionScan
  private let tracker: ResponseTracker
  /// The frames of the past that windows need, oldest first: input (later by the delay of the filters), and output.
  private let heard: UnsafeMutablePointer<Lanes>
  private let heardFrames: Int
  private let filtered: UnsafeMutablePointer<Lanes>
  /// The sine window.
  private let shape: UnsafeMutablePointer<Float>
  private let frames: UnsafeMutablePointer<Lanes>
  /// Spectra of the microphones, `[group][bin]`, the same in scalars, `[bin][microphone]`, and of the filters' output.
  private let spectra: UnsafeMutablePointer<LaneComplex>
  private let real: UnsafeMutablePointer<Float>
  private let imaginary: UnsafeMutablePointer<Float>
  private let ears: UnsafeMutablePointer<LaneComplex>
  /// The correction's spectrum, and the second half of its last window.
  private let correction: UnsafeMutablePointer<LaneComplex>
  private let tail: UnsafeMutablePointer<Lanes>
  private var hasTail = false

  init(_ tables: DirectionalTables, inputStride: Int) {
    let grid = tables.grid
    (hop, window, microphones) = (grid.hop, grid.window, grid.microphones)
    groups = inputStride / Lanes.count
    transform = WindowTransform(size: grid.window)
    scan = DirectionScan(tables)
    tracker = ResponseTracker(tables, groups: inputStride / Lanes.count)
    heardFrames = grid.window + grid.delay
    heard = Memory.make(heardFrames * groups, of: .zero)
    filtered = Memory.make(grid.window, of: .zero)
    shape = Memory.make(grid.window, of: 0)
    for n in 0..<grid.window {
      shape[n] = Float(Elementary.turn(2 * n + 1, 4 * grid.window).sine)
    }
    frames = Memory.make(grid.window, of: .zero)
    spectra = Memory.make(groups * grid.bins, of: .zero)
    real = Memory.make(grid.bins * grid.microphones, of: 0)
    imaginary = Memory.make(grid.bins * grid.microphones, of: 0)
    ears = Memory.make(grid.bins, of: .zero)
    correction = Memory.make(grid.bins, of: .zero)
    tail = Memory.make(grid.hop, of: .zero)
  }

  deinit {
    heard.deallocate()
    filtered.deallocate()
    shape.deallocate()
    frames.deallocate()
    spectra.deallocate()
    real.deallocate()
    imaginary.deallocate()
    ears.deallocate()
    correction.deallocate()
    tail.deallocate()
  }

  /// Takes ``hop`` frames of the microphones and of the filters' output, and gives those of one hop before.
  ///
  /// - Parameters:
  ///   - input: vectors of channels, as ``FilterEngine/process(input:output:)`` takes them.
  ///   - output: the filters' stereo, interleaved; becomes the output.
  /// - Thread: realtime.
  @_noAllocation @_noLocks
  mutating func process(input: UnsafePointer<Lanes>, output: UnsafeMutablePointer<Float>) {
    take(input, UnsafePointer(output))
    analyse()
    scan.next(UnsafePointer(real), UnsafePointer(imaginary))
    let isActive = tracker.correct(
      scan, microphones: UnsafePointer(spectra), ears: UnsafePointer(ears), into: correction)
    give(output, isActive: isActive)
  }

  /// Forgets all sound so far.
  ///
  /// - Thread: realtime.
  @_noAllocation @_noLocks
  mutating func reset() {
    for n in 0..<(heardFrames * groups) { heard[n] = .zero }
    for n in 0..<window { filtered[n] = .zero }
    scan.reset()
    tracker.reset()
    hasTail = false
  }

  /// Moves the past on by a hop.
  @_noAllocation @_noLocks
  private func take(_ input: UnsafePointer<Lanes>, _ output: UnsafePointer<Float>) {
    let kept = (heardFrames - hop) * groups
    for n in 0..<kept { heard[n] = heard[n + hop * groups] }
    for n in 0..<(hop * groups) { heard[kept + n] = input[n] }
    for n in 0..<hop {
      filtered[n] = filtered[n + hop]
      var both = Lanes.zero
      both[0] = output[2 * n]
      both[1] = output[2 * n + 1]
      filtered[n + hop] = both
    }
  }

  /// The spectra of a window.
  @_noAllocation @_noLocks
  private func analyse() {
    let bins = transform.bins
    for group in 0..<groups {
      for n in 0..<window { frames[n] = heard[n * groups + group] * shape[n] }
      transform.forward(UnsafePointer(frames), bins: spectra + group * bins)
      let lanes = min(Lanes.count, microphones - group * Lanes.count)
      for bin in 0..<bins {
        let value = spectra[group * bins + bin]
        let place = bin * microphones + group * Lanes.count
        for lane in 0..<lanes {
          real[place + lane] = value.re[lane]
          imaginary[place + lane] = value.im[lane]
        }
      }
    }
    for n in 0..<window { frames[n] = filtered[n] * shape[n] }
    transform.forward(UnsafePointer(frames), bins: ears)
  }

  /// The filters' output of one hop before, with the corrections of the windows that it is in.
  @_noAllocation @_noLocks
  private mutating func give(_ output: UnsafeMutablePointer<Float>, isActive: Bool) {
    if isActive {
      transform.inverse(UnsafePointer(correction), frames: frames)
      for n in 0..<window { frames[n] *= shape[n] }
    }
    for n in 0..<hop {
      // Nothing is added where there is nothing to add: the bits stay, that of the sign of zero too.
      var frame = filtered[n]
      if hasTail { frame += tail[n] }
      if isActive {
        frame += frames[n]
        tail[n] = frames[n + hop]
      }
      output[2 * n] = frame[0]
      output[2 * n + 1] = frame[1]
    }
    hasTail = isActive
  }
}
