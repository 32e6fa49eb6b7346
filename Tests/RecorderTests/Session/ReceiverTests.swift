import TakeFiles
import Testing

@testable import Recorder

/// A receiver for satellites: its file, its place, and its time against the clock.
@Suite("A receiver for satellites") struct ReceiverTests {
  private static let berlin = Place(latitude: 52.52, longitude: 13.405, elevation: 34)
  /// 2026-11-25 00:00:00 UTC.
  private static let midnight = 1_795_564_800.0

  @Test("what is written is read; what cannot be a place or a time is left out")
  func text() {
    let fix = ReceiverFix(
      position: .init(Self.berlin, errorMetres: 4.5, at: 100.25),
      time: .init(epochSeconds: Self.midnight + 0.5, errorSeconds: 0.5, at: 101))
    #expect(ReceiverFix(text: fix.text) == fix)
    let bare = ReceiverFix(position: .init(Place(latitude: -1, longitude: 2), at: 3))
    #expect(ReceiverFix(text: bare.text) == bare)
    for wrong in [
      "", "place", "place 1 91 0 - -", "place 1 nan 0 - -", "place 1 2 3", "time 1 2 3",
      "time 1 1795564800 -1", "time 1 inf 0", "plaice 1 2 3 4 5", "place 1 2 181 - -",
    ] {
      #expect(ReceiverFix(text: wrong + "\n") == ReceiverFix(), "\(wrong)")
    }
    // A height that no land has is none, and the place stays.
    #expect(
      ReceiverFix(text: "place 1 2 3 99999 -\n").position?.place == Place(latitude: 2, longitude: 3)
    )
  }

  @Test("a place counts for an hour; an old time is less sure, and still replaces a wrong clock")
  func age() throws {
    let fix = ReceiverFix(
      position: .init(Self.berlin, at: 100),
      time: .init(epochSeconds: Self.midnight, errorSeconds: 0.5, at: 100))
    #expect(fix.place(at: 3700) == Self.berlin)
    #expect(fix.place(at: 3701) == nil)
    let compared = try #require(fix.clock(Self.midnight + 997, at: 1100))
    #expect(abs(compared.behindSeconds - 3) < 1e-6)
    #expect(abs(compared.errorSeconds - 0.6) < 1e-6)
    let right = Self.midnight + 3601
    #expect(fix.clock(right, at: 3700) != nil)
    #expect(fix.clock(right, at: 3701) == nil)
    for wrong in [right - 86_400, 3600] {
      let old = try #require(fix.clock(wrong, at: 3701))
      #expect(abs(old.behindSeconds - (right - wrong)) < 1e-6)
    }
    #expect(ReceiverFix().clock(0, at: 0) == nil)
  }

  @Test("a receiver that is 20 or 54 years ahead is not believed against a clock that was set")
  func lostCount() throws {
    for weeks in [1024.0, 2818] {
      let fix = ReceiverFix(
        position: .init(Self.berlin, at: 100),
        time: .init(
          epochSeconds: Self.midnight + weeks * 604_800, errorSeconds: 0.5, at: 100))
      #expect(fix.clock(Self.midnight, at: 100) == nil)
      #expect(fix.place(at: 100) == Self.berlin)
      // Nothing speaks against it where the clock was never set.
      #expect(fix.clock(5, at: 100) != nil)
    }
    // A recorder that lay in a drawer for five years, and one whose clock is ahead.
    for years in [5.0, -3] {
      let fix = ReceiverFix(
        time: .init(
          epochSeconds: Self.midnight + years * 31_557_600, errorSeconds: 0.5, at: 100))
      #expect(fix.clock(Self.midnight, at: 100)?.behindSeconds == years * 31_557_600)
    }
  }

  /// A machine with a clock that shows a time, and with a receiver.
  private func machine(
    _ time: WallTime, _ quality: ClockQuality, behind: Double, within error: Double
  ) -> Machine {
    var machine = Machine(
      capture: CountingDevice(channels: 2, frames: 0), hands: TestHands(),
      storage: PlainStorage(), wallTime: { _ in time })
    machine.clockQuality = { quality }
    machine.follow(
      {
        .init(
          place: Self.berlin,
          clock: ClockComparison(behindSeconds: behind, errorSeconds: error))
      }, utcOffset: { _ in 3600 })
    return machine
  }

  @Test("a clock that is right stays, and its quality is what the comparison says")
  func right() {
    let time = WallTime(epochSeconds: Self.midnight, utcOffsetSeconds: 7200)
    let rtc = machine(time, ClockQuality(.rtc), behind: -1.2, within: 0.5)
    #expect(rtc.wallTime(0) == time && rtc.clockCorrection(0) == 0)
    #expect(rtc.clockQuality() == ClockQuality(.gps, errorSeconds: 1.7))
    #expect(rtc.place() == Self.berlin)
    let exact = ClockQuality(.ntp, errorSeconds: 0.02)
    #expect(machine(time, exact, behind: 0.1, within: 0.5).clockQuality() == exact)
    let pulse = machine(time, exact, behind: 0.0002, within: 0.0001)
    #expect(pulse.clockQuality()?.source == .gps)
  }

  @Test("a clock that is off by more than two seconds, or not set, is not used")
  func wrong() {
    let slow = WallTime(epochSeconds: Self.midnight - 86_400)
    let machine = machine(slow, ClockQuality(.unknown), behind: 86_400, within: 0.5)
    #expect(
      machine.wallTime(0) == WallTime(epochSeconds: Self.midnight, utcOffsetSeconds: 3600))
    #expect(machine.clockCorrection(0) == 86_400)
    // The comparison that a machine makes is of its own clock.
    let unset = WallTime(epochSeconds: 5, isSet: false)
    let fresh = self.machine(
      unset, ClockQuality(.unset), behind: Self.midnight - 5, within: 0.5)
    #expect(
      fresh.wallTime(0) == WallTime(epochSeconds: Self.midnight, utcOffsetSeconds: 3600))
    #expect(fresh.clockQuality() == ClockQuality(.gps, errorSeconds: 0.5))
  }

  @Test("a schedule by the sun begins with the first place, and moves with a recorder that moves")
  func schedule() throws {
    let take = ScheduledTake(start: .sun(.init(.sunrise), days: []), seconds: 600)
    let schedule = SessionSchedule(Schedule([take]))
    #expect(schedule.goesByTheSun)
    let look = { (schedule: SessionSchedule) -> Double? in
      schedule.schedule.forecast(
        from: WallTime(epochSeconds: Self.midnight), count: 1, utcOffset: { _ in 0 }
      ).first.map { Double($0.due.startSeconds) - Self.midnight }
    }
    #expect(look(schedule) == nil)
    schedule.move(to: Self.berlin)
    let berlin = try #require(look(schedule))
    // Sunrise in Berlin on 25 November is at 07:45 by its clocks, an hour ahead of UTC.
    #expect(abs(berlin - (6 * 3600 + 45 * 60)) < 60)
    schedule.move(to: Place(latitude: 52.53, longitude: 13.41))
    #expect(look(schedule) == berlin)
    schedule.move(to: nil)
    #expect(look(schedule) == berlin)
    schedule.move(to: Place(latitude: 52.52, longitude: 14.405))
    let east = try #require(look(schedule))
    #expect(abs(berlin - east - 240) < 10)
  }

  @Test("[place] takes a receiver, numbers, or both")
  func settings() throws {
    let load = { (text: String) in
      try Settings.load(text: "[place]\n" + text, name: "pinna.toml")
    }
    let both = try load("gpsd = true\nlatitude = 1.0\nlongitude = 2.0\nname = \"here\"\n")
    #expect(both.place == Place(latitude: 1, longitude: 2, name: "here"))
    #expect(both.receiver == .init(file: "/run/pinna-gps/fix", name: "here"))
    let alone = try load(
      "gpsd = true\nfix = \"/tmp/fix\"\n[[schedule]]\nat = \"dawn\"\nduration = \"1 h\"\n")
    #expect(alone.place == nil)
    #expect(alone.receiver == .init(file: "/tmp/fix"))
    #expect(alone.schedule.count == 1)
    #expect(try load("gpsd = false\nlatitude = 1.0\nlongitude = 2.0\n").receiver == nil)
    for (wrong, words) in [
      ("gpsd = false\n", "latitude"), ("gpsd = true\nlatitude = 1.0\n", "longitude"),
      ("gpsd = 1\n", "gpsd"), ("gpsd = true\nfix = \"x\"\n", "absolute path"),
      ("gspd = true\nlatitude = 1.0\nlongitude = 2.0\n", "did you mean \"gpsd\"?"),
    ] {
      var message = ""
      do { _ = try load(wrong) } catch { message = "\(error)" }
      #expect(message.contains(words), "\(wrong): \(message)")
    }
  }
}
