import Acoustics
import Beamforming
import Boards
import ReferenceArrays
import TestSupport
import Testing

@Suite("What a geometry cannot do")
struct FallbackTests {
  private let board = Arrays.handHeld("phone", Arrays.phone)

  private func designer(_ board: Board, unusable: Set<Int> = []) throws -> FilterDesigner {
    try FilterDesigner(
      board: board, head: .spherical, settings: DesignSettings(), unusable: unusable)
  }

  @Test("One microphone left alive records mono, and says so")
  func oneLeft() throws {
    let design = try designer(board, unusable: [0, 1, 3]).design(board.cases[0], pattern: .stereo)
    #expect(design.preferredPattern == .stereo)
    #expect(design.pattern == .omni)
    #expect(design.filters.outputs == 1)
    #expect(design.filters.microphones == 4)
    #expect(design.notes.contains(.monoFallback(asked: "stereo", usable: 1)))
    #expect(design.notes.contains(.unusable(names: ["M1", "M2", "M4"])))
    for n in 0..<4 {
      let energy = design.filters.filter(output: 0, microphone: n).reduce(0) { $0 + $1 * $1 }
      #expect(n == 2 ? abs(energy - 1) < 1e-5 : energy == 0)
    }
  }

  @Test("A board with a single microphone records mono")
  func single() throws {
    let one = Arrays.handHeld("one", [(0, 10, 0)])
    let designer = try designer(one)
    let design = try designer.design(one.cases[0], pattern: .stereo)
    #expect(design.pattern == .omni)
    #expect(abs(designer.figures(design).selfNoise) < 0.01)
    let statements = try FrontBack.statements(for: one)
    #expect(statements.allSatisfy { !$0.isPossible })
  }

  @Test("With no microphone left there is an error")
  func noneLeft() throws {
    let designer = try designer(board, unusable: [0, 1, 2, 3])
    #expect(throws: DesignError.noMicrophones(board: "phone", pattern: "stereo")) {
      try designer.design(board.cases[0], pattern: .stereo)
    }
  }

  @Test("A dead microphone is left out and the image stays right")
  func dead() throws {
    let designer = try designer(board, unusable: [2])
    for which in board.cases {
      let design = try designer.design(which, pattern: .stereo)
      #expect(design.filters.filter(output: 0, microphone: 2).allSatisfy { $0 == 0 })
      #expect(Ears(designer, design, azimuth: 60).time > 100)
      #expect(Ears(designer, design, azimuth: -60).time < -100)
    }
  }

  @Test("A planar board held upright cannot make a cardioid: omni, said so")
  func planarCardioid() throws {
    let planar = Arrays.handHeld("respeaker", Arrays.respeaker)
    let design = try designer(planar).design(planar.cases[0], pattern: .cardioid)
    #expect(design.pattern == .omni)
    #expect(design.notes.contains(.omniFallback(asked: "cardioid")))
    #expect(design.notes.contains(.frontAndBackAlike))
  }

  @Test("Front and back are told apart by geometry alone")
  func statements() throws {
    let planar = try FrontBack.statements(for: Arrays.handHeld("pair", Arrays.pair))
    #expect(planar.count == 8)
    #expect(planar.allSatisfy { !$0.isPossible && $0.reason.contains("mirror") })
    let phone = try FrontBack.statements(for: board)
    #expect(phone.allSatisfy { $0.isPossible })
    let table = try FrontBack.statements(for: Arrays.table("table", Arrays.respeaker))
    #expect(table.allSatisfy { $0.isPossible })
  }

  @Test("Two microphones have a cone of confusion; a stacked pair has no left and right")
  func cone() throws {
    let pair = Arrays.handHeld("pair", Arrays.pair)
    let upright = try designer(pair).design(
      Board.Case(dataSource: 0, orientation: .portrait), pattern: .stereo)
    #expect(upright.notes.contains(.coneOfConfusion(microphones: 2)))
    #expect(!upright.notes.contains(.noLeftAndRight))
    let turned = try designer(pair).design(
      Board.Case(dataSource: 0, orientation: .landscapeLeft), pattern: .stereo)
    #expect(turned.notes.contains(.noLeftAndRight))
    #expect(turned.filters.coefficients.allSatisfy { $0.isFinite })
    let depth = Arrays.handHeld("depth", [(0, 0, -30), (0, 0, 30)])
    let along = try designer(depth).design(depth.cases[0], pattern: .stereo)
    #expect(along.notes.contains(.coneOfConfusion(microphones: 2)))
    #expect(!along.notes.contains { "\($0)".contains("front and back") })
  }

  @Test("Spatial aliasing is stated where half a wavelength fits into the widest gap")
  func aliasing() throws {
    let pair = Arrays.handHeld("pair", Arrays.pair)
    let designer = try designer(pair)
    let design = try designer.design(pair.cases[0], pattern: .stereo)
    #expect(abs(designer.figures(design).usableBandwidth - 343 / 0.12) < 1)
  }

  @Test("A board that says nothing of its microphones is warned of; others are not")
  func calibration() throws {
    var (calibrated, stated) = (board, board)
    calibrated.calibration = .calibrated
    stated.statedMismatch = Mismatch(gainError: 0.4, phaseError: 1)
    let note = DesignNote.uncalibrated(noiseFloor: -10)
    let warned = try designer(board).design(board.cases[0], pattern: .stereo)
    let silent = try designer(calibrated).design(board.cases[0], pattern: .stereo)
    #expect(warned.notes.contains(note))
    #expect(!silent.notes.contains(note))
    let told = try designer(stated).design(stated.cases[0], pattern: .stereo)
    #expect(!told.notes.contains { if case .uncalibrated = $0 { true } else { false } })
  }

  @Test("A linear array, and microphones on one spot, give finite filters on the right side")
  func degenerate() throws {
    let linear = Arrays.handHeld("linear", [(-45, 0, 0), (-15, 0, 0), (15, 0, 0), (45, 0, 0)])
    let doubled = Arrays.handHeld("doubled", [(-30, 0, 0), (-30, 0, 0), (30, 0, 0), (30, 0, 0)])
    for board in [linear, doubled] {
      let designer = try designer(board)
      for which in Set(board.cases.sampled(3) + [board.cases[0]]) {
        let design = try designer.design(which, pattern: .stereo)
        #expect(design.filters.coefficients.allSatisfy { $0.isFinite })
        guard which.orientation == .portrait else { continue }
        #expect(Ears(designer, design, azimuth: 60).time > 150)
      }
    }
  }

  @Test("Settings out of their range are refused, with the range")
  func settings() {
    let wrong = [
      DesignSettings(frontEmphasis: 11), DesignSettings(frontEmphasis: -1),
      DesignSettings(width: 2.1), DesignSettings(noiseFloor: -15.1), DesignSettings(rate: 4000),
      DesignSettings(taps: 100), DesignSettings(width: .nan),
    ]
    for settings in wrong {
      #expect(throws: DesignError.self) {
        try FilterDesigner(board: board, head: .spherical, settings: settings)
      }
    }
    let error = DesignError.setting(
      name: "noise floor", value: -20, lowest: -15, highest: 0, unit: "dB")
    #expect(error.description == "noise floor is -20.0 dB; it must be between -15.0 and 0.0 dB")
  }

  @Test("A body without its responses is an error, not a guess")
  func bodies() {
    for model in [BodyModel.box, .measured(file: "x.sofa")] {
      var other = board
      other.body = Body(size: Vector3(0.07, 0.15, 0.01), model: model)
      #expect(throws: DesignError.bodyResponses(board: "phone", found: nil, wanted: 4)) {
        try FilterDesigner(board: other, head: .spherical, settings: DesignSettings())
      }
    }
    #expect(
      DesignError.bodyResponses(board: "phone", found: 3, wanted: 4).description
        == "phone: the body needs responses for 4 microphones, but has responses for 3")
  }

  @Test("A head of another rate or with one ear is refused")
  func heads() {
    func set(rate: Int, receivers: Int) -> Head {
      .measured(
        ImpulseResponseSet(
          name: "head", rate: rate, directions: DirectionGrid.standard.horizon,
          receivers: receivers, taps: 1,
          samples: Array(repeating: 1, count: DirectionGrid.standard.horizonCount * receivers)))
    }
    #expect(throws: DesignError.headRate(name: "head", rate: 44100, wanted: 48000)) {
      try FilterDesigner(
        board: board, head: set(rate: 44100, receivers: 2), settings: DesignSettings())
    }
    #expect(throws: DesignError.self) {
      try FilterDesigner(
        board: board, head: set(rate: 48000, receivers: 1), settings: DesignSettings())
    }
  }

  @Test("Without left and right, the two ears of a head do not pull the sound to one side")
  func unequalEars() throws {
    let horizon = DirectionGrid.standard.horizon
    let head = Head.measured(
      ImpulseResponseSet(
        name: "ring", rate: 48000, directions: horizon, receivers: 2, taps: 4,
        samples: horizon.flatMap { _ in [1.0, 0, 0, 0] + [0, 0.8, 0, 0] }))
    let deep = Arrays.handHeld("deep", [(0, 0, -30), (0, 0, 30)])
    let designer = try FilterDesigner(board: deep, head: head, settings: DesignSettings())
    let design = try designer.design(deep.cases[0], pattern: .stereo)
    #expect(design.notes.contains(.noLeftAndRight) && !design.notes.contains(.frontAndBackAlike))
    let halves = (0..<2).map { output in
      (0..<2).flatMap { design.filters.filter(output: output, microphone: $0) }
    }
    #expect(halves[0] == halves[1])
  }

  @Test("A head that was measured on the horizon alone is said to be so, in stereo")
  func headOfHorizon() throws {
    let horizon = DirectionGrid.standard.horizon
    let click = [1.0, 0, 0, 0]
    let head = Head.measured(
      ImpulseResponseSet(
        name: "ring", rate: 48000, directions: horizon, receivers: 2, taps: 4,
        samples: horizon.flatMap { _ in click + click }))
    let designer = try FilterDesigner(board: board, head: head, settings: DesignSettings())
    let stereo = try designer.design(board.cases[0], pattern: .stereo)
    #expect(stereo.notes.contains(.headPartlyMeasured(percent: 57)))
    let mono = try designer.design(board.cases[0], pattern: .cardioid)
    #expect(mono.notes.allSatisfy { $0 != .headPartlyMeasured(percent: 57) })
    let whole = try FilterDesigner(board: board, head: .spherical, settings: DesignSettings())
    let notes = try whole.design(board.cases[0], pattern: .stereo).notes
    #expect(notes.allSatisfy { $0 != .headPartlyMeasured(percent: 57) })
  }
}
