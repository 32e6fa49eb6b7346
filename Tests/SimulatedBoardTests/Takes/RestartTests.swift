import Boards
import Recorder
import SimulatedBoard
import TakeFiles
import Testing

/// Takes that go on by themselves, and channels that come in another order.
@Suite("Loss and return of the device") struct RestartTests {
  private static let scene =
    SimulatedTakes.noise(azimuth: 20) + SimulatedTakes.take(from: 0.5, to: 7)

  @Test("a take goes on in a new one when the device is back, and says why")
  func restarts() throws {
    let takes = try SimulatedTakes()
    let outcome = try takes.run(
      Self.scene + SimulatedTakes.hand(0.2, "source = \"Front\"")
        + SimulatedTakes.fault(2, "unplug = 2.0"), duration: 8
    ) { $0.settings.take.restart = true }
    #expect(outcome.takes.count == 2)
    let (first, second) = (try #require(outcome.takes.first), try #require(outcome.takes.last))
    #expect(first.end == .captureEnded(.disconnected))
    #expect(second.end == .stopped)
    #expect(second.plan.design.which.dataSource == 1)
    // Plugged in at 4 s, tried every second from 2 s on: it goes on until the press at 7 s.
    #expect((1.9...3.1).contains(second.seconds))
    let file = try #require(first.files.first).split(separator: "/").last ?? ""
    let name = file.prefix { $0 != "." }
    let reason = "continues take \(name) after the capture device was lost"
    #expect(second.plan.reason == reason)
    let details = try TakeFile.read(path: try #require(second.files.first))
    #expect(details.metadata.notes.contains(reason))
  }

  @Test(
    "a take that cannot go on at once does so as soon as the storage is ready, and says once why not"
  )
  func waitsForStorage() throws {
    let takes = try SimulatedTakes()
    let outcome = try takes.run(
      SimulatedTakes.hand(0.5, "press = \"record\"") + SimulatedTakes.fault(2, "unplug = 2.0")
        + SimulatedTakes.fault(2.5, "storage-gone = 4.5"), duration: 10
    ) { $0.settings.take.restart = true }
    #expect(outcome.takes.map(\.end) == [.captureEnded(.disconnected), .shutdown])
    let starts = outcome.events.filter { if case .takeStarted = $0.event { true } else { false } }
    #expect(starts.count == 2)
    #expect(try #require(starts.last).time >= 7)
    #expect(outcome.takes.last?.plan.reason?.contains("the capture device was lost") == true)
    let refusals = outcome.events.filter { if case .refused = $0.event { true } else { false } }
    #expect(refusals.count == 1)
  }

  @Test("without the setting, paused, or called off by the button, no take starts by itself")
  func stays() throws {
    let takes = try SimulatedTakes()
    let unplug = SimulatedTakes.fault(4, "unplug = 2.0")
    let start = SimulatedTakes.hand(0.5, "press = \"record\"")
    let plain = try takes.run(start + unplug, duration: 8)
    #expect(plain.takes.count == 1)
    let paused = try takes.run(
      start + SimulatedTakes.hand(1, "press = \"source\"\nfor = 1.6") + unplug, duration: 8
    ) { $0.settings.take.restart = true }
    #expect(paused.takes.count == 1)
    let calledOff = try takes.run(
      start + unplug + SimulatedTakes.hand(5, "press = \"record\""), duration: 8
    ) { $0.settings.take.restart = true }
    #expect(calledOff.takes.count == 1)
  }

  @Test("a take of a given length still ends at it when it went on in a new one")
  func length() throws {
    let takes = try SimulatedTakes()
    let outcome = try takes.run(
      SimulatedTakes.hand(0.5, "press = \"record\"") + SimulatedTakes.fault(2, "unplug = 1.0"),
      duration: 8
    ) {
      $0.settings.take.restart = true
      $0.settings.take.duration = 3
    }
    #expect(outcome.takes.map(\.end) == [.captureEnded(.disconnected), .durationReached])
    #expect(abs(outcome.takes.reduce(0) { $0 + $1.seconds } - 3) < 1e-3)
  }

  @Test(
    "sound from memory counts in a take of a given length, however long its card was away",
    arguments: [1.0, 4])
  func lengthFromMemory(away: Double) throws {
    let takes = try SimulatedTakes()
    let outcome = try takes.run(
      SimulatedTakes.hand(0.5, "press = \"record\"")
        + SimulatedTakes.fault(2, "storage-gone = \(away)"), duration: 9
    ) {
      $0.settings.take.restart = true
      $0.settings.take.duration = 3
    }
    let last = try #require(outcome.takes.last)
    #expect(outcome.takes.count == 2 && last.end == .durationReached)
    // It ends where the first one would have ended.
    #expect(abs(last.timelineStart + last.frames - 168_000) <= 480)
    #expect(last.preRollFrames <= last.frames)
  }

  @Test("rotated channels end the take before the first of them, and the device is opened anew")
  func rotated() throws {
    let takes = try SimulatedTakes(board: SimulatedTakes.board(channels: 6))
    let outcome = try takes.run(
      Self.scene + SimulatedTakes.fault(3, "channels-rotated = 2"), duration: 8
    ) {
      $0.settings.take.restart = true
      $0.form.keepsRaw = true
    }
    #expect(outcome.events.contains { $0.event == .channelsRotated(by: 2) })
    #expect(outcome.takes.map(\.end) == [.channelsRotated(by: 2), .stopped])
    let first = try #require(outcome.takes.first)
    // The loss begins at 3 s; the frames behind it belong to no take.
    #expect(first.frames == 120_000)
    for take in outcome.takes {
      let raw = try takes.samples(try #require(take.rawFiles.first))
      for channel in 4..<6 { #expect(raw[channel].allSatisfy { $0 == 0 }) }
      #expect(raw[0].contains { $0 != 0 })
    }
    #expect(
      outcome.takes.last?.plan.reason?.contains("order of the capture device's channels changed")
        == true)
  }

  @Test("where every channel is in use and all are alike, nothing is claimed and the take goes on")
  func cannotBeTold() throws {
    let takes = try SimulatedTakes()
    let outcome = try takes.run(
      Self.scene + SimulatedTakes.fault(3, "channels-rotated = 1"), duration: 8)
    #expect(outcome.takes.map(\.end) == [.stopped])
    #expect(outcome.takes.first?.gaps.first?.isEstimated == true)
  }

  @Test("a restart that keeps the order interrupts nothing")
  func kept() throws {
    // Six places further up in frames of six is the order itself; a scenario cannot say so, a rotation and its opposite
    // can.
    let takes = try SimulatedTakes(board: SimulatedTakes.board(channels: 6))
    let outcome = try takes.run(
      Self.scene + SimulatedTakes.fault(3, "channels-rotated = 4")
        + SimulatedTakes.fault(3.1, "channels-rotated = 2"), duration: 8)
    #expect(outcome.takes.map(\.end) == [.stopped])
    #expect(outcome.takes.first?.gaps.count == 2)
    #expect(outcome.takes.first?.frames == 312_000)
  }
}
