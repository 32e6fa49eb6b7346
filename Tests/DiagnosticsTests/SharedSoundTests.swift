import Boards
import Diagnostics
import Glibc
import TestSupport
import Testing

/// The findings from all microphones together: noise of their own, delays, order.
@Suite("Checks of what microphones share")
struct SharedSoundTests {
  @Test("A microphone with more noise is named in a quiet room", arguments: [-140.0, -95])
  func noisy(level: Double) throws {
    for seed: UInt64 in 1...5 {
      var sound = try SoundRoom.sound(seed: seed, level: level)
      // 12 dB more than the self-noise of the others.
      sound.hiss(2, level: -78, seed: seed)
      let complaints = SoundRoom.complaints(sound)
      #expect(complaints.map(\.check) == [.soundNoise])
      #expect(complaints.map(\.subject) == ["MIC3"])
      let value = try #require(complaints.first?.value)
      #expect(abs(value + 78) < 2)
    }
  }

  @Test("Self-noise is measured in a quiet room, and never taken for less than it is")
  func selfNoise() throws {
    for level in [-140.0, -95, -45] {
      let sound = try SoundRoom.sound(seed: 3, level: level)
      let findings = SoundChecks(sound, board: SoundRoom.board).findings
      let noises = findings.filter { $0.check == .soundNoise }
      let values = noises.compactMap(\.value)
      #expect(values.count == 4)
      #expect(values.allSatisfy { $0 > -91.5 }, "\(level): \(values)")
      if level < -90 {
        #expect(values.allSatisfy { $0 < -88 }, "\(level): \(values)")
        #expect(noises.allSatisfy { $0.verdict == .pass })
      }
    }
  }

  @Test("A channel that comes 40 frames late is named, as no direction explains it")
  func late() throws {
    for seed: UInt64 in 1...5 {
      var sound = try SoundRoom.sound(seed: seed)
      let early = sound.channel(1)
      sound.change(1) { frame, _ in frame < 40 ? 0 : early[frame - 40] }
      let complaints = SoundRoom.complaints(sound)
      #expect(complaints.map(\.check) == [.soundPhase])
      #expect(complaints.map(\.subject) == ["MIC2"])
      let value = try #require(complaints.first?.value)
      // 40 frames of 48 kHz are 833 us; the others are up to 420 us apart.
      #expect(abs(value - 833) < 450)
    }
  }

  @Test("Beside an early and a dead microphone, the healthy ones are not late")
  func early() throws {
    var sound = try SoundRoom.sound(seed: 1)
    sound.change(0) { _, _ in 0 }
    let late = sound.channel(2)
    sound.change(2) { frame, word in frame + 40 < late.count ? late[frame + 40] : word }
    let phases = SoundChecks(sound, board: SoundRoom.board).findings.filter {
      $0.check == .soundPhase
    }
    #expect(phases.filter { $0.verdict == .fail }.map(\.subject) == ["MIC3"])
    let healthy = phases.filter { $0.verdict == .pass }
    #expect(healthy.map(\.subject) == ["MIC2", "MIC4"])
    // The others are up to 420 us apart; the early one is 833 us ahead of both.
    #expect(healthy.allSatisfy { abs($0.value ?? .infinity) < 425 })
  }

  @Test("Two swapped microphones are named where the direction of the sound proves it")
  func swapped() throws {
    // From the top edge: the upper pair hears it 400 us before the lower one.
    var board = SoundRoom.board
    board.microphones[0].position = Vector3(0, 0.07, 0)
    board.microphones[1].position = Vector3(0.02, 0.07, 0)
    board.microphones[2].position = Vector3(0, -0.07, 0)
    board.microphones[3].position = Vector3(0.02, -0.07, 0)
    board.orientation = .fixed(up: Vector3(0, 1, 0))
    board.dataSources[0].forward = Vector3(0, 0, 1)
    var wrong = board
    wrong.microphones[1].channel = 2
    wrong.microphones[2].channel = 1
    let sound = try SoundRoom.sound(seed: 3, board: board, azimuths: [0], elevation: 80)
    #expect(SoundRoom.complaints(sound, board: board) == [])
    let complaints = SoundRoom.complaints(sound, board: wrong)
    #expect(complaints.map(\.check) == [.soundOrder])
    let finding = try #require(complaints.first)
    #expect(finding.verdict == .fail)
    #expect(finding.message.contains("sounds like"))
  }

  @Test("Octaves of white noise rise by 3 dB each")
  func octaves() throws {
    var random = SeededGenerator(seed: 4)
    let samples = (0..<96_000).map { _ in Int32.random(in: -(1 << 24)...(1 << 24), using: &random) }
    let sound = CapturedSound(samples: samples, channels: 1, rate: 48_000, format: .s32)
    let bands = OctaveLevels(SoundSpectra(sound), channel: 0).bands
    #expect(bands.count == 10)
    let steps = zip(bands, bands.dropFirst()).map { $1.level - $0.level }
    #expect(steps.dropFirst(3).allSatisfy { abs($0 - 3.01) < 0.7 }, "\(steps)")
  }
}

extension CapturedSound {
  /// Adds white noise of a level in dBFS(A) at 48 kHz.
  mutating func hiss(_ channel: Int, level: Double, seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    // Uniform numbers have a third of the square of their amplitude; white noise is 2.7 dB louder than with
    // A-weighting.
    let power = Self.power(decibels: level + 2.7)
    let amplitude = (3 * power).squareRoot() * 0x1p31
    change(channel) { _, word in
      let sum = Double(word) + Double.random(in: -amplitude...amplitude, using: &random)
      return Int32(sum / 256) * 256
    }
  }

  /// The mean square of a level in dBFS; a full-scale sine wave has one half.
  private static func power(decibels: Double) -> Double { pow(10, decibels / 10) / 2 }
}
