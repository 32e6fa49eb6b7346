import Realtime
import Recorder
import SimulatedBoard
import TakeFiles
import Testing

@Suite("Markers of a take")
struct MarkerTests {
  private func markers(_ take: TakeResult, _ kind: TakeMarker.Kind) -> [TakeMarker] {
    take.markers.filter { $0.kind == kind }
  }

  /// A tone in front of everything, far beyond full scale of every microphone.
  private static func loud(from start: Double, to end: Double) -> String {
    """
    [[source]]
    tone = 1000.0
    azimuth = 0.0
    distance = "far"
    level = 6.0
    start = \(start)
    until = \(end)

    """
  }

  @Test("a clip is marked at the first full-scale frame of the raw file, once for a burst")
  func clip() throws {
    let takes = try SimulatedTakes()
    let outcome = try takes.run(
      Self.loud(from: 1, to: 1.4) + SimulatedTakes.take(from: 0.5, to: 2), duration: 2.5
    ) {
      $0.form.keepsRaw = true
      $0.form.preRollSeconds = 0.3
    }
    let take = try #require(outcome.takes.first)
    let raw = try takes.samples(take.rawFiles[0])
    let found = markers(take, .clip)
    #expect(found.map(\.label).sorted() == (1...4).map { "clip MIC\($0)" })
    for marker in found {
      let channel = try #require(Int(String(marker.label.suffix(1)))) - 1
      let first = raw[channel].firstIndex { abs($0) >= 1 - 0x1p-24 }
      #expect(marker.frame == first)
    }
  }

  @Test("the limiter is marked where the take first differs from one without a limiter")
  func limiter() throws {
    let takes = try SimulatedTakes()
    func record(limits: Bool) throws -> TakeResult {
      let outcome = try takes.run(
        Self.loud(from: 1, to: 1.4) + SimulatedTakes.noise(azimuth: 20)
          + SimulatedTakes.take(from: 0.5, to: 2), duration: 2.5
      ) {
        $0.form.limits = limits
        $0.form.samples = .f32
      }
      return try #require(outcome.takes.first)
    }
    let (limited, open) = (try record(limits: true), try record(limits: false))
    let (with, without) = (try takes.words(limited.files[0]), try takes.words(open.files[0]))
    let first = try #require(with.indices.first { with[$0] != without[$0] }) / 2
    #expect(markers(limited, .limiter).map(\.frame) == [first])
    #expect(markers(open, .limiter).isEmpty)
  }

  @Test("buttons, a gap and the end of a pause are marked at their frames of the take, in order")
  func pauses() throws {
    let takes = try SimulatedTakes()
    let lost = 4800
    let outcome = try takes.run(
      SimulatedTakes.take(from: 0.5, to: 9)
        + SimulatedTakes.hand(1, "press = \"marker\"")
        // Source held 1.5 s pauses on release; the same again goes on.
        + SimulatedTakes.hand(2, "press = \"source\"\nfor = 1.6")
        + SimulatedTakes.hand(5, "press = \"source\"\nfor = 1.6")
        + SimulatedTakes.fault(7, "overrun = \(lost)")
        + SimulatedTakes.hand(8, "press = \"marker\""), duration: 10
    ) { $0.form.preRollSeconds = 0.2 }
    let take = try #require(outcome.takes.first)
    let kinds = take.markers.map(\.kind)
    #expect(kinds == [.button, .resume, .gap, .button])
    let frames = take.markers.map { Double($0.frame) / 48000 }
    // Presses count from where the button went down: the take starts at 0.3 s and goes on at 5 s. When it pauses the
    // card has got what is older than 0.4 s: of the hold from 2 s to 3.6 s, which is known 10 ms later, 1.21 s.
    for (frame, expected) in zip(frames, [0.7, 2.91, 4.91, 5.91]) {
      #expect(abs(frame - expected) < 0.011)
    }
    let gap = try #require(take.gaps.first)
    let pause = gap.timeline - take.timelineStart - take.markers[2].frame
    #expect(abs(Double(pause) / 48000 - 1.79) < 0.011)
    #expect(take.markers.map(\.label).first == "marker 1")
    #expect(take.markers[2].label == "gap of \(lost) frames: overrun")
  }

  @Test("a microphone that dies is marked, and every marker is told once while it happens")
  func events() throws {
    let takes = try SimulatedTakes()
    let outcome = try takes.run(
      SimulatedTakes.noise(azimuth: 60) + SimulatedTakes.take(from: 0.5, to: 5)
        + SimulatedTakes.hand(1, "press = \"marker\"")
        + SimulatedTakes.fault(2, "overrun = 480")
        + SimulatedTakes.fault(1.5, "microphone-dead = \"MIC2\""), duration: 6)
    let take = try #require(outcome.takes.first)
    let told = outcome.events.compactMap { event in
      if case .marker(let marker) = event.event { marker } else { nil }
    }
    #expect(Set(told) == Set(take.markers))
    #expect(told.count == take.markers.count)
    #expect(markers(take, .microphone).map(\.label) == ["MIC2 silent"])
  }

  @Test("what happens in a pause or after the end is no marker of the take")
  func outside() throws {
    let takes = try SimulatedTakes()
    let outcome = try takes.run(
      SimulatedTakes.take(from: 0.5, to: 8)
        + SimulatedTakes.hand(1, "press = \"source\"\nfor = 1.6")
        + SimulatedTakes.fault(3, "overrun = 480")
        + SimulatedTakes.hand(4, "press = \"source\"\nfor = 1.6")
        + SimulatedTakes.fault(8.5, "overrun = 480"), duration: 9)
    let take = try #require(outcome.takes.first)
    #expect(take.markers.map(\.kind) == [.resume])
  }
}
