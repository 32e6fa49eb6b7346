import Acoustics
import Boards
import Glibc
import SimulatedBoard
import Testing

@Suite struct WavePhysicsTests {
  private static let cases = [DeviceFace.front, .back].flatMap { face in
    InputOrientation.allCases.map { (face, $0) }
  }

  /// Checks a tone at every microphone against where and how loud it should be.
  private func expectTone(
    _ source: SoundSource, frequency: Double, layout: Layout, level: Double,
    expected: (Vector3) -> (seconds: Double, gain: Double)
  ) throws {
    let board = SceneFixture.board()
    let renderer = try SceneRenderer(
      scenario: SceneFixture.scenario([source]), board: board,
      layouts: LayoutTimeline(initial: layout))
    let signals = SceneFixture.floats(renderer, frames: 9600)
    let centre = SceneFixture.positions.reduce(Vector3.zero, +) / 4
    for (microphone, position) in SceneFixture.positions.enumerated() {
      let (amplitude, phase) = SceneFixture.tone(
        signals[microphone], 4800..<9600, frequency: frequency)
      let (seconds, gain) = expected(position - centre)
      let radians = SceneFixture.wrapped(phase - 2 * .pi * frequency * seconds)
      #expect(abs(radians / (2 * .pi * frequency)) < 0.1e-6)
      #expect(abs(SceneFixture.decibels(amplitude / (pow(10, level / 20) * gain))) < 0.05)
    }
  }

  @Test(arguments: cases)
  func planeWavesArriveWhenGeometrySays(face: DeviceFace, orientation: InputOrientation) throws {
    let layout = try #require(Layout(forward: face.direction, up: orientation.up))
    for (azimuth, elevation) in [(0.0, 0.0), (63, 0), (-90, 10), (135, -40), (180, 0), (0, 90)] {
      let direction = Direction(azimuth: azimuth, elevation: elevation)
      let (a, e) = (azimuth * .pi / 180, elevation * .pi / 180)
      // The direction in the frame of the listener: forward, right and up.
      let towards =
        layout.forward * (cos(e) * cos(a)) + layout.right * (cos(e) * sin(a))
        + layout.up * sin(e)
      for frequency in [100.0, 1000, 7010, 20000] {
        let source = SoundSource(
          sound: .tone(frequency: frequency), position: .listener(direction, .far), level: -6)
        try expectTone(source, frequency: frequency, layout: layout, level: -6) { place in
          (dot(place, towards) / Air.speedOfSound, 1)
        }
      }
    }
  }

  @Test(arguments: [0.15, 0.5, 2.0, 100])
  func sphericalWavesFadeAndCurve(distance: Double) throws {
    let layout = SceneFixture.upright.initial
    let towards = Vector3(0.6, -0.48, 0.64)
    for frequency in [100.0, 3000, 20000] {
      let source = SoundSource(
        sound: .tone(frequency: frequency), position: .device(towards * 7, .metres(distance)),
        level: -12)
      try expectTone(source, frequency: frequency, layout: layout, level: -12) { place in
        let way = (towards * distance - place).length
        return ((distance - way) / Air.speedOfSound, distance / way)
      }
    }
  }

  @Test func aRightSourceReachesTheRightEdgeFirst() throws {
    // Two microphones on the left and right edges; a click at azimuth +90 in the listener's frame.
    let board = SceneFixture.board(positions: [Vector3(-0.07, 0, 0), Vector3(0.07, 0, 0)])
    let source = SoundSource(
      sound: .noise(.white), position: .listener(Direction(azimuth: 90), .far))
    for (face, right) in [(DeviceFace.back, 1), (.front, 0)] {
      let layout = try #require(
        Layout(forward: face.direction, up: InputOrientation.portrait.up))
      let signals = SceneFixture.floats(
        try SceneRenderer(
          scenario: SceneFixture.scenario([source]), board: board,
          layouts: LayoutTimeline(initial: layout)), frames: 4800)
      // 0.14 m are 19.6 frames.
      let best = (-30...30).max { correlation(signals, $0) < correlation(signals, $1) }
      #expect(best == (right == 1 ? 20 : -20))
    }
  }

  /// The correlation of the first channel, so many frames later, with the second.
  private func correlation(_ signals: [[Float]], _ lag: Int) -> Float {
    (1000..<4000).reduce(0) { $0 + signals[0][$1 + lag] * signals[1][$1] }
  }

  @Test func movingSourcesAreInTheRightPlaceAtEveryFrame() throws {
    let path = [
      SoundSource.PathPoint(time: 0, direction: Direction(azimuth: -90), distance: 1),
      SoundSource.PathPoint(
        time: 1, direction: Direction(azimuth: 270, elevation: 30), distance: 3),
    ]
    let frequency = 2000.0
    let source = SoundSource(sound: .tone(frequency: frequency), position: .path(path), level: 0)
    let board = SceneFixture.board()
    let signals = SceneFixture.floats(
      try SceneRenderer(
        scenario: SceneFixture.scenario([source]), board: board, layouts: SceneFixture.upright),
      frames: 48000)
    let centre = SceneFixture.positions.reduce(Vector3.zero, +) / 4
    let layout = SceneFixture.upright.initial
    var worst = 0.0
    for (microphone, position) in SceneFixture.positions.enumerated() {
      for n in 480..<48000 {
        let t = Double(n) / 48000
        let distance = 1 + 2 * t
        let direction = Direction(azimuth: -90 + 360 * t, elevation: 30 * t)
        let place = layout.device(direction.sceneVector) * distance
        let way = (place - (position - centre)).length
        let ahead = (distance - way) / Air.speedOfSound
        let expected = 1 / way * sin(2 * .pi * frequency * (t + ahead))
        worst = max(worst, abs(expected - Double(signals[microphone][n])) * way)
      }
    }
    #expect(worst < 0.001)
  }

  @Test func turningTheBoardFadesFromOneLayoutToTheOther() throws {
    let board = SceneFixture.board()
    let turned = try #require(Layout(forward: Vector3(0, 0, 1), up: Vector3(-1, 0, 0)))
    let fixed = SoundSource(
      sound: .noise(.pink), position: .device(Vector3(1, 1, 0), .metres(1)), level: -30)
    let source = SoundSource(
      sound: .tone(frequency: 500), position: .listener(Direction(azimuth: 70), .far), level: -6)
    func render(_ sources: [SoundSource], _ layouts: LayoutTimeline) throws -> [[Float]] {
      SceneFixture.floats(
        try SceneRenderer(
          scenario: SceneFixture.scenario(sources), board: board, layouts: layouts), frames: 9600)
    }
    let turning = LayoutTimeline(
      initial: SceneFixture.upright.initial,
      changes: [LayoutTimeline.Change(frame: 4801, layout: turned)])
    let before = try render([source], SceneFixture.upright)
    let after = try render([source], LayoutTimeline(initial: turned))
    let both = try render([source], turning)
    for microphone in 0..<4 {
      #expect(both[microphone][..<4800] == before[microphone][..<4800])
      #expect(both[microphone][5312...] == after[microphone][5312...])
      #expect(before[microphone][5312...] != after[microphone][5312...])
      // A jump would be far steeper than a sine of this frequency and level.
      let steepest = zip(both[microphone], both[microphone].dropFirst()).map { abs($0 - $1) }.max()
      #expect(try #require(steepest) < 0.04)
    }
    #expect(try render([fixed], turning) == render([fixed], SceneFixture.upright))
  }

  @Test func turningBoardAndSceneTogetherChangesNothing() throws {
    // A turn about an axis without any symmetry, as the columns of a matrix.
    let x = Vector3(0.36, 0.48, -0.8)
    let y = Vector3(-0.8, 0.6, 0)
    let z = cross(x, y)
    func turn(_ v: Vector3) -> Vector3 { x * v.x + y * v.y + z * v.z }
    let source = SoundSource(
      sound: .noise(.white),
      position: .listener(Direction(azimuth: 40, elevation: 20), .metres(0.7)))
    let layout = SceneFixture.upright.initial
    let turned = try #require(Layout(forward: turn(layout.forward), up: turn(layout.up)))
    let a = SceneFixture.floats(
      try SceneRenderer(
        scenario: SceneFixture.scenario([source]), board: SceneFixture.board(),
        layouts: SceneFixture.upright), frames: 2000)
    let b = SceneFixture.floats(
      try SceneRenderer(
        scenario: SceneFixture.scenario([source]),
        board: SceneFixture.board(positions: SceneFixture.positions.map(turn)),
        layouts: LayoutTimeline(initial: turned)), frames: 2000)
    for (one, other) in zip(a, b) {
      let difference = zip(one, other).map { abs($0 - $1) }.max()
      #expect(try #require(difference) < 1e-5)
    }
  }

  @Test func aRigidSphereShadowsAsItsSeriesSays() throws {
    let radius = 0.07
    let board = SceneFixture.board(
      body: Body(size: Vector3(0.16, 0.16, 0.16), model: .sphere(radius: radius))
    ) { microphones in microphones[3].delay = 12.3e-6 }
    let towards = Vector3(0.48, 0.6, 0.64)
    for frequency in [100.0, 1000, 5000, 15000] {
      let source = SoundSource(
        sound: .tone(frequency: frequency), position: .device(towards, .far), level: 0)
      let renderer = try SceneRenderer(
        scenario: SceneFixture.scenario([source]), board: board, layouts: SceneFixture.upright)
      #expect(renderer.notes.isEmpty)
      let signals = SceneFixture.floats(renderer, frames: 9600)
      let sphere = RigidSphere(ka: 2 * .pi * frequency * radius / Air.speedOfSound)
      for (microphone, position) in SceneFixture.positions.enumerated() {
        let expected = sphere.response(cosine: dot(position.normalized, towards))
        let (amplitude, phase) = SceneFixture.tone(
          signals[microphone], 4800..<9600, frequency: frequency)
        #expect(abs(SceneFixture.decibels(amplitude / expected.magnitude)) < 0.05)
        let late = 2 * .pi * frequency * board.microphones[microphone].delay
        let error = SceneFixture.wrapped(phase + late - atan2(expected.im, expected.re))
        #expect(abs(error / (2 * .pi * frequency)) < 0.5e-6)
      }
    }
  }
}
