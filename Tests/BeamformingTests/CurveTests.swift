import Acoustics
import Beamforming
import Boards
import ReferenceArrays
import Testing

@Suite("Curves of a design")
struct CurveTests {
  private static let board = Arrays.table("respeaker", Arrays.respeaker)

  private func designer(_ board: Board = board) throws -> FilterDesigner {
    try FilterDesigner(board: board, head: .spherical, settings: DesignSettings())
  }

  @Test("Azimuths are positive to the right: there right is louder and earlier")
  func sides() throws {
    let designer = try designer()
    let design = try designer.design(Self.board.cases[0], pattern: .stereo)
    let curves = designer.curves(design)
    #expect(curves.azimuths.first == -180 && curves.azimuths.last == 175)
    let right = try #require(curves.azimuths.firstIndex(of: 60))
    let left = try #require(curves.azimuths.firstIndex(of: -60))
    let front = try #require(curves.azimuths.firstIndex(of: 0))
    let octave = try #require(curves.octaves.firstIndex(of: 1000))
    for times in [curves.timeDifferencesMicroseconds, curves.targetTimeDifferencesMicroseconds] {
      #expect(times[right] > 100 && times[left] < -100 && abs(times[front]) < 5)
      #expect(times.allSatisfy { $0 != 0 || $0.sign == .plus })
    }
    for levels in [curves.levelDifferences, curves.targetLevelDifferences] {
      #expect(levels[octave][right] > 2 && levels[octave][left] < -2)
    }
    #expect(curves.levels[1][octave][right] > curves.levels[0][octave][right])
    // Apart from the figures: single frequencies, through the taps.
    let ears = Ears(designer, design, azimuth: 60)
    #expect(ears.time > 0 && ears.level > 0)
  }

  @Test("0 dB is a sound straight ahead, and the curves have the shapes that they say")
  func levels() throws {
    let designer = try designer()
    let curves = designer.curves(try designer.design(Self.board.cases[0], pattern: .stereo))
    let front = try #require(curves.azimuths.firstIndex(of: 0))
    for levels in [curves.levels, curves.targetLevels] {
      #expect(levels.count == 2 && levels[0].count == curves.octaves.count)
      for octave in curves.octaves.indices {
        #expect(levels[0][octave].count == curves.azimuths.count)
        let powers = (0..<2).map { levels[$0][octave][front] / 10 }
        let mean = powers.reduce(0) { $0 + powerOfTen($1) } / 2
        #expect(abs(logarithm10(mean)) < 1e-9)
      }
    }
    #expect(curves.bands.count == curves.timbre.count)
    #expect(curves.noise.count == curves.octaves.count)
  }

  @Test("The time difference of the curves gives the error of the figures")
  func agreement() throws {
    let designer = try designer()
    let design = try designer.design(Self.board.cases[0], pattern: .stereo)
    let (curves, figures) = (designer.curves(design), designer.figures(design))
    let errors = zip(curves.timeDifferencesMicroseconds, curves.targetTimeDifferencesMicroseconds)
      .map { abs($0 - $1) }
    let mean = errors.reduce(0, +) / Double(errors.count)
    #expect(abs(mean - (figures.itdErrorMean ?? .infinity)) < 1e-9)
    #expect(errors.max() == figures.itdErrorMax)
    let deviation = curves.timbre.map(abs).max() ?? .infinity
    #expect(abs(deviation - figures.timbreMaximum) < 1e-12)
  }

  @Test("Ears have nearly all in common in the bass of a diffuse field, and little above 2 kHz")
  func coherence() throws {
    let designer = try designer()
    let curves = designer.curves(try designer.design(Self.board.cases[0], pattern: .stereo))
    #expect(curves.targetDiffuseCoherence[0] > 0.85)
    #expect(abs(curves.targetDiffuseCoherence[5]) < 0.2)
    #expect(abs(curves.diffuseCoherence[0] - curves.targetDiffuseCoherence[0]) < 0.1)
    #expect((curves.diffuseCoherence + curves.targetDiffuseCoherence).allSatisfy { abs($0) <= 1 })
  }

  @Test("A cardioid has one curve, and nothing between ears")
  func mono() throws {
    let designer = try designer()
    let design = try designer.design(Self.board.cases[0], pattern: .cardioid)
    let curves = designer.curves(design)
    #expect(curves.levels.count == 1 && curves.targetLevels.count == 1)
    #expect(curves.timeDifferencesMicroseconds.isEmpty && curves.diffuseCoherence.isEmpty)
    let (front, back, side) = (curves.azimuths.count / 2, 0, curves.azimuths.count / 4)
    #expect(abs(curves.targetLevels[0][3][side] - curves.targetLevels[0][3][front] + 6.02) < 0.1)
    #expect(curves.targetLevels[0][3][back] < -60)
  }

  @Test("What is louder behind than in front is said, in the octave where it is worst")
  func louderBehind() throws {
    var figures = Figures()
    figures.octaves = [1000, 2000, 4000]
    figures.frontToBack = [3, -2.5, -6]
    let designer = try FilterDesigner(
      board: Self.board, head: .spherical, settings: DesignSettings())
    let curves = designer.curves(
      try designer.design(designer.board.cases[0], pattern: .stereo))
    figures.targetFrontToBack = [5, 6, 7]
    #expect(
      DesignNote.findings(figures, curves).contains(.louderBehind(octave: 4000, decibels: 6)))
    figures.targetFrontToBack = [-5, -6, -7]
    let alike = DesignNote.findings(figures, curves)
    #expect(
      !alike.contains { note in if case .louderBehind = note { true } else { false } })
  }

  @Test("Drawing boards tells how far it is")
  func robustnessProgress() throws {
    let designer = try designer()
    let design = try designer.design(designer.board.cases[0], pattern: .stereo)
    var parts: [Double] = []
    _ = DesignStudy(designer, design).robustness(boards: 4) { parts.append($0) }
    #expect(parts == [0, 0.25, 0.5, 0.75])
  }

  @Test("Findings that differ in their decibels are one sentence, with the least and the greatest")
  func alikeFindings() {
    let notes: [DesignNote] = [
      .louderBehind(octave: 8000, decibels: 5.9), .louderBehind(octave: 8000, decibels: 3.8),
      .louderBehind(octave: 8000, decibels: 7),
    ]
    #expect(
      DesignNote.sentence(notes)
        == "sounds from behind are 3.8 to 7 dB louder than sounds from the front in the octave of 8 kHz"
    )
    #expect(DesignNote.sentence([notes[0]]) == notes[0].description)
    #expect(notes[0].isAlike(notes[2]))
    #expect(!notes[0].isAlike(.louderBehind(octave: 4000, decibels: 5.9)))
    #expect(!notes[0].isAlike(.noisiest(octave: 8000, decibels: 5.9)))
    let (little, much) = (
      DesignNote.frontToBackReached(most: 0.2, octave: 500, broadband: 0.1),
      DesignNote.frontToBackReached(most: 6, octave: 500, broadband: 3)
    )
    #expect(!little.isAlike(much))
    #expect(little.isAlike(.frontToBackReached(most: 0, octave: 2000, broadband: 0)))
  }

  @Test("What geometry says already is not said again as a finding")
  func saidOnce() throws {
    let pair = try designer(Arrays.handHeld("pair", Arrays.pair))
    let sideways = try #require(pair.board.cases.first { $0.orientation == .landscapeLeft })
    let design = try pair.design(sideways, pattern: .stereo)
    let notes = design.allNotes(pair.figures(design), pair.curves(design))
    #expect(notes.contains(.noLeftAndRight) && notes.contains(.frontAndBackAlike))
    #expect(
      !notes.contains { note in
        switch note {
        case .frontToBackReached, .weakSeparation, .wrongLevels, .narrowRoom: true
        default: false
        }
      })
  }

  @Test("Findings are computed: an upright plane has no front and back, a table has")
  func findings() throws {
    func findings(_ board: Board) throws -> [DesignNote] {
      let designer = try designer(board)
      let design = try designer.design(board.cases[0], pattern: .stereo)
      return DesignNote.findings(designer.figures(design), designer.curves(design))
    }
    for note in try findings(Arrays.handHeld("upright", Arrays.respeaker)) {
      if case .frontToBackReached(let most, _, _) = note { #expect(most < 0.1) }
    }
    let table = try findings(Self.board)
    #expect(
      table.contains {
        if case .frontToBackReached(let most, _, _) = $0 { most > 3 } else { false }
      })
    let pair = try findings(Arrays.handHeld("pair", Arrays.pair))
    let weak = pair.compactMap { note -> [Double]? in
      if case .weakSeparation(let octaves) = note { octaves } else { nil }
    }
    #expect(weak.first?.contains(16000) == true)
    #expect(weak.first?.contains(1000) == false)
  }

  @Test(
    "What is just noticed grows with the difference and to the side, within the published ranges")
  func justNoticeable() {
    #expect((0.5...1).contains(JustNoticeable.levelDifference(at: 0)))
    #expect(abs(JustNoticeable.levelDifference(at: -9) - 1.2) < 1e-12)
    #expect((1.5...2).contains(JustNoticeable.levelDifference(at: 15)))
    #expect(JustNoticeable.levelDifference(at: 40) == JustNoticeable.levelDifference(at: 15))
    let front = JustNoticeable.timeDifference(atAzimuth: 0)
    #expect((10e-6...20e-6).contains(front))
    #expect((2...4).contains(JustNoticeable.timeDifference(atAzimuth: -90) / front))
    #expect(abs(JustNoticeable.timeDifference(atAzimuth: 180) - front) < 1e-12)
  }
}
