import Diagnostics
import Glibc
import TestSupport
import Testing

@Suite("Spectra of microphones")
struct MicrophoneSpectrumTests {
  private static let rate = 48_000

  /// Four channels; only the second one has what is given.
  private static func sound(_ signal: (Int) -> Double) -> CapturedSound {
    let samples = (0..<(2 * rate)).flatMap { frame -> [Int32] in
      [0, Int32(signal(frame) * 0x7FFF_FFFF), 0, 0]
    }
    return CapturedSound(samples: samples, channels: 4, rate: rate, format: .s32)
  }

  private static func bands(_ sound: CapturedSound) throws -> [OctaveLevels.Band] {
    let spectra = MicrophoneSpectrum.all(sound, board: SoundRoom.board)
    #expect(spectra.map(\.name) == ["MIC1", "MIC2", "MIC3", "MIC4"])
    #expect(spectra.map(\.channel) == [0, 1, 2, 3])
    return try #require(spectra.dropFirst().first).bands
  }

  @Test("a tone has its level in its band, and nothing elsewhere", arguments: [100.0, 1000, 9000])
  func tone(frequency: Double) throws {
    let bands = try Self.bands(
      Self.sound { 0.1 * sin(2 * .pi * frequency * Double($0) / Double(Self.rate)) })
    let loudest = try #require(bands.max { $0.level < $1.level })
    #expect(abs(log2(loudest.centre / frequency)) < 1.0 / 12 + 0.01)
    let total = bands.reduce(0) { $0 + pow(10, $1.level / 10) }
    #expect(abs(10 * log10(total) + 20) < 0.1)
    #expect(bands.filter { abs(log2($0.centre / frequency)) > 0.5 }.allSatisfy { $0.level < -80 })
  }

  @Test("white noise has in every band what white noise of its A-weighted level has")
  func white() throws {
    var random = SeededGenerator(seed: 5)
    let sound = Self.sound { _ in Double.random(in: -0.01...0.01, using: &random) }
    let bands = try Self.bands(sound)
    let level = try #require(
      MicrophoneSpectrum.all(sound, board: SoundRoom.board).dropFirst().first
    ).level
    let expected = MicrophoneSpectrum.white(level: level, rate: Self.rate)
    #expect(expected.map(\.centre) == bands.map(\.centre))
    for (band, wanted) in zip(bands, expected) where band.centre > 1000 {
      #expect(abs(band.level - wanted.level) < 1, "\(band.centre)")
    }
  }
}
