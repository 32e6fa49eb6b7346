import Boards
import Recorder
import TakeFiles
import TestSupport
import Testing

@testable import SimulatedBoard

/// The eight cases, as a person reaches them: a data source, and turns to the right from portrait.
private let poses: [(source: String, turns: Int)] = ["Back", "Front"].flatMap { source in
  (0..<4).map { (source, $0) }
}

/// A simulated board in the hands of a person, step by step.
@Suite struct LiveWorldTests {
  /// A recorder on a board made of numbers, whose time passes as a test says.
  private final class Play {
    let takes: SimulatedTakes
    let session: Session
    let time: SimulatedTime
    let world: SimulatedWorld
    private var step = 0
    private(set) var made: [TakeResult] = []
    var isFaulted: Bool { if case .faulted = session.snapshot(now).state { true } else { false } }
    private var now: Double { Double(step) * Simulator.tickSeconds }

    init(_ takes: SimulatedTakes, source: String = "Back", azimuth: Double = -60) throws {
      self.takes = takes
      let scenario = try Scenario.parse(
        text: "board = \"test\"\nduration = 60.0\n" + SimulatedTakes.noise(azimuth: azimuth),
        name: takes.folder.file("scene.toml"))
      var simulator = try Simulator(scenario: scenario, board: takes.board)
      simulator.isLive = true
      var configuration = SessionConfiguration(board: takes.board, directory: takes.folder.path)
      configuration.form.preRollSeconds = 0
      configuration.settings.stereo.source = source
      let begun = try simulator.begin(configuration: configuration, filters: takes.filters)
      (session, time) = (begun.session, begun.time)
      world = try #require(time.world)
      try session.arm(0)
      pass(0.5)
    }

    /// Lets time pass.
    func pass(_ seconds: Double) {
      for _ in 0..<Int((seconds / Simulator.tickSeconds).rounded()) {
        step += 1
        time.pass(to: now, by: Simulator.tickSeconds, session)
        session.tick(now)
        for event in session.drainEvents() {
          if case .takeFinished(let take) = event { made.append(take) }
        }
        time.settle(session, now)
      }
    }

    /// Makes a take, with something in its middle; gives its file.
    func take(_ middle: () -> Void = {}) throws -> String {
      try session.startTake(now)
      pass(1)
      middle()
      pass(1)
      if session.isTaking { try session.stopTake() }
      pass(0.5)
      return try #require(made.last?.files.first)
    }

    /// Decibels by which the left channel of a file is louder.
    func left(_ file: String, from start: Double, to end: Double) throws -> Double {
      try takes.leftOverRight(file, from: start, to: end)
    }

    func shutDown() {
      world.end()
      session.shutDown()
    }
  }

  @Test("a sound on the left is on the left of the take in all eight cases", arguments: poses)
  func cases(_ source: String, turns: Int) throws {
    let play = try Play(SimulatedTakes(), source: source)
    defer { play.shutDown() }
    for _ in 0..<turns { play.world.act(.turnRight); play.pass(0.1) }
    play.pass(2)
    let file = try play.take { play.world.act(.walkRight) }
    // Seen from the front a turn to the right goes by the left landscape; from behind by the other one.
    let order: [InputOrientation] =
      source == "Back"
      ? [.portrait, .landscapeLeft, .portraitUpsideDown, .landscapeRight]
      : [.portrait, .landscapeRight, .portraitUpsideDown, .landscapeLeft]
    let which = try #require(play.made.last?.plan.design.which)
    #expect(which.orientation == order[turns])
    #expect(play.takes.board.dataSources[which.dataSource].name == source)
    #expect(try play.left(file, from: 0.2, to: 0.9) > 1)
    // From 60 to 45 degrees it is still on the left.
    #expect(try play.left(file, from: 1.2, to: 1.9) > 1)
  }

  @Test("a voice that is led around in a take changes its side there")
  func walk() throws {
    let play = try Play(SimulatedTakes())
    defer { play.shutDown() }
    #expect(play.world.wind == .calm)
    let file = try play.take { for _ in 0..<8 { play.world.act(.walkRight) } }
    #expect(play.world.azimuth == 60)
    #expect(try play.left(file, from: 0.2, to: 0.9) > 1)
    #expect(try play.left(file, from: 1.2, to: 1.9) < -1)
    // All the way around and back.
    for _ in 0..<24 { play.world.act(.walkLeft) }
    #expect(play.world.azimuth == 60)
    for _ in 0..<8 { play.world.act(.walkRight) }
    #expect(play.world.azimuth == -180)
  }

  @Test("a board that is turned in a take keeps its case, and the sound moves")
  func turnInTake() throws {
    let play = try Play(SimulatedTakes())
    defer { play.shutDown() }
    let file = try play.take {
      play.world.act(.turnLeft)
      play.pass(0.1)
      play.world.act(.turnLeft)
      play.pass(0.1)
    }
    #expect(play.made.last?.plan.design.which.orientation == .portrait)
    #expect(try play.left(file, from: 0.2, to: 0.9) > 1)
    #expect(try play.left(file, from: 1.4, to: 2.1) < -1)
    play.pass(2)
    _ = try play.take()
    #expect(play.made.last?.plan.design.which.orientation == .portraitUpsideDown)
  }

  @Test("an array that is unplugged ends the take, and goes on when it is plugged in again")
  func unplug() throws {
    let play = try Play(SimulatedTakes())
    defer { play.shutDown() }
    _ = try play.take {
      play.world.act(.unplug)
      play.pass(1)
      #expect(!play.world.isPluggedIn && play.isFaulted)
    }
    #expect(play.made.count == 1)
    play.world.act(.plugIn)
    play.pass(3)
    #expect(play.world.isPluggedIn && !play.isFaulted)
    #expect(try play.left(play.take(), from: 0.2, to: 0.9) > 1)
  }

  @Test("an unplugged array takes no input gain, so that none keeps it from being opened again")
  func gainOfUnplugged() throws {
    var board = SimulatedTakes.board()
    board.capture.gainControls = ["Mic"]
    let play = try Play(SimulatedTakes(board: board))
    defer { play.shutDown() }
    play.world.act(.unplug)
    play.pass(1)
    // The simulated card offers no more than 36 dB.
    for gain in [55.0, 3.0] {
      #expect(throws: SessionRefusal.self) {
        try play.session.adjust(lowCut: nil, inputGain: gain)
      }
    }
    play.world.act(.plugIn)
    play.pass(3)
    #expect(!play.isFaulted)
    try play.session.adjust(lowCut: nil, inputGain: 3)
    #expect(play.session.snapshot(0).inputGain == 3)
  }

  @Test("a card that is pulled out ends the take, and takes the next one when it is back")
  func card() throws {
    let play = try Play(SimulatedTakes())
    defer { play.shutDown() }
    try play.session.startTake(0.5)
    play.pass(1)
    play.world.act(.pullCard)
    play.pass(2)
    #expect(!play.world.isCardIn && !play.session.isTaking)
    play.world.act(.insertCard)
    play.pass(3)
    #expect(play.world.isCardIn)
    #expect(try play.left(play.take(), from: 0.2, to: 0.9) > 1)
  }

  @Test("on a table the board is turned under the sounds, by 30 degrees at a time")
  func table() throws {
    var board = SimulatedTakes.board()
    board.orientation = .fixed(up: Vector3(0, 1, 0))
    let play = try Play(SimulatedTakes(board: board), azimuth: 0)
    defer { play.shutDown() }
    for _ in 0..<3 { play.world.act(.turnRight) }
    play.pass(0.2)
    // What was ahead is at the left of a board that looks to the right.
    let file = try play.take { for _ in 0..<6 { play.world.act(.turnLeft) } }
    #expect(try play.left(file, from: 0.2, to: 0.9) > 1)
    #expect(try play.left(file, from: 1.2, to: 1.9) < -1)
  }
}
