import Synchronization

/// The outcome of one step of the live rendering.
public enum LiveStep: Sendable, Equatable {
  /// Frames were processed; continue immediately.
  case progress
  /// The microphones have not delivered the next frames yet: wait a little.
  case waitForFrames
}

/// Processes the live sound: raw ring -> filters, low cut, limiter -> meters, tap, and the rings of the headphones and
/// of a device for other programs.
///
/// Each of these outputs has two channels, except the meters, which may have four. With ambisonics, left and right are
/// cardioids that face the sides, (W + Y) / 2 and (W - Y) / 2.
///
/// The loop reads near the end of the raw ring and holds a position in it only during a step, so it never keeps the
/// microphones waiting; if it falls behind, it skips sound. The thread that waits is only a thin shell around
/// ``step()``.
public struct LiveRenderLoop: ~Copyable {
  private var memory = Memory()

  /// The largest number of frames that one step takes from the ring.
  public static let framesPerStep = 512
  /// The largest number of channels that a renderer can have.
  private static let mostOutputs = 4
  /// The largest number of frames that rendering in blocks can add to the output of one step.
  private static let largestBlock = 1024
  /// The length in seconds of a fade between two filters: long enough to avoid a click.
  private static let fadeSeconds = 0.005
  /// The seconds of sound that new filters process before their output is heard.
  private static let warmSeconds = 0.08
  /// If the loop is this many seconds behind the microphones, it skips sound.
  private static let behindSeconds = 0.5

  private var reader: FrameRingReader
  private let state: UnsafeMutablePointer<LiveSwitchState>
  private let owner: LiveSwitch
  private var meters: MeterWriter
  private var writer: SampleRingWriter?
  private var programs: SampleRingWriter?
  private var limiter: Limiter
  private let gain: Float
  private let tones: UnsafeMutablePointer<Float>
  private let toneFrames: Int
  private let startTone = LiveTone.start.rawValue
  private let output: UnsafeMutablePointer<Float>
  private let stereo: UnsafeMutablePointer<Float>
  private let fadeStep: Float
  private let warmFrames: Int
  private let mostBehind: Int

  private var renderer: UnsafeMutablePointer<TakeRenderer>?
  /// The switch's request that is still pending; 0 if there is none.
  private var pending: UInt = 0
  /// The position on the time line of the next frame to read from the ring.
  private var place: Int
  /// The position on the time line of the next frame to output.
  private(set) var outPlace: Int
  /// The number of rendered frames still to be discarded, because they only warm up the filters.
  private var discard = 0
  /// The current gain of the fade, 0 to 1.
  private var level: Float = 0
  /// The position of the next sample of the tone, and of the end of the tone.
  private var tonePlace = 0
  private var toneEnd = 0

  /// Creates a loop that starts at the end of the ring.
  ///
  /// - Parameters:
  ///   - control: the switch that controls the loop; see ``LiveSwitch``.
  ///   - meters: meters for two channels, or for four to show the ambisonics channels as well; for a mono pattern both
  ///     channels show the same.
  ///   - writer: the headphones' ring, with two channels; `nil` if nothing is played.
  ///   - programs: the ring of a device for other programs, with two channels, which gets the same sound as a take;
  ///     `nil` if there is no such device.
  ///   - gain: the gain of the sound in the headphones; 0 leaves only the tones.
  ///   - tones: the samples of the start tone, followed by as many samples of the stop tone.
  /// - Thread: control, which then hands the loop over to the rendering thread.
  public init(
    reader: consuming FrameRingReader, control: LiveSwitch, rate: Double,
    meters: consuming MeterWriter, writer: consuming SampleRingWriter?,
    programs: consuming SampleRingWriter? = nil, gain: Float,
    tones: (start: [Float], stop: [Float])
  ) {
    precondition(tones.start.count == tones.stop.count)
    owner = control
    state = control.state
    limiter = Limiter(channels: 2, rate: rate)
    self.gain = gain
    toneFrames = tones.start.count
    self.tones = memory.allocate(max(1, 2 * toneFrames))
    self.tones.initialize(repeating: 0, count: max(1, 2 * toneFrames))
    for (index, sample) in (tones.start + tones.stop).enumerated() { self.tones[index] = sample }
    let frames = Self.framesPerStep + Self.largestBlock
    output = memory.make(Self.mostOutputs * frames, of: 0)
    stereo = memory.make(2 * frames, of: 0)
    fadeStep = Float(1 / (Self.fadeSeconds * rate))
    warmFrames = Int(Self.warmSeconds * rate)
    mostBehind = Int(Self.behindSeconds * rate)
    place = reader.liveEnd()
    outPlace = place
    self.reader = reader
    self.meters = meters
    self.writer = writer
    self.programs = programs
  }

  deinit {
    if let renderer { LiveSwitch.free(UInt(bitPattern: renderer)) }
    LiveSwitch.free(pending)
  }

  /// Processes the available frames, at most ``framesPerStep``.
  ///
  /// - Parameter kept: the number of newest frames to keep, if the loop is so late that it skips sound; of more than
  ///   a quarter of a second, only a quarter of a second is kept.
  /// - Thread: render.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  public mutating func step(keeping kept: Int = 0) -> LiveStep {
    receive()
    let end = reader.liveEnd()
    if end - place > mostBehind {
      renderer?.pointee.reset()
      restart(at: end - min(kept, mostBehind / 2))
    }
    defer { state.pointee.place.store(place, ordering: .releasing) }
    guard end > place else { return .waitForFrames }
    guard let renderer else { return passSilence(min(end - place, Self.framesPerStep)) }
    return render(renderer, until: end)
  }

  /// Skips all sound up to now, so that the loop continues with new sound.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  mutating func skipToNow() {
    renderer?.pointee.reset()
    restart(at: reader.liveEnd())
  }

  /// Adopts the switch's request, once the previous sound has faded out.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  private mutating func receive() {
    if pending == 0 { pending = state.pointee.next.exchange(0, ordering: .acquiringAndReleasing) }
    guard pending != 0, renderer == nil || level <= 0 else { return }
    if let renderer {
      // Only one renderer at a time can be handed back; the control thread collects it the next time it looks.
      guard state.pointee.retired.load(ordering: .acquiring) == 0 else { return }
      state.pointee.retired.store(UInt(bitPattern: renderer), ordering: .releasing)
    }
    renderer =
      pending == LiveSwitchState.nothing
      ? nil : UnsafeMutablePointer<TakeRenderer>(bitPattern: pending)
    pending = 0
    // Without a renderer there is no sound, so the meters show no level.
    if renderer == nil { meters.reset() }
    restart(at: outPlace)
  }

  /// Continues at a position on the time line; the filters first process a little of the sound before that position.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  private mutating func restart(at wanted: Int) {
    outPlace = wanted
    place = renderer == nil ? wanted : max(0, wanted - warmFrames)
    discard = outPlace - place
    level = 0
  }

  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  private mutating func render(
    _ renderer: UnsafeMutablePointer<TakeRenderer>, until end: Int
  ) -> LiveStep {
    let reached = reader.begin(at: place)
    if reached != place {
      // The frames wanted for warming up have already left the ring.
      renderer.pointee.reset()
      place = reached
      outPlace = max(outPlace, reached)
      discard = outPlace - reached
      level = 0
    }
    var taken = 0
    var produced = 0
    switch reader.next(until: end, limit: Self.framesPerStep) {
    case .nothing:
      break
    case .frames(let raw, let count):
      produced = renderer.pointee.render(raw, frames: count, into: output)
      taken = count
    case .silence(let count, _):
      produced = renderer.pointee.renderSilence(frames: count, into: output)
      taken = count
    }
    reader.end()
    place += taken
    deliver(produced, of: renderer)
    return taken > 0 ? .progress : .waitForFrames
  }

  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  private mutating func passSilence(_ frames: Int) -> LiveStep {
    place += frames
    outPlace = place
    for n in 0..<(2 * frames) { stereo[n] = 0 }
    give(frames)
    return .progress
  }

  /// Sends rendered frames to the meters and the headphones.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  private mutating func deliver(
    _ produced: Int, of renderer: UnsafeMutablePointer<TakeRenderer>
  ) {
    let first = min(discard, produced)
    discard -= first
    let frames = produced - first
    guard frames > 0 else { return }
    let (outputs, isAmbisonic) = (renderer.pointee.outputs, renderer.pointee.isAmbisonic)
    // Use a local copy, because Swift 6.3's thread sanitizer cannot compile a change through a pointer in `self`.
    let (source, stereo) = (output + first * outputs, stereo)
    for n in 0..<frames {
      let frame = source + n * outputs
      if isAmbisonic {
        // The cardioids that face left and right.
        stereo[2 * n] = 0.5 * (frame[0] + frame[1])
        stereo[2 * n + 1] = 0.5 * (frame[0] - frame[1])
      } else {
        stereo[2 * n] = frame[0]
        stereo[2 * n + 1] = frame[outputs > 1 ? 1 : 0]
      }
    }
    outPlace += frames
    if isAmbisonic && meters.channels == outputs {
      meters.measure(samples: UnsafePointer(source), frames: frames, stride: outputs)
    } else {
      meters.measure(samples: UnsafePointer(stereo), frames: frames, stride: 2, first: 2)
    }
    fade(frames)
    give(frames)
  }

  /// Sends frames to every consumer.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  private mutating func give(_ frames: Int) {
    tap(frames)
    if (programs?.room() ?? 0) >= frames {
      programs?.append(UnsafePointer(stereo), frames: frames)
    }
    // This comes last, because it applies the gain to the frames and mixes in the tones.
    play(frames)
  }

  /// Sends frames to the tap, if one is connected.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  private func tap(_ frames: Int) {
    let bits = state.pointee.tap.load(ordering: .acquiring)
    UnsafeMutablePointer<LiveTapState>(bitPattern: bits)?.pointee
      .append(UnsafePointer(stereo), frames: frames)
  }

  /// Fades out while other filters are waiting to be adopted, and fades in otherwise.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  private mutating func fade(_ frames: Int) {
    let step = pending == 0 ? fadeStep : -fadeStep
    if step > 0 && level >= 1 { return }
    let stereo = stereo
    for n in 0..<frames {
      level = min(1, max(0, level + step))
      stereo[2 * n] *= level
      stereo[2 * n + 1] *= level
    }
  }

  /// Sends frames to the headphones, mixed with the current tone; while the ring is full, the frames are dropped.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  private mutating func play(_ frames: Int) {
    let room = writer?.room() ?? 0
    guard room >= frames else { return }
    let wanted = state.pointee.tone.exchange(0, ordering: .acquiringAndReleasing)
    if wanted != 0 {
      tonePlace = wanted == startTone ? 0 : toneFrames
      toneEnd = tonePlace + toneFrames
    }
    let stereo = stereo
    for n in 0..<frames {
      var tone: Float = 0
      if tonePlace < toneEnd {
        tone = tones[tonePlace]
        tonePlace += 1
      }
      stereo[2 * n] = stereo[2 * n] * gain + tone
      stereo[2 * n + 1] = stereo[2 * n + 1] * gain + tone
    }
    limiter.process(stereo, frames: frames)
    writer?.append(UnsafePointer(stereo), frames: frames)
  }
}
