/// Adds to the filters' stereo what is missing from it for each direction that a sound comes from, and takes wind out.
///
/// Output = filters + correction. Windows of the microphones and of the filters' output are taken apart with a sine
/// window, half a window apart; ``DirectionalCorrection`` finds where each band's sound comes from, what the filters
/// make of it and what a head would, ``WindReduction`` what in low bins is wind. Where a band is neither the sound of
/// one direction nor wind, the correction is exactly zero, and frames whose two windows have none leave bit for bit as
/// they came. The result depends on nothing but the sound from the start of the take on.
///
/// - Source: after T. Berger et al., arXiv:2409.11731 (2024), signal-dependent binaural signal matching; V. Pulkki,
///   Spatial sound reproduction with directional audio coding, J. Audio Eng. Soc. 55(6), 2007, for the use of one
///   direction and one share of diffuse sound per band.
struct StereoStage: ~Copyable, @unchecked Sendable {
  // Unchecked because of the pointers: their memory is reachable through this one value only.

  /// Frames per call of ``process(input:output:)``.
  let hop: Int

  private let window: Int
  private let microphones: Int
  /// The number of bins of the microphones that are needed in scalars.
  private let scalarBins: Int
  /// Vectors of channels of an input frame.
  private let groups: Int
  private let transform: WindowTransform
  /// True where there are tables for it: `directions` and `wind` hold a value only then.
  ///
  /// Swift 6.0 can compile neither an optional value that cannot be copied nor an optional pointer to one.
  private let usesDirections: Bool
  private let usesWind: Bool
  private let directions: UnsafeMutablePointer<DirectionalCorrection>
  private let wind: UnsafeMutablePointer<WindReduction>
  /// The frames of the past that windows need, oldest first: input (later by the delay of the filters), and output.
  private let heard: UnsafeMutablePointer<Lanes>
  private let heardFrames: Int
  private let filtered: UnsafeMutablePointer<Lanes>
  /// The lane of the left ear where its correction goes back; those of what is taken apart are before it.
  static let backLane = 2
  /// The sine window.
  private let shape: UnsafeMutablePointer<Float>
  private let frames: UnsafeMutablePointer<Lanes>
  private let spectrum: StereoWindow
  /// The correction's spectrum, its window, and the second half of the window before.
  private let correction: UnsafeMutablePointer<LaneComplex>
  private let made: UnsafeMutablePointer<Lanes>
  private let tail: UnsafeMutablePointer<Lanes>
  /// True when the correction of the last window is not zero, and when that of the window before was not.
  private var isActive = false
  private var hasTail = false
  private var isEnded = false

  /// A stage for what there are tables for.
  ///
  /// - Precondition: tables of one kind or of both, for the same microphones, windows and delay.
  init(_ tables: StereoTables, inputStride: Int) {
    let grid = tables.grid
    (hop, window, microphones) = (grid.window / 2, grid.window, grid.microphones)
    let groups = inputStride / Lanes.count
    let bins = grid.window / 2 + 1
    scalarBins = max(tables.directional?.grid.scannedBins ?? 0, tables.wind?.bins ?? 0)
    self.groups = groups
    transform = WindowTransform(size: grid.window)
    (usesDirections, usesWind) = (tables.directional != nil, tables.wind != nil)
    directions = .allocate(capacity: 1)
    wind = .allocate(capacity: 1)
    if let tables = tables.directional {
      directions.initialize(to: DirectionalCorrection(tables, groups: groups))
    }
    if let tables = tables.wind { wind.initialize(to: WindReduction(tables)) }
    heardFrames = grid.window + grid.delay
    heard = Memory.make(heardFrames * groups, of: .zero)
    filtered = Memory.make(grid.window + hop, of: .zero)
    shape = Memory.make(grid.window, of: 0)
    for n in 0..<grid.window {
      shape[n] = Float(Elementary.turn(2 * n + 1, 4 * grid.window).sine)
    }
    frames = Memory.make(grid.window, of: .zero)
    spectrum = StereoWindow(
      spectra: Memory.make(groups * bins, of: .zero),
      real: Memory.make(scalarBins * grid.microphones, of: 0),
      imaginary: Memory.make(scalarBins * grid.microphones, of: 0),
      ears: Memory.make(bins, of: .zero))
    correction = Memory.make(bins, of: .zero)
    made = Memory.make(grid.window, of: .zero)
    tail = Memory.make(hop, of: .zero)
  }

  deinit {
    if usesDirections { directions.deinitialize(count: 1) }
    if usesWind { wind.deinitialize(count: 1) }
    directions.deallocate()
    wind.deallocate()
    heard.deallocate()
    filtered.deallocate()
    shape.deallocate()
    frames.deallocate()
    spectrum.spectra.deallocate()
    spectrum.real.deallocate()
    spectrum.imaginary.deallocate()
    spectrum.ears.deallocate()
    correction.deallocate()
    made.deallocate()
    tail.deallocate()
  }

  /// The number of times that strong wind began.
  var windOnsets: Int {
    @_noAllocation @_noLocks get { usesWind ? wind.pointee.onsets : 0 }
  }

  /// The input frame at which it last began.
  var lastWindOnset: Int {
    @_noAllocation @_noLocks get { usesWind ? wind.pointee.lastOnset * hop - hop : 0 }
  }

  /// Frames by which the output is late: the correction of a window goes back with the next one.
  static func latency(window: Int) -> Int { window }

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
    let isWindy = isEnded ? false : analyse()
    if !isEnded && (usesDirections || isWindy) || isActive { analyseEars() }
    give(output)
    hasTail = isActive
    isActive = isEnded ? false : correct(isWindy: isWindy)
  }

  /// Makes the correction of a window; false when there is none.
  @_noAllocation @_noLocks
  private func correct(isWindy: Bool) -> Bool {
    var isCorrected = false
    if usesDirections { isCorrected = directions.pointee.next(spectrum, into: correction) }
    guard isWindy else { return isCorrected }
    // Bins above those of wind are zero where nothing else made them.
    wind.pointee.correct(spectrum, into: correction, isAdded: usesDirections)
    return true
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
    if usesDirections { directions.pointee.reset() }
    if usesWind { wind.pointee.reset() }
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

  /// The spectra of the microphones, and true where there is wind in them.
  @_noAllocation @_noLocks
  private func analyse() -> Bool {
    let bins = transform.bins
    for group in 0..<groups {
      for n in 0..<window { frames[n] = heard[n * groups + group] * shape[n] }
      transform.forward(UnsafePointer(frames), bins: spectrum.spectra + group * bins)
      let lanes = min(Lanes.count, microphones - group * Lanes.count)
      for bin in 0..<scalarBins {
        let value = spectrum.spectra[group * bins + bin]
        let place = bin * microphones + group * Lanes.count
        for lane in 0..<lanes {
          spectrum.real[place + lane] = value.re[lane]
          spectrum.imaginary[place + lane] = value.im[lane]
        }
      }
    }
    guard usesWind else { return false }
    return wind.pointee.next(UnsafePointer(spectrum.real), UnsafePointer(spectrum.imaginary))
  }

  /// The spectra of the filters' output, and the window of the last correction.
  @_noAllocation @_noLocks
  private func analyseEars() {
    for n in 0..<window { frames[n] = filtered[n + hop] * shape[n] }
    if isActive {
      transform.both(
        UnsafePointer(frames), bins: spectrum.ears, back: UnsafePointer(correction), made: made)
      for n in 0..<window { made[n] *= shape[n] }
    } else {
      transform.forward(UnsafePointer(frames), bins: spectrum.ears)
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
