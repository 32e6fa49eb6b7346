import Boards
import Glibc
import Realtime
import Recorder
import SimulatedBoard
import TakeFiles
import TestSupport
import Testing

@Suite struct TakeSafetyTests {
  @Test(
    "the raw file of a take gives the take again, bit for bit, in every capture format",
    arguments: CaptureFormat.allCases)
  func renderedAgain(format: CaptureFormat) throws {
    let takes = try SimulatedTakes(board: SimulatedTakes.board(format: format, channels: 6))
    let outcome = try takes.run(
      SimulatedTakes.noise(azimuth: 40) + SimulatedTakes.fault(1, "overrun = 4321")
        + SimulatedTakes.take(from: 0.6, to: 2), duration: 2.5
    ) {
      $0.form.keepsRaw = true
      $0.form.preRollSeconds = 0.3
    }
    let take = try #require(outcome.takes.first)
    let raw = try #require(take.rawFiles.first)
    let renderer = OfflineRenderer(
      board: takes.board, design: take.plan.design, form: TakeForm())
    let again = takes.folder.file("again.wav")
    let summary = try renderer.render(raw, to: again)
    #expect(summary.frames == take.frames)
    #expect(try takes.words(again) == takes.words(take.files[0]))
  }

  @Test(
    "the raw file of a take that was rendered by direction gives it again, bit for bit",
    arguments: [48_000, 16_000])
  func directionalAgain(rate: Int) throws {
    var board = SimulatedTakes.board()
    board.capture.rate = rate
    let takes = try SimulatedTakes(board: board, rendering: .directional)
    let outcome = try takes.run(
      SimulatedTakes.noise(azimuth: 40) + SimulatedTakes.fault(1, "overrun = 4321")
        + SimulatedTakes.take(from: 0.6, to: 2), duration: 2.5
    ) {
      $0.form.keepsRaw = true
      $0.form.preRollSeconds = 0.3
    }
    let take = try #require(outcome.takes.first)
    #expect(take.plan.design.rendering == .directional)
    let again = takes.folder.file("again.wav")
    let renderer = OfflineRenderer(
      board: takes.board, design: take.plan.design, form: TakeForm())
    let raw = try #require(take.rawFiles.first)
    let summary = try renderer.render(raw, to: again)
    #expect(summary.frames == take.frames)
    #expect(try takes.words(again) == takes.words(take.files[0]))
    let metadata = try TakeFile.read(path: take.files[0]).metadata
    #expect(metadata.rendering == "directional")
    let linear = OfflineRenderer(
      board: takes.board, design: take.plan.design.linear, form: TakeForm())
    let other = takes.folder.file("linear.wav")
    _ = try linear.render(raw, to: other)
    #expect(try takes.words(other) != takes.words(take.files[0]))
  }

  @Test("frame n of the take is frame n of the raw file")
  func aligned() throws {
    // One click in front of everything: every microphone and both ears hear it at the same frame.
    let takes = try SimulatedTakes(
      board: SimulatedTakes.board([Vector3(-0.03, 0, 0), Vector3(0.03, 0, 0)]))
    let outcome = try takes.run(
      """
      [[source]]
      tone = 3000.0
      azimuth = 0.0
      distance = "far"
      level = -12.0
      start = 1.0
      until = 1.01

      """ + SimulatedTakes.take(from: 0.5, to: 1.5), duration: 2
    ) { $0.form.keepsRaw = true }
    let take = try #require(outcome.takes.first)
    func middle(_ samples: [Float]) -> Double {
      var (sum, weight) = (0.0, 0.0)
      for (frame, sample) in samples.enumerated() {
        sum += Double(frame) * Double(sample * sample)
        weight += Double(sample * sample)
      }
      return sum / weight
    }
    let raw = try takes.samples(take.rawFiles[0])
    let stereo = try takes.samples(take.files[0])
    #expect(raw[0].count == stereo[0].count)
    for channel in stereo { #expect(abs(middle(channel) - middle(raw[0])) < 4) }
  }

  @Test("an overrun is silence of its length at its place, and the time line does not shift")
  func overrun() throws {
    let takes = try SimulatedTakes()
    let lost = 4800
    let scene = SimulatedTakes.noise(azimuth: 20)
    func record(_ extra: String) throws -> TakeResult {
      let outcome = try takes.run(
        scene + extra + SimulatedTakes.take(from: 0.5, to: 2), duration: 2.5
      ) { $0.form.keepsRaw = true }
      return try #require(outcome.takes.first)
    }
    let whole = try record("")
    let broken = try record(SimulatedTakes.fault(1, "overrun = \(lost)"))
    #expect(broken.frames == whole.frames)
    let gap = try #require(broken.gaps.first)
    #expect(broken.gaps.count == 1)
    #expect(gap.frames == lost)
    #expect(gap.cause == .overrun)
    let (expected, got) = (
      try takes.samples(whole.rawFiles[0]), try takes.samples(broken.rawFiles[0])
    )
    let start = gap.timeline - broken.timelineStart
    #expect(start == 48000 - whole.timelineStart)
    for channel in 0..<4 {
      #expect(Array(got[channel][..<start]) == Array(expected[channel][..<start]))
      #expect(got[channel][start..<(start + lost)].allSatisfy { $0 == 0 })
      #expect(
        Array(got[channel][(start + lost)...]) == Array(expected[channel][(start + lost)...]))
    }
  }

  @Test("a card that stalls for 20 s loses nothing")
  func stall() throws {
    let takes = try SimulatedTakes()
    let scene = SimulatedTakes.noise(azimuth: 20)
    let calm = try takes.run(scene + SimulatedTakes.take(from: 0.5, to: 24), duration: 25)
    let stalled = try takes.run(
      scene + SimulatedTakes.fault(1, "storage-stall = 20.0")
        + SimulatedTakes.take(from: 0.5, to: 24), duration: 25)
    let (one, two) = (try #require(calm.takes.first), try #require(stalled.takes.first))
    #expect(two.gaps.isEmpty)
    #expect(try takes.words(one.files[0]) == takes.words(two.files[0]))
  }

  @Test("a card that stalls longer than the ring gives a gap that is marked")
  func longStall() throws {
    let takes = try SimulatedTakes()
    let outcome = try takes.run(
      SimulatedTakes.fault(1, "storage-stall = 12.0") + SimulatedTakes.take(from: 0.5, to: 15),
      duration: 16
    ) { $0.stallSeconds = 4 }
    let take = try #require(outcome.takes.first)
    // In one piece or in more: a render thread that comes late makes room once more.
    #expect(!take.gaps.isEmpty && take.gaps.allSatisfy { $0.cause == .storage })
    #expect(take.gaps.reduce(0) { $0 + $1.frames } > 3 * 48000)
    // The take is as long as the time between the presses.
    #expect(abs(take.seconds - 14.5) < 0.05)
  }

  @Test("a card that fills up without warning ends the take, and what is there can be read")
  func storageFails() throws {
    let takes = try SimulatedTakes()
    let outcome = try takes.run(
      SimulatedTakes.noise(azimuth: 20) + SimulatedTakes.take(from: 0.5, to: 4)
        + SimulatedTakes.fault(2, "storage-full = true"), duration: 5)
    let take = try #require(outcome.takes.first)
    guard case .storageFailed(.system(_, _, let code)) = take.end else {
      Issue.record("the take ended by \(take.end)")
      return
    }
    #expect(code == ENOSPC)
    let path = try #require(take.files.first)
    #expect(try takes.samples(path)[0].count == take.frames)
    #expect(take.frames > 40000)
    #expect(outcome.events.contains { if case .fault(.storage) = $0.event { true } else { false } })
  }

  @Test("a device that is unplugged closes the take, and can be used when it is back")
  func unplug() throws {
    let takes = try SimulatedTakes()
    let outcome = try takes.run(
      SimulatedTakes.noise(azimuth: 20) + SimulatedTakes.take(from: 0.5, to: 6)
        + SimulatedTakes.fault(2, "unplug = 2.0")
        + SimulatedTakes.hand(7, "press = \"record\""), duration: 9)
    #expect(outcome.takes.count == 2)
    #expect(outcome.takes.first?.end == .captureEnded(.disconnected))
    #expect(outcome.takes.first.map { $0.frames > 60000 } == true)
    #expect(outcome.events.filter { if case .armed = $0.event { true } else { false } }.count == 2)
  }

  @Test("takes are numbered on and never overwritten")
  func numbered() throws {
    let takes = try SimulatedTakes()
    let scene =
      SimulatedTakes.take(from: 0.5, to: 0.8) + SimulatedTakes.take(from: 1.2, to: 1.5)
    let first = try takes.run(scene, duration: 2)
    let second = try takes.run(scene, duration: 2)
    let names = (first.takes + second.takes).flatMap(\.files)
    #expect(Set(names).count == 4)
  }

  @Test("a split loses no frame and repeats none")
  func split() throws {
    let takes = try SimulatedTakes()
    let scene = SimulatedTakes.noise(azimuth: 20) + SimulatedTakes.take(from: 0.5, to: 2)
    let whole = try #require(
      try takes.run(scene, duration: 2.5, configure: { $0.form.keepsRaw = true }).takes.first)
    let parts = try #require(
      try takes.run(
        scene, duration: 2.5,
        configure: {
          $0.form.keepsRaw = true
          $0.form.split = .seconds(0.4)
        }
      ).takes.first)
    #expect(parts.files.count == 4)
    let joined = try parts.files.flatMap { try takes.words($0) }
    let joinedRaw = try parts.rawFiles.flatMap { try takes.words($0) }
    let (expected, expectedRaw) = (
      try takes.words(whole.files[0]), try takes.words(whole.rawFiles[0])
    )
    #expect(joined == expected)
    #expect(joinedRaw == expectedRaw)
  }

  @Test("a pause leaves its frames out of both files")
  func pause() throws {
    let takes = try SimulatedTakes()
    // Source held 1.5 s pauses on release; the same again goes on.
    let outcome = try takes.run(
      SimulatedTakes.noise(azimuth: 20) + SimulatedTakes.take(from: 0.5, to: 8)
        + SimulatedTakes.hand(1, "press = \"source\"\nfor = 1.6")
        + SimulatedTakes.hand(4, "press = \"source\"\nfor = 1.6"), duration: 9
    ) { $0.form.keepsRaw = true }
    let take = try #require(outcome.takes.first)
    // 7.5 s between the presses, less 3 s between the two that pause and go on. Of the hold that pauses the card has
    // got what is older than 0.4 s before anyone knew what it means: 1.2 s.
    #expect((5.68...5.73).contains(take.seconds))
    #expect(try takes.samples(take.rawFiles[0])[0].count == take.frames)
  }

  @Test("a card that stalls over a pause and the resume leaves raw and take side by side")
  func stallOverPause() throws {
    let takes = try SimulatedTakes()
    // The stall is longer than the ring, so there must be a loss: the same one in both files.
    let outcome = try takes.run(
      SimulatedTakes.noise(azimuth: 20) + SimulatedTakes.take(from: 0.5, to: 16)
        + SimulatedTakes.hand(1, "press = \"source\"\nfor = 1.6")
        + SimulatedTakes.hand(4, "press = \"source\"\nfor = 1.6")
        + SimulatedTakes.fault(3, "storage-stall = 10.0"), duration: 18
    ) {
      $0.form.keepsRaw = true
      $0.stallSeconds = 3
    }
    let take = try #require(outcome.takes.first)
    let raw = try #require(take.rawFiles.first)
    #expect(take.gaps.contains { $0.cause == .storage })
    let renderer = OfflineRenderer(
      board: takes.board, design: take.plan.design, form: TakeForm())
    let again = takes.folder.file("again.wav")
    _ = try renderer.render(raw, to: again)
    let (rendered, recorded) = (try takes.words(again), try takes.words(take.files[0]))
    #expect(rendered == recorded)
  }

  @Test("a microphone that dies within a take is reported then, and the take keeps its filters")
  func diesInTake() throws {
    let takes = try SimulatedTakes()
    let outcome = try takes.run(
      SimulatedTakes.noise(azimuth: 60) + SimulatedTakes.take(from: 0.5, to: 5)
        + SimulatedTakes.fault(1.5, "microphone-dead = \"MIC2\""), duration: 6)
    let died = outcome.events.first { $0.event == .diedInTake(["MIC2"]) }
    #expect(died.map { $0.time < 3.5 } == true)
    let take = try #require(outcome.takes.first)
    #expect(take.plan.design.filters.filter(output: 0, microphone: 1).contains { $0 != 0 })
  }

  @Test("a take of a given length ends by itself, to the frame")
  func duration() throws {
    let takes = try SimulatedTakes()
    let outcome = try takes.run(SimulatedTakes.hand(0.5, "press = \"record\""), duration: 3) {
      $0.settings.take.duration = 1.5
    }
    let take = try #require(outcome.takes.first)
    #expect(take.end == .durationReached)
    #expect(take.frames == 72000)
  }

  @Test("a dead microphone is left out, and the side is right still")
  func deadMicrophone() throws {
    let takes = try SimulatedTakes()
    let outcome = try takes.run(
      SimulatedTakes.noise(azimuth: 60) + SimulatedTakes.fault(0.2, "microphone-dead = \"MIC2\"")
        + SimulatedTakes.take(from: 3, to: 4), duration: 4.5)
    let take = try #require(outcome.takes.first)
    #expect(outcome.events.contains { $0.event == .unusable(["MIC2"]) })
    #expect(take.plan.design.filters.filter(output: 0, microphone: 1).allSatisfy { $0 == 0 })
    #expect(try takes.leftOverRight(take.files[0]) < -1)
  }

  @Test("with one microphone left the take is mono and says so")
  func oneLeft() throws {
    let takes = try SimulatedTakes()
    let dead = ["MIC1", "MIC2", "MIC4"].map {
      SimulatedTakes.fault(0.2, "microphone-dead = \"\($0)\"")
    }
    let outcome = try takes.run(
      SimulatedTakes.noise(azimuth: 60) + dead.joined() + SimulatedTakes.take(from: 3, to: 4),
      duration: 4.5)
    let take = try #require(outcome.takes.first)
    #expect(take.plan.design.pattern == .omni)
    let samples = try takes.samples(take.files[0])
    #expect(samples.count == 1)
    #expect(samples[0].contains { abs($0) > 0.001 })
  }

  @Test("a bouncing contact makes no take, and a silent sensor keeps the orientation")
  func handFaults() throws {
    let takes = try SimulatedTakes()
    let bounce = try takes.run(SimulatedTakes.fault(0.5, "bounce = \"record\""), duration: 2)
    #expect(bounce.takes.isEmpty)
    let silent = try takes.run(
      SimulatedTakes.hand(0.1, "turn = \"landscapeLeft\"")
        + SimulatedTakes.fault(1, "sensor-silent = true")
        + SimulatedTakes.hand(1.5, "turn = \"portrait\"") + SimulatedTakes.take(from: 3, to: 3.5),
      duration: 4)
    #expect(silent.takes.first?.plan.design.which.orientation == .landscapeLeft)
  }

  @Test("a folder that is not there is an error from the start, and the press is refused")
  func noFolder() throws {
    let takes = try SimulatedTakes()
    let outcome = try takes.run(SimulatedTakes.take(from: 0.5, to: 1), duration: 2) {
      $0.settings.take.directory = takes.folder.file("missing")
    }
    let missing = SessionFault.storage(
      .system(operation: .write, path: takes.folder.file("missing"), code: ENOENT))
    #expect(outcome.events.contains { $0.event == .fault(missing) && $0.time < 0.1 })
    #expect(outcome.events.contains { $0.event == .refused(.fault(missing)) })
    #expect(outcome.takes.isEmpty)
  }
}
