import CAllocationProbe
import PinnaCapture
import Testing

@Suite("Ten minutes of a capture session") struct TenMinutesTests {
  /// The pulls of a run: frames that came, frames that were missed, and calls of the allocator.
  private struct Count {
    var frames = 0
    var missed = 0
    var calls = UInt64(0)

    /// Takes all that there is into memory for `room` frames.
    mutating func read(_ pull: SoundPull, _ memory: UnsafeMutablePointer<Float>, room: Int) {
      let before = allocation_probe_count()
      while case .frames(let count, let left) = pull.pull(into: memory, frames: room) {
        frames += count
        missed += left
      }
      calls += UInt64(allocation_probe_count() - before)
    }
  }

  @Test(
    "each frame of ten minutes comes once, as left and right and as channels, and nothing is allocated for it",
    .enabled(if: allocation_probe_available() != 0, "needs the allocation probe"))
  func everyFrame() async throws {
    let rig = try CaptureRig([SimulatedSound(.tone(hertz: 440), azimuth: 30)], makesTakes: false)
    let (stereo, raw) = try await (rig.session.stereoPull(), rig.session.rawPull())
    try await rig.activate()
    let (seconds, step, room) = (600, 0.2, 1024)
    let memory = UnsafeMutablePointer<Float>.allocate(capacity: room * raw.channels)
    defer { memory.deallocate() }
    var (ears, channels) = (Count(), Count())
    // The first pull begins with the present.
    ears.read(stereo, memory, room: room)
    channels.read(raw, memory, room: room)
    for _ in 0..<Int(Double(seconds) / step) {
      try await rig.pass(step)
      ears.read(stereo, memory, room: room)
      channels.read(raw, memory, room: room)
    }
    #expect(channels.frames == seconds * CaptureRig.rate && channels.missed == 0)
    // What is still in a block is not there yet.
    let behind = channels.frames - ears.frames
    #expect((0...1024).contains(behind) && ears.missed == 0, "\(behind) frames behind")
    #expect(ears.calls == 0 && channels.calls == 0)
    #expect(try await rig.session.status.lostFrames == 0)
    #expect(stereo.level(ofChannel: 1).rms > 0.001)
  }
}
