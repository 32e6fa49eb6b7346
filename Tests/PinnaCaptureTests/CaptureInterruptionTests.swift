import PinnaCapture
import TakeFiles
import Testing

@Suite("Interruptions of a capture session") struct CaptureInterruptionTests {
  @Test(
    "a device that is unplugged ends the take whole, is told, and is captured again when it is back"
  )
  func unplug() async throws {
    let rig = try CaptureRig(restarts: true)
    let session = rig.session
    let simulation = try #require(session.simulation)
    let changes = session.changes()
    let buffers = try await session.stereo(queueSeconds: 30)
    let pull = try await session.rawPull()
    try await rig.activate()
    _ = CaptureRig.pulled(pull, frames: 100)
    let first = try await session.startTake()
    try await rig.pass(1)
    try await simulation.unplug()
    try await rig.pass(0.5)
    guard case .interrupted(.deviceAbsent) = try await session.status.activity else {
      throw CaptureError.notActive
    }
    #expect(CaptureRig.pulled(pull, frames: 100).0 == .interrupted)
    await #expect(throws: CaptureError.self) { _ = try await session.startTake() }

    try await simulation.plugIn()
    try await rig.pass(3)
    // The first pull of the new device begins with the present.
    _ = CaptureRig.pulled(pull, frames: 100)
    try await rig.pass(0.1)
    #expect(CaptureRig.pulled(pull, frames: 4800).0 == .frames(4800, missed: 0))
    guard case .recording(let second) = try await session.status.activity else {
      throw CaptureError.notActive
    }
    #expect(second.id != first.id && second.dataSource == first.dataSource)
    try await session.stopTake()
    await session.close()
    try await Self.check(changes, first.id, second.id)
    // Sound of before and after came through the same sequence.
    let heard = await buffers.reduce(0) { $0 + $1.frames }
    #expect(heard > 130_000)
  }

  /// Both takes are told, and their files are whole.
  private static func check(
    _ changes: CaptureChanges, _ first: String, _ second: String
  ) async throws {
    var events: [CaptureChange.Event] = []
    for await change in changes {
      #expect(change.missed == 0)
      events.append(change.event)
    }
    let words = events.compactMap { event in
      switch event {
      case .activated: "activated"
      case .interrupted(.deviceAbsent): "interrupted"
      case .deviceBack: "back"
      case .takeStarted: "started"
      case .takeFinished: "finished"
      default: nil
      }
    }
    #expect(
      words.filter { $0 != "finished" } == [
        "activated", "started", "interrupted", "back", "started",
      ])
    let takes = events.compactMap { event -> FinishedTake? in
      if case .takeFinished(let take) = event { take } else { nil }
    }
    #expect(takes.map(\.id) == [first, second])
    #expect(takes[0].end == "capture device disconnected" && takes[0].frames > 47_000)
    for take in takes {
      let file = try TakeFile.read(path: #require(take.files.first))
      #expect(file.frames == take.frames && !file.isInProgress)
    }
  }

  @Test("a take that a lost device ended is given to the program that stops it, once")
  func stopAfterLoss() async throws {
    let rig = try CaptureRig()
    let session = rig.session
    try await rig.activate()
    let started = try await session.startTake()
    try await rig.pass(1)
    try await #require(session.simulation).unplug()
    try await rig.pass(0.5)
    let take = try await session.stopTake()
    #expect(take.id == started.id && take.end == "capture device disconnected")
    await #expect(throws: CaptureError.noTake) { try await session.stopTake() }
    await session.close()
  }

  @Test("buffers have the time of their first frame, the route its edges, the status its latency")
  func times() async throws {
    let rig = try CaptureRig(makesTakes: false)
    let session = rig.session
    let buffers = try await session.raw(queueSeconds: 30)
    #expect(try await session.status.latencySeconds == nil)
    try await rig.activate()
    try await rig.pass(1)
    let route = try await session.route
    #expect(route.layout?.leftEdge == .left && route.layout?.rightEdge == .right)
    let latency = try #require(try await session.status.latencySeconds)
    #expect(latency > 0.005 && latency < 0.05)
    try await session.setPreferredPolarPattern(.omni)
    #expect(try await session.route.layout == nil)
    await session.close()
    var last: (place: Int, time: Double)?
    for await buffer in buffers {
      let time = try #require(buffer.time)
      if let last {
        let expected = last.time + Double(buffer.position - last.place) / 48_000
        #expect(abs(time - expected) < 1e-6)
      }
      last = (buffer.position, time)
    }
    #expect(try #require(last).time > 0.5)
  }

  @Test("the board that is turned is told, and the choice that is in force follows")
  func turn() async throws {
    let rig = try CaptureRig(makesTakes: false)
    let changes = rig.session.changes()
    try await rig.activate()
    try await rig.pass(1)
    try await #require(rig.session.simulation).turn(.landscapeRight)
    try await rig.pass(1)
    #expect(try await rig.session.route.actual.inputOrientation == .landscapeRight)
    try await rig.session.setPreferredInputOrientation(.portrait)
    let route = try await rig.session.route
    #expect(route.preferred.inputOrientation == .portrait)
    #expect(route.actual.inputOrientation == .portrait)
    await rig.session.close()
    let events = await changes.reduce(into: [CaptureChange.Event]()) { $0.append($1.event) }
    #expect(events.contains(.orientation(.landscapeRight)))
    #expect(events.contains(.route(route)))
  }

  @Test("a reader of changes that is late is told how many it missed")
  func lateReader() async throws {
    let rig = try CaptureRig(makesTakes: false)
    let (changes, all) = (rig.session.changes(capacity: 1), rig.session.changes())
    try await rig.activate()
    for _ in 0..<5 { try await rig.session.setPreferredDataSource("Front") }
    var iterator = changes.makeAsyncIterator()
    guard case .activated = await iterator.next()?.event else { throw CaptureError.notActive }
    try await rig.session.setPreferredDataSource("Back")
    try await rig.pass(0.01)
    let late = try #require(await iterator.next())
    await rig.session.close()
    // How many there are depends on when filters were ready: the one that came late is found among all of them.
    let events = await all.reduce(into: [CaptureChange.Event]()) { $0.append($1.event) }
    #expect(late.missed > 0)
    #expect(events.indices.contains(late.missed + 1) && events[late.missed + 1] == late.event)
  }
}
