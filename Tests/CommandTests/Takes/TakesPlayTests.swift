import Glibc
import TakeFiles
import TestSupport
import Testing

@testable import CommandSupport

/// `pinna takes play` on a device of alsa-lib that writes what it plays to a file.
@Suite(.enabled(if: ChildProcess.builtPrograms != nil, "needs the programs beside the tests"))
struct TakesPlayTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    let device = """
      pcm.!default { type file file "\(folder.file("played"))" format raw slave.pcm null }

      """
    try folder.write(Array(device.utf8), to: "asound.conf")
  }

  private func play(_ words: [String]) throws -> ChildProcess.Outcome {
    let program = (ChildProcess.builtPrograms ?? ".") + "/pinna"
    return try #require(
      ChildProcess.run(
        [program, "takes", "play"] + words,
        variables: ["ALSA_CONFIG_PATH": "/usr/share/alsa/alsa.conf:" + folder.file("asound.conf")]))
  }

  /// A file with another number in every sample.
  private func write(_ name: String, frames: Int, channels: Int = 2) throws -> [Float] {
    let samples = (0..<(frames * channels)).map { (n: Int) -> Float in Float(n % 30_000) / 32_768 }
    var writer = try WAVWriter.create(
      path: folder.file(name), format: AudioFormat(rate: 48000, channels: channels, samples: .f32))
    _ = try samples.withUnsafeBufferPointer {
      try writer.append(interleaved: $0.baseAddress!, frames: frames)
    }
    try writer.finish()
    return samples
  }

  private func played() throws -> [Float] {
    let bytes = try folder.read("played")
    return stride(from: 0, to: bytes.count - 3, by: 4).map { (place: Int) -> Float in
      let bits = (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[place + $1]) << (8 * UInt32($1)) }
      return Float(bitPattern: bits)
    }
  }

  @Test("every sample is played as it is, left first; --from leaves out just so much")
  func whole() throws {
    let samples = try write("a.wav", frames: 20_000)
    #expect(try play([folder.file("a.wav")]).status == 0)
    #expect(try played() == samples)
    #expect(try play([folder.file("a.wav"), "--from", "0.25"]).status == 0)
    #expect(try played() == Array(samples[(2 * 12_000)...]))
  }

  @Test("of ambisonics two cardioids are played, to the left and to the right")
  func ambisonics() throws {
    // W, Y, Z, X of a sound on the left, and then of one on the right.
    let samples = [0.5, 0.5, 0, 0.125, 0.25, -0.25, 0, 0.125] as [Float]
    var metadata = TakeFileFixture.metadata(1)
    (metadata.rate, metadata.tracks) = (48000, ["W", "Y", "Z", "X"].map { .init(name: $0) })
    metadata.ambisonics = "AmbiX, order 1"
    var writer = try WAVWriter.create(
      path: folder.file("a.wav"), format: AudioFormat(rate: 48000, channels: 4, samples: .f32),
      metadata: metadata)
    for _ in 0..<5000 { try writer.append(interleaved: samples, frames: 2) }
    try writer.finish(metadata)
    let outcome = try play([folder.file("a.wav")])
    #expect(outcome.status == 0, "\(outcome.output)")
    let heard = try played()
    #expect(heard.count == 2 * 10_000)
    #expect(
      Array(heard.prefix(4)) == [0.5, 0, 0, 0.25] && Array(heard.suffix(4)) == [0.5, 0, 0, 0.25])
  }

  @Test("several files are played in a row, and --from may pass over the first")
  func row() throws {
    _ = try write("a.wav", frames: 4800)
    let second = try write("b.wav", frames: 9600)
    #expect(try play([folder.file("a.wav"), folder.file("b.wav"), "--from", "0.1"]).status == 0)
    #expect(try played() == second)
  }

  @Test("a raw file, a device that is not there and a take that is not there are told apart")
  func refused() throws {
    _ = try write("raw.wav", frames: 100, channels: 4)
    let raw = try play([folder.file("raw.wav")])
    #expect(raw.status == 64 && raw.output.contains("4 channels"), "\(raw.output)")
    _ = try write("a.wav", frames: 100)
    let absent = try play([folder.file("a.wav"), "--device", "hw:CARD=pinnatest"])
    #expect(
      absent.status == 69 && absent.output.contains("no such playback device"), "\(absent.output)")
    #expect(try play([folder.file("none.wav")]).status == 66)
  }
}
