import Acoustics
import Boards
import Testing

@testable import Calibration

@Suite("Self-calibration")
struct CalibrationTests {
  /// Fifty specimens of boards: round, round with a middle, two in a row, and on a body.
  static let specimens =
    (1...16).map { Specimen(name: .respeaker, seed: $0) }
    + (1...8).map { Specimen(name: .matrixVoice, seed: $0) }
    + (1...20).map { Specimen(name: .pair, seed: $0) }
    + (1...6).map { Specimen(name: .phone, seed: $0) }

  struct Specimen: Sendable {
    let name: CalibrationSetting.Name
    let seed: UInt64
  }

  @Test("Map, polarities, gains and delays are found on 50 seeds", arguments: specimens)
  func recovers(specimen: Specimen) throws {
    try recover(specimen.name, seed: specimen.seed)
  }

  private func recover(_ name: CalibrationSetting.Name, seed: UInt64) throws {
    let setting = try name.setting()
    let scene = CalibrationScene(
      setting.board, from: setting.directions, seed: seed, errors: setting.errors)
    let found = try ArrayCalibration(
      scene.recording(setting.responses), sounds: scene.sounds, board: setting.board,
      field: setting.field)
    let error = CalibrationError(found, scene)
    #expect(error.isMapRight)
    #expect(error.isPolarityRight)
    #expect(error.gain < 0.2)
    #expect(error.delay < 2)
    #expect(found.knowsGains)
    #expect(found.knowsDelays)
    // What it says of its own errors is so.
    #expect(error.gainDeviations < 5)
    #expect(error.delayDeviations < 5)
    #expect(found.unused == [])
    #expect(found.after.delay < 0.5)
    // The directions of a row's sounds make up for any delays.
    let before = try #require(found.before)
    #expect(before.delay > 2 * found.after.delay || name == .pair)
  }

  @Test("Places move to where the microphones are")
  func places() throws {
    let setting = try CalibrationSetting.Name.matrixVoice.setting()
    var (before, after) = (0.0, 0.0)
    for seed: UInt64 in 1...2 {
      let scene = CalibrationScene(setting.board, from: setting.directions, seed: seed)
      let found = try ArrayCalibration(
        scene.recording(), sounds: scene.sounds, board: setting.board, field: setting.field)
      before += CalibrationError.distances(found.microphones.map { _ in .zero }, scene)
      after += CalibrationError.distances(
        found.microphones.map { microphone in
          Vector3(
            microphone.offset[0].value, microphone.offset[1].value, microphone.offset[2].value)
        }, scene)
    }
    #expect(after < before / 4)
  }

  @Test("Claps are found in what was recorded, and are enough")
  func claps() throws {
    let setting = try CalibrationSetting.Name.respeaker.setting()
    for seed: UInt64 in 1...2 {
      var errors = CalibrationScene.Errors()
      errors.clapSeconds = 0.02
      errors.level = -10
      let scene = CalibrationScene(
        setting.board, from: setting.directions, seed: seed, errors: errors)
      let sound = try scene.recording()
      let claps = scene.sounds.flatMap { $0.prompt.single(in: sound) }
      #expect(claps.count == scene.sounds.count)
      let found = try ArrayCalibration(
        sound, sounds: claps, board: setting.board, field: setting.field)
      let error = CalibrationError(found, scene)
      #expect(error.isMapRight)
      #expect(error.isPolarityRight)
      #expect(error.gain < 0.2)
      #expect(error.delay < 2)
    }
  }

  @Test("Claps are told by their order in a recording")
  func order() throws {
    let setting = try CalibrationSetting.Name.respeaker.setting()
    var errors = CalibrationScene.Errors()
    errors.clapSeconds = 0.02
    errors.level = -10
    let scene = CalibrationScene(
      setting.board, from: ToldDirection.sides.map(\.direction), seed: 4, errors: errors)
    let sound = try scene.recording()
    let told = ToldDirection.sides.map { RoughSound.Told(from: $0) }
    let sounds = try RoughSound.inOrder(told, in: sound)
    #expect(sounds.map(\.direction) == told.map(\.from.direction))
    #expect(sounds.first?.name == "1 (front)" && sounds.last?.name == "8 (front-left)")
    for (found, real) in zip(sounds, scene.sounds) {
      #expect(abs(found.start - real.start) < 0.02)
    }
    let few = Array(told.dropLast(3))
    do throws(CalibrationRefusal) {
      _ = try RoughSound.inOrder(few, in: sound)
      Issue.record("five directions do for eight sounds")
    } catch {
      guard case .otherCount(told: 5, let found) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(found.count == sounds.count)
      #expect(zip(found, sounds).allSatisfy { abs($0 - $1.start) < 0.02 })
      #expect(error.description.contains("8 sounds were found, at 0.05, 0.2"))
    }
  }

  @Test("A steady noise is cut into pieces")
  func pieces() throws {
    let setting = try CalibrationSetting.Name.pair.setting()
    let scene = CalibrationScene(setting.board, from: [Vector3(1, 0, 0)], seed: 1, length: 1.1)
    let sound = try scene.recording()
    let pieces = scene.sounds[0].prompt.single(in: sound)
    #expect(pieces.count == 4)
    #expect(pieces.map(\.name) == ["sound 1 1", "sound 1 2", "sound 1 3", "sound 1 4"])
    #expect(zip(pieces, pieces.dropFirst()).allSatisfy { abs($0.end - $1.start) < 1e-9 })
  }
}
