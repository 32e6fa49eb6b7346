import Beamforming
import Boards
import Essentials
import Recorder
import TakeFiles
import TestSupport
import Testing

/// Ambisonics of a raw file, as a file.
@Suite struct AmbisonicRenderingTests {
  private static let board = Board(
    id: "four", name: "Four on a table", source: "made for tests",
    capture: Capture(device: "hw:CARD=none", channels: 4),
    microphones: [(0.0, 0.0405), (0.0405, 0), (0, -0.0405), (-0.0405, 0)].enumerated().map {
      Microphone(
        name: "M\($0 + 1)", channel: $0, position: Vector3($1.0, $1.1, 0))
    },
    dataSources: [
      DataSource(
        name: "Top", orientation: .top, forward: Vector3(0, 1, 0), patterns: [.stereo, .ambix],
        microphones: [0, 1, 2, 3])
    ],
    orientation: .fixed(up: Vector3(0, 0, 1)))
  private let folder: TemporaryDirectory
  private let design: Design

  init() throws {
    folder = try TemporaryDirectory()
    design = try FilterDesigner(
      board: Self.board, head: .spherical, settings: DesignSettings()
    ).design(Self.board.cases[0], pattern: .ambix)
  }

  /// A raw file of noise with one loud part.
  private func raw(frames: Int, peak: Float) throws -> String {
    var random = SeededGenerator(seed: 19)
    let path = folder.file("in.wav")
    var writer = try WAVWriter.create(
      path: path, format: AudioFormat(rate: 48000, channels: 4, samples: .f32))
    // The same at all microphones, as of a sound from above, which only W has, and a little noise for Y and X.
    let samples = (0..<frames).flatMap { frame -> [Float] in
      let common =
        Double.random(in: -1...1, using: &random) * Double(frame > frames / 2 ? peak : 0.01)
      return (0..<4).map { _ in Float(common + Double.random(in: -0.001...0.001, using: &random)) }
    }
    try writer.append(interleaved: samples, frames: frames)
    try writer.finish()
    return path
  }

  private func rendered(
    _ input: String, limits: Bool, _ name: String
  ) throws -> (summary: OfflineRenderer.Summary, samples: [Float], file: TakeFile) {
    let path = folder.file(name)
    var form = TakeForm()
    (form.samples, form.lowCutHertz, form.limits) = (.f32, nil, limits)
    let summary = try OfflineRenderer(board: Self.board, design: design, form: form)
      .render(input, to: path)
    var reader = try WAVReader.open(path: path)
    var words = [Int32](repeating: 0, count: reader.frames * reader.channels)
    let frames = try words.withUnsafeMutableBufferPointer {
      try reader.read(samples: $0.baseAddress!, frames: $0.count / reader.channels)
    }
    #expect(frames == summary.frames)
    let samples = words.map { Float(bitPattern: UInt32(bitPattern: $0)) }
    return (summary, samples, try TakeFile.read(path: path))
  }

  @Test("it has four channels as long as the raw file, Z is silent, and the file says what it is")
  func file() throws {
    let made = try rendered(try raw(frames: 50_001, peak: 0.1), limits: true, "out.wav")
    #expect(made.summary.channels == 4 && made.summary.frames == 50_001)
    #expect(made.summary.limitedFrames == 0)
    let zs = stride(from: 2, to: made.samples.count, by: 4).map { made.samples[$0] }
    #expect(zs.allSatisfy { $0 == 0 })
    let metadata = made.file.metadata
    #expect(metadata.tracks.map(\.name) == ["W", "Y", "Z", "X"])
    #expect(metadata.pattern == "ambix" && metadata.preferredPattern == "ambix")
    #expect(metadata.ambisonics == design.ambisonics)
    #expect(metadata.comment.contains("pattern ambix; AmbiX, order 1, ACN, SN3D, horizontal"))
    #expect(metadata.rendering == nil)
    #expect(!metadata.filterHash.isEmpty)
  }

  @Test("the limiter is late for nothing, and turns all channels down alike")
  func limiter() throws {
    let input = try raw(frames: 30_000, peak: 3)
    let (free, limited) = (
      try rendered(input, limits: false, "free.wav"), try rendered(input, limits: true, "out.wav")
    )
    #expect(limited.summary.limitedFrames > 1000 && free.summary.clippedSamples == 0)
    #expect(limited.samples.allSatisfy { abs($0) <= 0.96606 })
    #expect(free.samples.contains { abs($0) > 1.5 })
    #expect(free.samples.count == limited.samples.count)
    var turned = 0
    for frame in 0..<30_000 {
      let (before, after) = (
        Array(free.samples[(4 * frame)..<(4 * frame + 4)]),
        Array(limited.samples[(4 * frame)..<(4 * frame + 4)])
      )
      guard abs(before[0]) > 0.001 else { continue }
      let gain = after[0] / before[0]
      if gain < 0.99 { turned += 1 }
      for channel in [1, 3] {
        #expect(abs(after[channel] - gain * before[channel]) < 1e-5, "frame \(frame)")
      }
    }
    #expect(turned > 1000)
  }
}
