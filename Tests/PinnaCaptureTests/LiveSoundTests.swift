import CAllocationProbe
import PinnaCapture
import Testing

@Suite("Live sound of a capture session") struct LiveSoundTests {
  @Test("a reader that is late holds up nothing and is told the frames that it missed")
  func lateReader() async throws {
    let rig = try CaptureRig(makesTakes: false)
    try await rig.activate()
    let late = try await rig.session.raw(queueSeconds: 0.1)
    let quick = try await rig.session.raw(queueSeconds: 60)
    // A length that is not a number is as good as none.
    _ = try await rig.session.raw(queueSeconds: .nan)
    try await rig.pass(2)
    var first = late.makeAsyncIterator()
    var frames = 0
    for _ in 0..<10 {
      let buffer = try #require(await first.next())
      #expect(buffer.missed == 0 && buffer.position == frames && buffer.channels == 4)
      frames += buffer.frames
    }
    try await rig.pass(0.01)
    let next = try #require(await first.next())
    #expect(next.missed > 80_000)
    #expect(next.position == frames + next.missed)
    await rig.session.close()
    // The other one has every frame, in order.
    var expected = 0
    for await buffer in quick {
      #expect(buffer.missed == 0 && buffer.position == expected)
      expected += buffer.frames
    }
    #expect(expected == next.position + next.frames)
  }

  @Test("a pull that comes late is told the frames that it missed, and takes go on")
  func latePull() async throws {
    let rig = try CaptureRig()
    try await rig.activate()
    let pull = try await rig.session.rawPull()
    _ = CaptureRig.pulled(pull, frames: 1)
    _ = try await rig.session.startTake()
    try await rig.pass(2)
    // The newest frames come, and the others are counted.
    #expect(CaptureRig.pulled(pull, frames: 4800).0 == .frames(4800, missed: 91_200))
    try await rig.pass(0.1)
    #expect(CaptureRig.pulled(pull, frames: 9600).0 == .frames(4800, missed: 0))
    let take = try await rig.session.stopTake()
    #expect(take.lostFrames == 0 && abs(take.frames - 100_800) <= 480)
  }

  @Test(
    "a pull allocates nothing, of left and right or of all channels",
    .enabled(if: allocation_probe_available() != 0, "needs the allocation probe"),
    arguments: [false, true])
  func allocations(isRaw: Bool) async throws {
    let rig = try CaptureRig(makesTakes: false)
    try await rig.activate()
    let pull = try await isRaw ? rig.session.rawPull() : rig.session.stereoPull()
    let room = 1024 * pull.channels
    var (calls, frames) = (UInt(0), 0)
    for turn in 0..<50 {
      // The device is away for a while, and comes back under the pull.
      if turn == 20 { try await rig.session.simulation?.unplug() }
      if turn == 25 { try await rig.session.simulation?.plugIn() }
      try await rig.pass(turn == 30 ? 2 : 0.05)
      (calls, frames) = Self.read(pull, room, calls, frames)
    }
    #expect(calls == 0)
    #expect(frames > 90_000)
    #expect(pull.level(ofChannel: 1).peak > 0)
  }

  /// Pulls all that there is, and adds the calls of the allocator.
  private static func read(
    _ pull: SoundPull, _ room: Int, _ calls: UInt, _ frames: Int
  ) -> (UInt, Int) {
    let memory = UnsafeMutablePointer<Float>.allocate(capacity: room)
    defer { memory.deallocate() }
    var frames = frames
    let before = allocation_probe_count()
    while case .frames(let count, _) = pull.pull(into: memory, frames: 1024) { frames += count }
    return (calls + UInt(allocation_probe_count() - before), frames)
  }

  @Test("levels come ten times a second, of every channel and of left and right")
  func levels() async throws {
    let rig = try CaptureRig(makesTakes: false)
    let updates = rig.session.levels()
    try await rig.activate()
    try await rig.pass(0.75)
    await rig.session.close()
    let readings = await updates.reduce(into: [Levels]()) { $0.append($1) }
    // None of a session that has no device yet, or no more.
    #expect((7...8).contains(readings.count))
    #expect(readings.allSatisfy { $0.channels.count == 4 })
    let last = try #require(readings.last)
    #expect(last.channels.allSatisfy { $0.peak > 0.001 && $0.rms > 0 })
  }

  @Test("two pulls at most, and one that is let go makes room")
  func pulls() async throws {
    let rig = try CaptureRig(makesTakes: false)
    let first = try await rig.session.stereoPull()
    #expect(CaptureRig.pulled(first, frames: 10).0 == .interrupted)
    do {
      let second = try await rig.session.rawPull()
      #expect(second.channels == 4)
      await #expect(throws: CaptureError.tooManyPulls(limit: 2)) {
        _ = try await rig.session.rawPull()
      }
      withExtendedLifetime(second) {}
    }
    let third = try await rig.session.rawPull()
    await rig.session.close()
    #expect(CaptureRig.pulled(third, frames: 10).0 == .interrupted)
    #expect(CaptureRig.pulled(third, frames: 0).0 == .waiting)
  }
}
