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

  /// Frames per call of ``process(input:output:)``.
  let hop: Int

  private let window: Int
  private let microphones: Int
  private let scannedBins: Int
  /// Vectors of channels of an input frame.
  private let groups: Int
  private let transform: WindowTransform
  private var scan: DirectionScan
  private let tracker: ResponseTracker
  /// The frames of the past that windows need, oldest first: input (later by the delay of the filters), and output.
  private let heard: UnsafeMutablePointer<Lanes>
  private let heardFrames: Int
  private let filtered: UnsafeMutablePointer<Lanes>
  /// The lane of the left ear where its correction goes back; those of what is taken apart are before it.
  static let backLane = 2
  /// The sine window.
  private let shape: UnsafeMutablePointer<Float>
  private let frames: UnsafeMutablePointer<Lanes>
  /// Spectra of the microphones, `[group][bin]`, the same of scanned bins in scalars, `[bin][microphone]`, and of the
  /// filters' output.
  private let spectra: UnsafeMutablePointer<LaneComplex>
  private let real: UnsafeMutablePointer<Float>
  private let imaginary: UnsafeMutablePointer<Float>
  private let ears: UnsafeMutablePointer<LaneComplex>
  /// The correction's spectrum, its window, and the second half of the window before.
  private let correction: UnsafeMutablePointer<LaneComplex>
  private let made: UnsafeMutablePointer<Lanes>
  private let tail: UnsafeMutablePointer<Lanes>
  /// True when the correction of the last window is not zero, and when that of the window before was not.
  private var isActive = false
  private var hasTail = false
  private var isEnded = false

  init(_ tables: DirectionalTables, inputStride: Int) {
    let grid = tables.grid
    (hop, window, microphones) = (grid.hop, grid.window, grid.microphones)
    scannedBins = grid.scannedBins
    groups = inputStride / Lanes.count
    transform = WindowTransform(size: grid.window)
    scan = DirectionScan(tables)
    tracker = ResponseTracker(tables, groups: inputStride / Lanes.count)
    heardFrames = grid.window + grid.delay
    heard = Memory.make(heardFrames * groups, of: .zero)
    filtered = Memory.make(grid.window + grid.hop, of: .zero)
    shape = Memory.make(grid.window, of: 0)
    for n in 0..<grid.window {
      shape[n] = Float(Elementary.turn(2 * n + 1, 4 * grid.window).sine)
    }
    frames = Memory.make(grid.window, of: .zero)
    spectra = Memory.make(groups * grid.bins, of: .zero)
    real = Memory.make(grid.scannedBins * grid.microphones, of: 0)
    imaginary = Memory.make(grid.scannedBins * grid.microphones, of: 0)
    ears = Memory.make(grid.bins, of: .zero)
    correction = Memory.make(grid.bins, of: .zero)
    made = Memory.make(grid.window, of: .zero)
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
    made.deallocate()
    tail.deallocate()
  }

  /// Frames by which the output of a grid's stage is late: the correction of a window goes back with the next one.
  static func latency(_ grid: DirectionalGrid) -> Int { 2 * grid.hop }

  /// Takes ``hop`` frames of the microphones and of the filters' output, and gives those of two hops before.
  ///
  /// - Parameters:
  ///   - input: vectors of channels, as ``FilterEngine/process(input:output:)`` takes them.
  ///   - output: the filters' stereo, interleaved; becomes the output.
  /// - Thread: realtime.
  @_noAllocation @_noLocks
  mutating func process(input: UnsafePointer<Lanes>, output: UnsafeMutablePointer<Float>) {
    take(input, UnsafePointer(output))
    // What was corrected before the end fades out with its windows.
    if !isEnded || isActive { analyse() }
    give(output)
    hasTail = isActive
    if isEnded {
      isActive = false
      return
    }
    scan.next(UnsafePointer(real), UnsafePointer(imaginary))
    isActive = tracker.correct(
      scan, microphones: UnsafePointer(spectra), ears: UnsafePointer(ears), into: correction)
  }

  /// Corrects nothing from the next window on: it costs next to nothing then, and is as late as before.
  ///
  /// - Thread: realtime.
  @_noAllocation @_noLocks
  mutating func end() { isEnded = true }

  /// Forgets all sound so far.
  ///
  /// - Thread: realtime.
  @_noAllocation @_noLocks
  mutating func reset() {
    for n in 0..<(heardFrames * groups) { heard[n] = .zero }
    for n in 0..<(window + hop) { filtered[n] = .zero }
    scan.reset()
    tracker.reset()
    (isActive, hasTail, isEnded) = (false, false, false)
  }

  /// Moves the past on by a hop.
  @_noAllocation @_noLocks
  private func take(_ input: UnsafePointer<Lanes>, _ output: UnsafePointer<Float>) {
    let kept = (heardFrames - hop) * groups
    for n in 0..<kept { heard[n] = heard[n + hop * groups] }
    for n in 0..<(hop * groups) { heard[kept + n] = input[n] }
    for n in 0..<window { filtered[n] = filtered[n + hop] }
    for n in 0..<hop {
      var both = Lanes.zero
      both[0] = output[2 * n]
      both[1] = output[2 * n + 1]
      filtered[n + window] = both
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
      for bin in 0..<scannedBins {
        let value = spectra[group * bins + bin]
        let place = bin * microphones + group * Lanes.count
        for lane in 0..<lanes {
          real[place + lane] = value.re[lane]
          imaginary[place + lane] = value.im[lane]
        }
      }
    }
    for n in 0..<window { frames[n] = filtered[n + hop] * shape[n] }
    if isActive {
      transform.both(
        UnsafePointer(frames), bins: ears, back: UnsafePointer(correction), made: made)
      for n in 0..<window { made[n] *= shape[n] }
    } else {
      transform.forward(UnsafePointer(frames), bins: ears)
    }
  }

  /// The filters' output of two hops before, with the corrections of the windows that it is in.
  @_noAllocation @_noLocks
  private func give(_ output: UnsafeMutablePointer<Float>) {
    let lane = Self.backLane
    for n in 0..<hop {
      // Nothing is added where there is nothing to add: the bits stay, that of the sign of zero too.
      var (left, right) = (filtered[n][0], filtered[n][1])
      if hasTail {
        left += tail[n][lane]
        right += tail[n][lane + 1]
      }
      if isActive {
        left += made[n][lane]
        right += made[n][lane + 1]
        tail[n] = made[n + hop]
      }
      output[2 * n] = left
      output[2 * n + 1] = right
    }
  }
}
