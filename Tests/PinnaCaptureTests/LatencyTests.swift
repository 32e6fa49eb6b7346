import Beamforming
import Boards
import PinnaCapture
import Realtime
import Recorder
import TestSupport
import Testing

@Suite("Latency of live sound") struct LatencyTests {
  /// A WAV file of a click: 16 bits, one channel, 48 kHz, silence but for one sample.
  private static func click(at place: Int, frames: Int) -> [UInt8] {
    func word(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (8 * $0) & 255) } }
    func half(_ value: Int) -> [UInt8] { Array(word(value).prefix(2)) }
    var bytes = Array("RIFF".utf8) + word(36 + 2 * frames) + Array("WAVEfmt ".utf8)
    bytes += word(16) + half(1) + half(1) + word(48_000) + word(96_000) + half(2) + half(16)
    bytes += Array("data".utf8) + word(2 * frames)
    for frame in 0..<frames { bytes += half(frame == place ? 32_767 : 0) }
    return bytes
  }

  /// Frames between an input frame and its output frame, beside the filling of a block: those of filters and limiter.
  private static func filterDelay(_ file: String) throws -> (delay: Int, partition: Int) {
    let board = try Board.load(path: file)
    var settings = DesignSettings(rate: board.capture.rate)
    settings.frontEmphasis = CaptureConfiguration().frontEmphasis
    let store = FilterStore(board: board, ears: .kemar, settings: settings, cacheDirectory: nil)
    let design = try store.ready(
      Board.Case(dataSource: 0, orientation: .portrait), pattern: .stereo)
    let configuration = TakeRendererConfiguration(
      design: design, board: board, channels: board.capture.channels, format: .integer,
      lowCutHertz: 50, limits: true)
    return (TakeRenderer(configuration).latency, configuration.partition)
  }

  @Test("a click is pulled within a period, a block and the delay of the filters")
  func click() async throws {
    let (period, start) = (256, 1.0)
    let folder = try TemporaryDirectory()
    try folder.write(Self.click(at: 4800, frames: 9600), to: "click.wav")
    let rig = try CaptureRig(
      [SimulatedSound(.file(folder.file("click.wav")), azimuth: 20, level: -50, start: start)],
      makesTakes: false)
    let (stereo, raw) = try await (rig.session.stereoPull(), rig.session.rawPull())
    try await rig.activate()
    // The first pull begins with the present: places are counted from here.
    #expect(CaptureRig.pulled(stereo, frames: 1).0 == .waiting)
    #expect(CaptureRig.pulled(raw, frames: 1).0 == .waiting)
    var captured = 0
    var heard: (place: Int, level: Float, known: Int) = (0, 0, 0)
    var source: (place: Int, level: Float) = (0, 0)
    var places = (stereo: 0, raw: 0)
    while captured < 72_000 {
      try await rig.pass(Double(period) / 48_000)
      captured += period
      let ears = CaptureRig.pulled(stereo, frames: 4096).1
      for (index, sample) in ears.enumerated() where abs(sample) > heard.level {
        heard = (places.stereo + index / 2, abs(sample), captured)
      }
      places.stereo += ears.count / 2
      let channels = CaptureRig.pulled(raw, frames: 4096).1
      for (index, sample) in channels.enumerated() where abs(sample) > source.level {
        source = (places.raw + index / 4, abs(sample))
      }
      places.raw += channels.count / 4
    }
    let (delay, partition) = try Self.filterDelay(rig.folder.file("test.toml"))
    #expect(source.level > 0.01 && heard.level > 0.001)
    let latency = heard.known - source.place
    #expect(places.raw == captured)
    #expect(latency > delay)
    #expect(latency <= period + partition + delay, "\(latency) frames, filters \(delay)")
  }
}
