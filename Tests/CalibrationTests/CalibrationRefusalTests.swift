import Acoustics
import Boards
import Calibration
import Diagnostics
import Testing

@Suite("What self-calibration refuses")
struct CalibrationRefusalTests {
  private static let name = CalibrationSetting.Name.respeaker

  private static func calibrate(
    _ directions: [Vector3], spread: Double? = nil,
    change: (inout CapturedSound) -> Void = { _ in },
    errors: CalibrationScene.Errors = CalibrationScene.Errors()
  ) throws -> ArrayCalibration {
    let setting = try name.setting()
    let scene = CalibrationScene(setting.board, from: directions, seed: 3, errors: errors)
    var sound = try scene.recording()
    change(&sound)
    let sounds = scene.sounds.map { one in
      var one = one
      one.spread = spread ?? one.spread
      return one
    }
    return try ArrayCalibration(sound, sounds: sounds, board: setting.board, field: setting.field)
  }

  @Test("Three sounds")
  func few() {
    #expect(throws: CalibrationRefusal.fewSounds(clear: 3, wanted: 4)) {
      try Self.calibrate(Array(CalibrationScene.around(times: 1).prefix(3)))
    }
  }

  @Test("A recording of another board")
  func otherBoard() throws {
    let setting = try Self.name.setting()
    let scene = CalibrationScene(
      setting.board, from: CalibrationScene.around(times: 2), seed: 3)
    var other = setting.board
    // As many microphones, on corners of another shape.
    for n in other.microphones.indices {
      other.microphones[n].position.x *= 2
      other.microphones[n].position.y *= 0.5
    }
    let field = ArrayField(other, responses: nil)
    do {
      _ = try ArrayCalibration(
        scene.recording(), sounds: scene.sounds, board: other, field: field)
      Issue.record("it was calibrated")
    } catch CalibrationRefusal.otherBoard(let misfit) {
      #expect(misfit > 30)
    }
  }

  @Test("Sounds from one side")
  func oneSide() {
    #expect(throws: CalibrationRefusal.fewDirections) {
      try Self.calibrate([Vector3](repeating: Vector3(1, 0, 0), count: 8))
    }
  }

  @Test("A dead microphone")
  func dead() {
    #expect(throws: CalibrationRefusal.unheard(channels: [0, 1, 3], microphones: 4)) {
      try Self.calibrate(CalibrationScene.around(times: 1)) { $0.change(2) { _ in 0 } }
    }
  }

  @Test("A microphone that clips, at the end of its range and below")
  func clipped() {
    for top in [Int32.max, 1 << 29] {
      #expect(throws: CalibrationRefusal.clipped(channels: [1], clear: 0)) {
        try Self.calibrate(CalibrationScene.around(times: 1)) {
          $0.change(1) { word in
            let loud = Int64(word) * 100
            return Int32(max(-Int64(top), min(Int64(top), loud)))
          }
        }
      }
    }
  }

  @Test("Two sounds that are told in the wrong order are named, with where they came from")
  func exchanged() throws {
    let setting = try Self.name.setting()
    let told = (ToldDirection.sides + ToldDirection.sides).map(\.direction)
    let scene = CalibrationScene(setting.board, from: told, seed: 5)
    var sounds = scene.sounds
    (sounds[2].direction, sounds[6].direction) = (sounds[6].direction, sounds[2].direction)
    let sound = try scene.recording()
    #expect(
      throws: CalibrationRefusal.otherDirections([
        .init(sound: "sound 3", from: "right"), .init(sound: "sound 7", from: "left"),
      ])
    ) {
      try ArrayCalibration(sound, sounds: sounds, board: setting.board, field: setting.field)
    }
  }

  @Test("Sounds below the noise")
  func quiet() {
    var errors = CalibrationScene.Errors()
    (errors.level, errors.background) = (-110, -.infinity)
    #expect(throws: CalibrationRefusal.self) {
      try Self.calibrate(CalibrationScene.around(times: 1), errors: errors)
    }
  }

  @Test("Directions that are not known, around an array that looks the same from every side")
  func unknown() {
    #expect(throws: CalibrationRefusal.uncertainMap(keepsOrder: false)) {
      try Self.calibrate(CalibrationScene.around(times: 1), spread: 170)
    }
  }

  @Test("Sounds from above only, which reach all microphones at once")
  func above() {
    #expect(throws: CalibrationRefusal.uncertainMap(keepsOrder: true)) {
      try Self.calibrate(
        (0..<6).map { Vector3(0, 0, $0 % 2 == 0 ? 1 : -1) },
        errors: CalibrationScene.Errors(degrees: 1))
    }
  }

  @Test("Sounds half way up give the map and the gains, and no delays")
  func halfWayUp() throws {
    let found = try Self.calibrate(
      CalibrationScene.around(times: 1).prefix(8).flatMap { flat in
        [1.0, -1].map { (flat + Vector3(0, 0, $0)).normalized }
      })
    #expect(found.knowsGains)
    #expect(!found.knowsDelays)
    #expect(found.notes.contains { $0.hasPrefix("delays are too uncertain") })
    let text = try CalibrationScene.text(path: Self.name.path)
    let proposal = try CalibrationProposal(found, text: text, date: "2024-05-01")
    #expect(proposal.board.calibration == .nominal)
    #expect(proposal.board.mismatch == Mismatch(gainError: 0.2, phaseError: 1))
    #expect(proposal.text.contains("the delays could not be measured"))
    #expect(proposal.board.microphones.allSatisfy { $0.delay == 0 })
    #expect(!proposal.text.contains("delay ="))
  }

  @Test("A recording of another device")
  func otherDevice() throws {
    let (setting, other) = (try Self.name.setting(), try CalibrationSetting.Name.pair.setting())
    let scene = CalibrationScene(setting.board, from: setting.directions, seed: 1)
    let sound = try scene.recording()
    #expect(throws: CalibrationRefusal.otherDevice(channels: 4, wanted: 2)) {
      try ArrayCalibration(
        sound, sounds: scene.sounds, board: other.board, field: other.field)
    }
  }
}

extension CapturedSound {
  /// Changes every word of a channel.
  fileprivate mutating func change(_ channel: Int, _ make: (Int32) -> Int32) {
    let changed = samples.enumerated().map { $0 % channels == channel ? make($1) : $1 }
    self = CapturedSound(samples: changed, channels: channels, rate: rate, format: format)
  }
}
