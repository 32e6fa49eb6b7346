import Acoustics
import Boards
import Glibc
import TakeFiles

/// A renderer that produces the sounds of a scenario at a board's microphones, frame by frame, as its capture device
/// would.
///
/// Plane or spherical waves reach every microphone at its true position. The signals contain the microphone's errors,
/// its self-noise and the defects that the board file corrects. The same scenario always gives the same samples,
/// regardless of the number of frames per call. Channels without a microphone are silent.
///
/// With 4 microphones and 8 sources, one core renders 40 times faster than real time; moving sources, microphones with
/// phase errors, spheres and bodies take up to four times as long.
package struct SceneRenderer: Sendable {
  /// The number of frames per second.
  package let rate: Int
  /// The number of samples per frame.
  package let channels: Int
  /// The simulated microphones, in the order of the board file.
  package let specimens: [Specimen]
  /// The effects that the simulation leaves out.
  package let notes: [SceneNote]
  /// The number of frames rendered so far.
  package private(set) var frame = 0

  private let format: CaptureFormat
  private let reach: Int
  private let propagation: Propagation
  private var paths: [SoundPath]
  private var winds: [WindStream]
  private let deadFrom: [Int]
  private var noises: [SeededRandom]
  private var defects: SoundDefects?
  private let taps: FingerTaps?
  // [microphone][frame of the block]
  private var block: [Float]
  /// One block of interleaved samples, and the number of its frames already returned.
  private var words: [Int32]
  private var taken = BlockFilter.frames
  private var nextBlock = 0

  /// Prepares the scene: reads and resamples files, and draws the random errors.
  ///
  /// - Parameters:
  ///   - scenario: the scenario, already validated for the board.
  ///   - layouts: the layouts of the board; see ``LayoutTimeline/init(hands:board:rate:)``.
  ///   - rate: the rate of the capture device; the default is the one in the board file.
  ///   - format: the format of the capture device; the default is the one in the board file.
  ///   - body: the responses of the board's body, for a box or a measured body; without them, a note states that the
  ///     body is ignored.
  ///   - live: the scene that a person can change; its layout is used in place of `layouts`.
  /// - Precondition: there are responses for as many microphones as the board has.
  /// - Throws: `TakeFileError` if a WAV file cannot be read.
  package init(
    scenario: Scenario, board: Board, layouts: LayoutTimeline, rate: Int? = nil,
    format: CaptureFormat? = nil, body: BodyResponses? = nil, live: LiveScene? = nil
  ) throws(TakeFileError) {
    let nominal = rate ?? board.capture.rate
    let rate = scenario.framesPerSecond(nominal)
    let specimens = Specimen.all(of: board, scenario: scenario, rate: nominal)
    self.rate = nominal
    self.format = format ?? board.capture.format
    self.specimens = specimens
    channels = board.capture.channels
    propagation = Propagation(board: board, body: body, rate: rate, kernel: SincKernel())
    notes = SceneNote.notes(for: scenario, board: board, hasBody: body != nil)
    reach = propagation.reach(specimens)
    deadFrom = specimens.map { scenario.firstFrameDead(of: $0.name, rate: rate) }
    defects = SoundDefects(scenario.hardware, board: board, rate: rate)
    taps = FingerTaps(scenario.hands, microphones: specimens.map(\.name), rate: rate)
    noises = specimens.indices.map {
      SeededRandom(seed: scenario.seed, purpose: .selfNoise, index: $0)
    }
    let needsQuadrature = specimens.contains { $0.phase != 0 }
    paths = []
    for (index, source) in scenario.sources.enumerated() {
      let stream = try SoundStream(
        source, index: index, seed: scenario.seed, rate: rate,
        firstFrame: -reach - SourceSignal.quadratureReach, live: live)
      paths.append(
        SoundPath(
          signal: SourceSignal(
            stream, span: 2 * reach + BlockFilter.frames, needsQuadrature: needsQuadrature),
          geometry: SourceGeometry(
            source, layouts: layouts, rate: rate, live: live, walks: live?.walker == index)))
    }
    winds = scenario.winds.enumerated().map {
      WindStream(
        $1, index: $0, seed: scenario.seed, specimens: specimens, layouts: layouts, rate: rate,
        live: live)
    }
    block = [Float](repeating: 0, count: specimens.count * BlockFilter.frames)
    words = [Int32](repeating: 0, count: BlockFilter.frames * channels)
  }

  /// Writes the next frames as interleaved samples in 32-bit words, which are left-justified integers or the bits of
  /// floats.
  ///
  /// In 32-bit and 24-bit formats, 24 bits are significant, and samples are rounded to the nearest value; in 16-bit
  /// formats, 16 bits are. Integers are clamped to full scale, floats are not.
  ///
  /// - Parameter words: memory for `frames` x ``channels`` samples.
  package mutating func render(into words: UnsafeMutablePointer<Int32>, frames: Int) {
    var done = 0
    while done < frames {
      if taken == BlockFilter.frames { renderBlock() }
      let count = min(frames - done, BlockFilter.frames - taken)
      self.words.withUnsafeBufferPointer {
        (words + done * channels).update(
          from: $0.baseAddress! + taken * channels, count: count * channels)
      }
      taken += count
      done += count
    }
    frame += frames
  }

  private mutating func renderBlock() {
    let first = nextBlock
    block.withUnsafeMutableBufferPointer { output in
      output.update(repeating: 0)
      guard let start = output.baseAddress else { return }
      for index in paths.indices {
        paths[index].render(
          from: first, reach: reach, specimens: specimens, propagation: propagation, into: start)
      }
      for index in winds.indices { winds[index].add(to: start, frames: BlockFilter.frames) }
    }
    nextBlock += BlockFilter.frames
    taken = 0
    for index in specimens.indices { quantise(index, from: first) }
    defects?.arrange(&words, frames: BlockFilter.frames, channels: channels)
  }

  private mutating func quantise(_ microphone: Int, from first: Int) {
    let channel = specimens[microphone].channel
    let noise = specimens[microphone].noise
    let defects = defects
    for i in 0..<BlockFilter.frames {
      let hiss = noises[microphone].gaussian() * noise
      var heard = Double(block[microphone * BlockFilter.frames + i]) + hiss
      if let taps { heard += taps.value(microphone: microphone, frame: first + i) }
      if let defects {
        heard = defects.heard(heard, microphone: microphone, frame: first + i)
      }
      var word = Self.word(heard, format)
      if let defects { word = defects.word(word, microphone: microphone, format: format) }
      let isDead = first + i >= deadFrom[microphone]
      words[i * channels + channel] = isDead ? 0 : word
    }
  }

  private static func word(_ value: Double, _ format: CaptureFormat) -> Int32 {
    switch format {
    case .float: return Int32(bitPattern: Float(value).bitPattern)
    case .s16: return integer(value, bits: 16)
    case .s32, .s24, .s24Packed: return integer(value, bits: 24)
    }
  }

  private static func integer(_ value: Double, bits: Int32) -> Int32 {
    let scale = Double(Int32(1) << (bits - 1))
    let scaled = min(max((value * scale).rounded(.toNearestOrEven), -scale), scale - 1)
    return Int32(scaled) << (32 - bits)
  }
}

extension Scenario {
  /// The first frame in which a microphone is dead; `Int.max` if it never dies.
  fileprivate func firstFrameDead(of microphone: String, rate: Double) -> Int {
    let times = faults.compactMap { fault -> Double? in
      fault.event == .microphoneDead(microphone) ? fault.at : nil
    }
    return times.min().map { Int(($0 * rate).rounded()) } ?? .max
  }
}
