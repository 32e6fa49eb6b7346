/// The stage after the filters: it corrects their stereo for the direction of each sound, and reduces wind.
///
/// Output = filters + correction. Overlapping sine windows, half a window apart, divide the microphones' signals and
/// the filters' output. ``DirectionalCorrection`` finds the direction of each band's sound, and the responses of the
/// filters and of a head to that sound; ``WindReduction`` finds wind in the low bins. Where a band has neither sound
/// from one direction nor wind, the correction is exactly zero, and a frame passes unchanged, bit for bit, if neither
/// of its two windows has a correction. The result depends on nothing but the sound since the start of the take.
///
/// - Source: after T. Berger et al., arXiv:2409.11731 (2024), signal-dependent binaural signal matching; V. Pulkki,
///   Spatial sound reproduction with directional audio coding, J. Audio Eng. Soc. 55(6), 2007, for the use of one
///   direction and one share of diffuse sound per band.
///
/// Private functions are `mutating` even if they only write through pointers or write nothing: for each call of a
/// function that is not `mutating`, the compiler would copy the whole value.
struct StereoStage: ~Copyable, @unchecked Sendable {
  // Sendable is unchecked because of the pointers: their memory can be reached only through this value.

  private var memory = Memory()
  /// The number of frames that each call of ``process(input:output:)`` takes.
  let hop: Int

  private let window: Int
  private let microphones: Int
  /// The number of vectors that hold the channels of an input frame.
  private let groups: Int
  private let transform: WindowTransform
  /// True if there are tables for directions; `directions` holds a value only in this case.
  ///
  /// `usesWind` says the same about `wind`.
  ///
  /// An optional is impossible: Swift 6.0 can compile neither a non-copyable optional nor an optional pointer to such a
  /// value.
  private let usesDirections: Bool
  private let usesWind: Bool
  private let directions: UnsafeMutablePointer<DirectionalCorrection>
  private let wind: UnsafeMutablePointer<WindReduction>
  /// True if only wind reduction uses the spectra; `glance` holds a value only in this case.
  private let usesGlance: Bool
  private let glance: UnsafeMutablePointer<WindGlance>
  /// The spectra of the microphones' windows; initialized only if ``usesGlance`` is false.
  private let windows: UnsafeMutablePointer<MicrophoneWindows>
  /// The past frames that are needed, the oldest first: the input without its slow mean, and the filters' output.
  ///
  /// Of the input, a glance needs a window, delayed like the filters' output; ``MicrophoneWindows`` needs one hop.
  /// They lie within a longer piece of memory, so they rarely have to be moved back to its start.
  private let heard: UnsafeMutablePointer<Lanes>
  private let heardFrames: Int
  private var heardStart = 0
  /// The slowly updated mean of each input, which is removed because a microphone's constant offset is neither wind nor
  /// a direction.
  private let means: UnsafeMutablePointer<Lanes>
  /// The sums of squares for each hop in `heard`, `[hop][group]`, used as a ring.
  private let powers: UnsafeMutablePointer<Lanes>
  private let powerHops: Int
  private var newestPower = 0
  /// The number of frames that the mean of each group covers: all with sound since the start of the take, up to
  /// ``meanHops`` hops.
  private let meanFrames: UnsafeMutablePointer<Float>
  private let filtered: UnsafeMutablePointer<SIMD2<Float>>
  private let filteredFrames: Int
  private var filteredStart = 0
  private var spectrum: StereoWindow
  /// The spectrum of the correction for both ears.
  private let correction: SpectrumRows
  /// The frames of the last window's correction, and of the correction before it.
  private var made: UnsafeMutablePointer<SIMD2<Float>>
  private var before: UnsafeMutablePointer<SIMD2<Float>>
  /// True if the last window's correction is not zero; and the same for the window before.
  private var isActive = false
  private var hasTail = false
  private var isEnded = false
  /// The number of frames with sound after which no window includes frames from before the take, and the mean covers
  /// several hops; until then, wind cannot be detected.
  private let early: Float

  /// The number of windows after which the mean counts as known, 0.1 s.
  private static var meanWindows: Int { @_noAllocation @_noLocks get { 16 } }
  /// The square of a mean that counts as zero.
  private static var silence: Float { @_noAllocation @_noLocks get { 1e-24 } }
  /// The time constant of the mean, in hops.
  private static var meanHops: Float { @_noAllocation @_noLocks get { 96 } }
  /// The number of hops after which the past is moved back to the start of its memory.
  private static var spareHops: Int { @_noAllocation @_noLocks get { 4 } }

  /// Creates a stage with the given tables.
  ///
  /// - Precondition: there are tables for directions or for wind, or for both; both agree in microphones, windows and
  ///   delay.
  init(_ tables: StereoTables, inputStride: Int) {
    let grid = tables.grid
    (hop, window, microphones) = (grid.window / 2, grid.window, grid.microphones)
    groups = inputStride / Lanes.count
    let bins = grid.window / 2
    transform = WindowTransform(size: grid.window)
    (usesDirections, usesWind) = (tables.directional != nil, tables.wind != nil)
    directions = memory.allocate(1)
    wind = memory.allocate(1)
    if let tables = tables.directional {
      directions.initialize(to: DirectionalCorrection(tables))
    }
    usesGlance = Self.usesGlance(tables)
    glance = memory.allocate(1)
    if let tables = tables.wind {
      wind.initialize(to: WindReduction(tables))
      if usesGlance { glance.initialize(to: WindGlance(tables, groups: groups)) }
    }
    let shift = Self.shift(tables)
    let delay = grid.delay + shift
    heardFrames = usesGlance ? grid.window + delay : hop
    early = Float(((grid.window + delay) / hop + Self.meanWindows + 1) * hop)
    heard = memory.make((heardFrames + Self.spareHops * hop) * groups, of: .zero)
    means = memory.make(groups, of: .zero)
    meanFrames = memory.make(groups, of: 0)
    powerHops = (heardFrames + hop - 1) / hop
    powers = memory.make(powerHops * groups, of: .zero)
    filteredFrames = grid.window + hop + shift
    filtered = memory.make(filteredFrames + Self.spareHops * hop, of: .zero)
    windows = memory.allocate(1)
    if !usesGlance {
      windows.initialize(
        to: MicrophoneWindows(
          block: hop, microphones: microphones, groups: groups, lag: delay / hop))
    }
    spectrum = StereoWindow(
      microphones: .make(count: usesGlance ? groups * Lanes.count : 0, bins: bins, in: &memory),
      ears: .make(count: 2, bins: bins, in: &memory))
    correction = .make(count: 2, bins: bins, in: &memory)
    made = memory.make(grid.window, of: .zero)
    before = memory.make(grid.window, of: .zero)
  }

  deinit {
    if usesDirections { directions.deinitialize(count: 1) }
    if usesWind { wind.deinitialize(count: 1) }
    if usesGlance { glance.deinitialize(count: 1) } else { windows.deinitialize(count: 1) }
  }

  /// The number of onsets of strong wind.
  var windOnsets: Int {
    @_noAllocation @_noLocks get { usesWind ? wind.pointee.onsets : 0 }
  }

  /// The input frame of the last onset.
  var lastWindOnset: Int {
    @_noAllocation @_noLocks get { usesWind ? wind.pointee.lastOnset * hop - hop : 0 }
  }

  /// The delay of the output in frames: a window's correction is added when the next window is processed.
  static func latency(_ tables: StereoTables) -> Int { tables.grid.window + shift(tables) }

  /// The number of frames by which the filters' output is delayed so that the windows of the microphones' sound for it
  /// consist of whole blocks of the filter engine.
  private static func shift(_ tables: StereoTables) -> Int {
    let hop = tables.grid.window / 2
    return usesGlance(tables) ? 0 : (hop - tables.grid.delay % hop) % hop
  }

  private static func usesGlance(_ tables: StereoTables) -> Bool {
    tables.directional == nil && tables.wind.map { WindGlance.step($0) > 1 } ?? false
  }

  /// Takes ``hop`` frames of the microphones and of the filters' output, and returns the output that belongs to two
  /// hops and the shift earlier.
  ///
  /// - Parameters:
  ///   - input: vectors of channels, as for ``FilterEngine/process(input:output:)``.
  ///   - bins: the bins of the input.
  ///   - output: the filters' stereo, interleaved; it is replaced by the stage's output.
  /// - Thread: realtime.
  @_noAllocation @_noLocks
  mutating func process(
    input: UnsafePointer<Lanes>, bins: BlockBins, output: UnsafeMutablePointer<Float>
  ) {
    advance(input, bins, UnsafePointer(output))
    // After the corrections end, the last correction still fades out with its window.
    var (isWindy, isDirected) = (false, false)
    // Use local copies, because Swift 6.3's thread sanitizer cannot compile a change through a pointer in `self`.
    let (directions, wind) = (directions, wind)
    if !isEnded {
      if usesWind { isWindy = isWindNext() }
      if usesDirections { isDirected = directions.pointee.find(spectrum.microphones) }
    }
    if isWindy || isDirected || isActive {
      transform.both(
        filtered + filteredStart + hop, into: spectrum.ears, back: correction, made: made)
    }
    give(output)
    hasTail = isActive
    if isActive { (made, before) = (before, made) }
    isActive = isWindy || isDirected
    if isDirected { directions.pointee.correct(spectrum, into: correction) }
    if isWindy { wind.pointee.correct(spectrum, into: correction, isAdded: isDirected) }
  }

  /// Looks for wind in the next window, only as closely as needed; true while wind is being reduced, which needs all
  /// bins.
  @_noAllocation @_noLocks
  private mutating func isWindNext() -> Bool {
    let (wind, glance) = (wind, glance)
    if usesGlance { glance.pointee.advance(UnsafePointer(heard) + (heardStart + hop) * groups) }
    guard isMeanKnown() else {
      wind.pointee.skip()
      return false
    }
    guard wind.pointee.isCalm else {
      if usesGlance { analyseHeard() }
      return wind.pointee.next(spectrum.microphones)
    }
    if usesGlance {
      glance.pointee.look()
      wind.pointee.glance(glance.pointee.spectrum, power: largestPower(wind.pointee.firstUsed))
    } else {
      wind.pointee.glance(spectrum.microphones)
    }
    return false
  }

  /// True if the mean of a group covers enough sound.
  @_noAllocation @_noLocks
  private mutating func isMeanKnown() -> Bool {
    for group in 0..<groups where meanFrames[group] >= early { return true }
    return false
  }

  /// The largest power that a microphone had in any hop of the last window or after it.
  @_noAllocation @_noLocks
  private mutating func largestPower(_ microphone: Int) -> Float {
    let (group, lane) = (microphone / Lanes.count, microphone % Lanes.count)
    var result: Float = 0
    for n in 0..<powerHops { result = max(result, powers[n * groups + group][lane]) }
    return result
  }

  /// Replaces the whole past with one constant frame of the microphones, and by the filters' response to it.
  ///
  /// - Thread: realtime.
  @_noAllocation @_noLocks
  mutating func settle(input: UnsafePointer<Lanes>, output: UnsafePointer<Float>) {
    for n in 0..<(heardFrames * groups) { heard[n] = .zero }
    for group in 0..<groups { (means[group], meanFrames[group]) = (input[group], 0) }
    for n in 0..<filteredFrames { filtered[n] = SIMD2(output[0], output[1]) }
    (heardStart, filteredStart) = (0, 0)
    let windows = windows
    if !usesGlance { windows.pointee.reset() }
  }

  /// Stops correcting from the next window on; the stage then costs almost nothing, and its delay remains.
  ///
  /// - Thread: realtime.
  @_noAllocation @_noLocks
  mutating func end() { isEnded = true }

  /// Forgets all the sound it has processed so far.
  ///
  /// - Thread: realtime.
  @_noAllocation @_noLocks
  mutating func reset() {
    for n in 0..<(heardFrames * groups) { heard[n] = .zero }
    for group in 0..<groups { (means[group], meanFrames[group]) = (.zero, 0) }
    for n in 0..<(powerHops * groups) { powers[n] = .zero }
    for n in 0..<filteredFrames { filtered[n] = .zero }
    (heardStart, filteredStart) = (0, 0)
    let (directions, wind, glance, windows) = (directions, wind, glance, windows)
    if usesDirections { directions.pointee.reset() }
    if usesWind { wind.pointee.reset() }
    if usesGlance { glance.pointee.reset() } else { windows.pointee.reset() }
    (isActive, hasTail, isEnded) = (false, false, false)
  }

  /// Moves the past on by one hop.
  @_noAllocation @_noLocks
  private mutating func advance(
    _ input: UnsafePointer<Lanes>, _ bins: BlockBins, _ output: UnsafePointer<Float>
  ) {
    let kept = (heardFrames - hop) * groups
    heardStart += hop
    if heardStart > Self.spareHops * hop {
      let from = heard + heardStart * groups
      for n in 0..<kept { heard[n] = from[n] }
      heardStart = 0
    }
    let target = heard + heardStart * groups + kept
    newestPower = newestPower + 1 < powerHops ? newestPower + 1 : 0
    if usesGlance || isEnded {
      for group in 0..<groups { _ = follow(group, input, target) }
    } else {
      analyse(input, bins, rest: target)
    }
    filteredStart += hop
    if filteredStart > Self.spareHops * hop {
      let from = filtered + filteredStart
      for n in 0..<(filteredFrames - hop) { filtered[n] = from[n] }
      filteredStart = 0
    }
    let ears = Self.numbers(filtered + filteredStart + filteredFrames - hop)
    for vector in 0..<(hop / 2) {
      Quad.store(Quad.load(output + 4 &* vector), ears + 4 &* vector)
    }
  }

  /// Returns the lanes in pairs, one pair after the other.
  @_noAllocation @_noLocks
  @inline(__always)
  private static func numbers(
    _ pairs: UnsafeMutablePointer<SIMD2<Float>>
  ) -> UnsafeMutablePointer<Float> {
    UnsafeMutableRawPointer(pairs).assumingMemoryBound(to: Float.self)
  }

  /// Computes the spectra of the microphones' next window.
  @_noAllocation @_noLocks
  private mutating func analyse(
    _ input: UnsafePointer<Lanes>, _ bins: BlockBins, rest: UnsafeMutablePointer<Lanes>
  ) {
    let windows = windows
    windows.pointee.begin()
    for group in 0..<groups {
      let mean = means[group]
      let frames = follow(group, input, rest)
      if frames == 0 || Int(frames) == hop {
        windows.pointee.add(
          group, bins.first + group * bins.groupStep, step: bins.step,
          mean: frames == 0 ? .zero : mean)
      } else {
        windows.pointee.add(group, partial: rest + group, stride: groups)
      }
    }
    spectrum.microphones = windows.pointee.oldest
  }

  /// Removes the mean from a vector of channels, and updates the mean; returns the number of frames with sound.
  ///
  /// Frames of zeros are a gap or come before the sound: they stay zero, and say nothing about the mean, which the
  /// microphones still have after a gap.
  @_noAllocation @_noLocks
  private mutating func follow(
    _ group: Int, _ input: UnsafePointer<Lanes>, _ target: UnsafeMutablePointer<Lanes>
  ) -> Float {
    let (mean, groups) = (means[group], groups)
    var (sum, power) = (Lanes.zero, Lanes.zero)
    var (source, place) = (input + group, target + group)
    var frames: Float = 0
    for _ in 0..<hop {
      if source[0] == .zero {
        place[0] = .zero
      } else {
        let rest: Lanes = source[0] - mean
        place[0] = rest
        sum += rest
        power += rest * rest
        frames += 1
      }
      source += groups
      place += groups
    }
    powers[newestPower * groups + group] = power
    guard frames > 0 else { return 0 }
    meanFrames[group] = min(meanFrames[group] + frames, Self.meanHops * Float(hop))
    let next = mean.adding(sum, times: Lanes(repeating: 1 / meanFrames[group]))
    // No microphone has a mean above full scale: a few absurd numbers must not move it for seconds. A mean of nearly
    // zero is zero, because denormal numbers are slow.
    let one = Lanes(repeating: 1)
    let low = next.replacing(with: one, where: next .> one)
    let bounded = low.replacing(with: -one, where: low .< -one)
    let isNothing = next * next .< Lanes(repeating: Self.silence)
    means[group] = bounded.replacing(with: Lanes.zero, where: isNothing)
    return frames
  }

  /// Computes the spectra of the microphones' signals after a glance.
  @_noAllocation @_noLocks
  private mutating func analyseHeard() {
    let start = UnsafePointer(heard) + heardStart * groups
    for group in 0..<groups {
      let first = group * Lanes.count
      transform.forward(
        start + group, stride: groups, into: spectrum.microphones.from(row: first),
        count: min(Lanes.count, microphones - first))
    }
  }

  /// Returns the filters' output of two hops and the shift earlier, with the corrections of its windows added.
  ///
  /// Corrections of zero are not added, so that the bits stay the same, including the sign of a zero.
  @_noAllocation @_noLocks
  private mutating func give(_ output: UnsafeMutablePointer<Float>) {
    let source = Self.numbers(filtered + filteredStart)
    guard hasTail || isActive else {
      for vector in 0..<(hop / 2) {
        Quad.store(Quad.load(source + 4 &* vector), output + 4 &* vector)
      }
      return
    }
    let (tail, now) = (Self.numbers(before + hop), Self.numbers(made))
    for vector in 0..<(hop / 2) {
      let n = 4 &* vector
      var ears = Quad.load(source + n)
      if hasTail { ears += Quad.load(tail + n) }
      if isActive { ears += Quad.load(now + n) }
      Quad.store(ears, output + n)
    }
  }
}
