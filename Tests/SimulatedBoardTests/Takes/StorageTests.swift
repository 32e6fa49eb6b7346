import Glibc
import Realtime
import Recorder
import SimulatedBoard
import TakeFiles
import Testing

@Suite("A card that fills up")
struct FullCardTests {
  /// Bytes per second of a take of the test board: stereo in 24 bits at 48 kHz.
  private static let rate = StorageRate(bytesPerSecond: 48000 * 6)

  /// Room for this many seconds of a take, in the words of a scenario.
  private static func room(seconds: Double) -> String {
    let bytes = Double(rate.reserveBytes) + seconds * Double(rate.bytesPerSecond)
    return "storage-free = \(bytes / 1e6)"
  }

  private func lows(_ outcome: Simulator.Outcome) -> [Double] {
    outcome.events.compactMap { event in
      if case .storageLow(let seconds) = event.event { seconds } else { nil }
    }
  }

  @Test("below ten minutes there is one warning, with the time that is left")
  func warning() throws {
    let takes = try SimulatedTakes()
    let outcome = try takes.run(
      SimulatedTakes.take(from: 0.5, to: 8) + SimulatedTakes.fault(0, Self.room(seconds: 603)),
      duration: 9)
    let low = try #require(lows(outcome).first)
    #expect(lows(outcome).count == 1)
    #expect(low < 600 && low > 598)
    // The take goes on.
    #expect(outcome.takes.first?.end == .stopped)
  }

  @Test("with room for more there is no warning")
  func enough() throws {
    let takes = try SimulatedTakes()
    let outcome = try takes.run(
      SimulatedTakes.take(from: 0.5, to: 3) + SimulatedTakes.fault(0, Self.room(seconds: 700)),
      duration: 4)
    #expect(lows(outcome).isEmpty)
  }

  @Test("a take ends with everything closed before the card is full", arguments: [false, true])
  func endsBefore(keepsRaw: Bool) throws {
    let takes = try SimulatedTakes()
    let outcome = try takes.run(
      SimulatedTakes.noise(azimuth: 20) + SimulatedTakes.hand(0.5, "press = \"record\"")
        // The raw file takes 768 kB/s more, and the reserve with it.
        + SimulatedTakes.fault(0, keepsRaw ? "storage-free = 18.0" : Self.room(seconds: 6)),
      duration: 12
    ) {
      $0.form.keepsRaw = keepsRaw
      $0.form.preRollSeconds = 0
    }
    let take = try #require(outcome.takes.first)
    #expect(take.end == .storageFull)
    #expect(outcome.takes.count == 1)
    #expect(try takes.samples(take.files[0])[0].count == take.frames)
    // 18 MB less 8 MiB and 4 s of 1056 kB/s are 5.1 s.
    #expect(keepsRaw ? abs(take.seconds - 5.1) < 1.1 : abs(take.seconds - 6) < 1.1)
    #expect(!outcome.events.contains { if case .fault = $0.event { true } else { false } })
  }

  @Test("no take is started when it could not be closed, and the refusal says what is missing")
  func refused() throws {
    let takes = try SimulatedTakes()
    let outcome = try takes.run(
      SimulatedTakes.take(from: 2, to: 3) + SimulatedTakes.fault(0, "storage-free = 9.0"),
      duration: 4)
    #expect(outcome.takes.isEmpty)
    let refusals = outcome.events.compactMap { event in
      if case .refused(let refusal) = event.event { refusal } else { nil }
    }
    guard case .storageFull(let free, let needed) = try #require(refusals.first) else {
      Issue.record("refused with \(refusals)")
      return
    }
    #expect(free == 9_000_000)
    // The reserve, and the shortest take for which there must be room.
    #expect(needed == Self.rate.reserveBytes + 5 * Self.rate.bytesPerSecond)
    #expect(
      "\(refusals[0])".contains("9 MB left") && "\(refusals[0])".contains("another card"))
  }

  @Test("what waits in memory for a stalled card counts as written")
  func stalled() throws {
    let takes = try SimulatedTakes()
    // The card stalls while 8 s of room are left, and for longer than they last.
    let outcome = try takes.run(
      SimulatedTakes.noise(azimuth: 20) + SimulatedTakes.hand(0.5, "press = \"record\"")
        + SimulatedTakes.fault(0, Self.room(seconds: 8))
        + SimulatedTakes.fault(2, "storage-stall = 15.0"), duration: 20
    ) { $0.form.preRollSeconds = 0 }
    let take = try #require(outcome.takes.first)
    #expect(take.end == .storageFull)
    #expect(abs(take.seconds - 8) < 1.1)
    #expect(take.gaps.isEmpty)
  }

  @Test("the rate is that of all files of a take")
  func rates() {
    let raw = AudioFormat(rate: 48000, channels: 8, samples: .s32)
    var form = TakeForm()
    #expect(StorageRate(form, rate: 48000, raw: raw).bytesPerSecond == 288_000)
    form.keepsSafety = true
    #expect(StorageRate(form, rate: 48000, raw: raw).bytesPerSecond == 576_000)
    form.keepsRaw = true
    #expect(StorageRate(form, rate: 48000, raw: raw).bytesPerSecond == 2_112_000)
    for kind in TakeFileKind.allCases where kind != .wav {
      var form = TakeForm()
      form.kind = kind
      let rate = StorageRate(form, rate: 48000).bytesPerSecond
      #expect(rate > 32_000 && rate < 300_000, "\(kind)")
    }
    // A mono pattern writes one channel of 24 bits, and the device of this board has four channels of 32 bits.
    var configuration = SessionConfiguration(board: SimulatedTakes.board(), directory: "/takes")
    configuration.pattern = .omni
    #expect(StorageRate(configuration).bytesPerSecond == 144_000)
    configuration.form.keepsRaw = true
    #expect(StorageRate(configuration).bytesPerSecond == 912_000)
  }
}

@Suite("A card that stalls")
struct StalledCardTests {
  @Test("the takes that wait for it get their numbers in the order in which they were made")
  func numbers() throws {
    let takes = try SimulatedTakes()
    var scenario = SimulatedTakes.fault(1, "storage-stall = 10.0")
    for start in [2.0, 4, 6, 8] { scenario += SimulatedTakes.take(from: start, to: start + 1) }
    let outcome = try takes.run(scenario, duration: 12)
    let made = outcome.takes.sorted { $0.timelineStart < $1.timelineStart }
    let names = made.compactMap(\.files.first).map { TakeName.fileName(of: $0) }
    #expect(names.map { TakeName(fileName: $0)?.number } == [1, 2, 3, 4])
  }

  @Test("while it accepts nothing, the seconds that a power cut would lose grow")
  func unsynced() throws {
    let takes = try SimulatedTakes()
    let text =
      "board = \"test\"\nduration = 8.0\n" + SimulatedTakes.hand(0.5, "press = \"record\"")
      + SimulatedTakes.fault(2, "storage-stall = 4.0")
    var most = 0.0
    let scenario = try Scenario.parse(text: text, name: "stall.toml")
    _ = try Simulator(scenario: scenario, board: takes.board).run(
      configuration: SessionConfiguration(board: takes.board, directory: takes.folder.path),
      filters: takes.filters,
      onTick: { now, session in
        guard (2..<6).contains(now) else { return }
        // The render thread looks for frames every 40 ms of the host, in which a fast simulation passes seconds.
        usleep(1000)
        most = max(most, session.snapshot(now).unsyncedSeconds)
      })
    #expect((3...4.5).contains(most))
  }
}

@Suite("A card that vanishes")
struct VanishedCardTests {
  /// The outcomes of interrupted takes, with their times.
  private func recoveries(_ outcome: Simulator.Outcome) -> [(time: Double, takes: [RecoveredTake])]
  {
    outcome.events.compactMap { event in
      if case .recovered(let takes) = event.event { (event.time, takes) } else { nil }
    }
  }

  @Test(
    "a card that vanishes between takes is an error at once, and armed again when it is back"
  )
  func goneWhileArmed() throws {
    let takes = try SimulatedTakes()
    let outcome = try takes.run(SimulatedTakes.fault(2, "storage-gone = 3.0"), duration: 9)
    let faults = outcome.events.filter {
      if case .fault(.storage) = $0.event { true } else { false }
    }
    #expect(faults.count == 1)
    let fault = try #require(faults.first?.time)
    #expect(fault >= 2 && fault < 4.5)
    let armed = outcome.events.filter { if case .armed = $0.event { true } else { false } }
    #expect(armed.count == 2)
    #expect(try #require(armed.last?.time) >= 5)
  }

  @Test("the take is recovered when the card is back, and the next press makes a take")
  func back() throws {
    let takes = try SimulatedTakes()
    let outcome = try takes.run(
      SimulatedTakes.noise(azimuth: 20) + SimulatedTakes.hand(0.5, "press = \"record\"")
        + SimulatedTakes.fault(3, "storage-gone = 3.0")
        + SimulatedTakes.hand(4, "press = \"record\"") + SimulatedTakes.take(from: 8, to: 9),
      duration: 10
    )
    #expect(outcome.takes.count == 2)
    guard case .storageFailed(.system(_, _, ENODEV)) = outcome.takes.first?.end else {
      Issue.record("the take ended by \(String(describing: outcome.takes.first?.end))")
      return
    }
    // A press without a card is refused; a second after the card is back everything is well again.
    let refusal = try #require(
      outcome.events.first { if case .refused = $0.event { true } else { false } })
    #expect(abs(refusal.time - 4.1) < 0.1)
    let recovered = try #require(recoveries(outcome).first)
    #expect(recovered.time >= 6 && recovered.time < 7.2)
    #expect(recovered.takes.map(\.outcome) == [.recovered])
    // What was written before the loss is there, up to the last half second.
    let kept = try takes.samples(try #require(recovered.takes.first).path)[0].count
    #expect(kept >= 48000 && kept <= 48000 * 5 / 2)
    #expect(outcome.takes.last?.end == .stopped)
    #expect(outcome.events.filter { if case .armed = $0.event { true } else { false } }.count == 2)
  }

  @Test("a card that never comes back is an error state, and every press is refused")
  func never() throws {
    let takes = try SimulatedTakes()
    let outcome = try takes.run(
      SimulatedTakes.hand(0.5, "press = \"record\"")
        + SimulatedTakes.fault(2, "storage-gone = true")
        + SimulatedTakes.hand(4, "press = \"record\""), duration: 6
    )
    #expect(outcome.takes.count == 1)
    #expect(
      outcome.events.filter { if case .fault(.storage) = $0.event { true } else { false } }.count
        == 1)
    #expect(
      outcome.events.contains {
        if case .refused(.fault(.storage)) = $0.event { true } else { false }
      })
    #expect(recoveries(outcome).isEmpty)
  }

  @Test("a card that fails at closing leaves the take in progress, and it is recovered")
  func close() throws {
    let takes = try SimulatedTakes()
    let outcome = try takes.run(
      SimulatedTakes.noise(azimuth: 20) + SimulatedTakes.take(from: 0.5, to: 2)
        + SimulatedTakes.fault(1, "storage-close-fails = true"), duration: 5
    )
    guard case .storageFailed(.system(.close, _, EIO)) = outcome.takes.first?.end else {
      Issue.record("the take ended by \(String(describing: outcome.takes.first?.end))")
      return
    }
    #expect(outcome.takes.first?.files == [])
    let recovered = try #require(recoveries(outcome).first?.takes.first)
    #expect(recovered.outcome == .recovered)
    let kept = try takes.samples(recovered.path)[0].count
    let made = try #require(outcome.takes.first?.frames)
    #expect(kept <= made && kept > made - 4096 / 6)
  }

  @Test("what a power cut left is recovered at the start, and the next take has the next number")
  func nextStart() throws {
    let takes = try SimulatedTakes()
    let path = takes.folder.file("20260101_120000_007.wav")
    do {
      // A recorder that is gone in the middle of a take.
      var left = try TakeFileWriter.create(
        path: path, kind: .wav, format: AudioFormat(rate: 48000, channels: 2, samples: .s24),
        metadata: TakeMetadata())
      _ = try left.append(interleaved: [Float](repeating: 0.25, count: 9600), frames: 4800)
      try left.checkpoint(TakeMetadata())
    }
    let outcome = try takes.run(
      SimulatedTakes.noise(azimuth: 20) + SimulatedTakes.take(from: 0.1, to: 1), duration: 2)
    let recovered = try #require(recoveries(outcome).first)
    #expect(recovered.takes.map(\.path) == [path])
    // A last block of 4096 bytes that is not full may be torn, and is left out.
    let kept = try #require(recovered.takes.first?.frames)
    #expect(kept <= 4800 && kept > 4800 - 4096 / 6)
    #expect(recovered.time < 0.5)
    #expect(outcome.takes.first?.end == .stopped)
    #expect(outcome.takes.first?.files.first?.contains("_008") == true)
  }
}
