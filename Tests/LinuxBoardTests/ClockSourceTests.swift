import TakeFiles
import TestSupport
import Testing

@testable import LinuxBoard
@testable import Recorder

@Suite("The source of the clock of this machine")
struct ClockSourceTests {
  /// 2026-11-25 00:00:00 UTC, in Berlin.
  private static let time = WallTime(epochSeconds: 1_795_564_800, utcOffsetSeconds: 3600)

  private func quality(
    _ files: [String: String], microseconds: Int = -1, at time: WallTime = ClockSourceTests.time
  ) throws -> ClockQuality {
    let root = try TemporaryDirectory()
    for (path, text) in files {
      try root.makeFolders(of: path)
      try root.write(Array(text.utf8), to: path)
    }
    return WallClock.quality(root: root.path, microseconds: microseconds, at: time)
  }

  private func chip(_ behind: Int, hctosys: String = "1") -> [String: String] {
    [
      "sys/class/rtc/rtc0/hctosys": hctosys + "\n",
      "sys/class/rtc/rtc0/since_epoch": "\(1_795_564_800 - behind)\n",
    ]
  }

  @Test("the clock of this machine was set: it shows no time before there was a Pinna")
  func present() {
    let now = WallClock.now()
    #expect(now.isSet == (now.epochSeconds >= 1_735_689_600))
  }

  @Test("a network comes first, whoever keeps the clock in step with it")
  func network() throws {
    #expect(try quality([:], microseconds: 12_000) == ClockQuality(.ntp, errorSeconds: 0.012))
    #expect(try quality(["run/systemd/timesync/synchronized": ""]) == ClockQuality(.ntp))
    #expect(try quality(chip(0), microseconds: 500).source == .ntp)
  }

  @Test("a chip with a battery is one whose time is that of the system, in UTC or local time")
  func chips() throws {
    #expect(try quality(chip(3)) == ClockQuality(.rtc))
    #expect(try quality(chip(-3600)) == ClockQuality(.rtc))
    #expect(try quality(["sys/class/rtc/rtc0/hctosys": "1\n"]) == ClockQuality(.rtc))
    // The kernel did not take its time, or its battery is empty.
    #expect(try quality(chip(0, hctosys: "0")) == ClockQuality(.unknown))
    #expect(try quality(chip(1_795_564_000)) == ClockQuality(.unknown))
    let timesyncd = ["var/lib/systemd/timesync/clock": ""]
    #expect(
      try quality(chip(1_795_564_000).merging(timesyncd) { $1 }) == ClockQuality(.kept))
  }

  @Test("a date from the time before the power was off is kept, any other one is unknown")
  func others() throws {
    #expect(try quality(["var/lib/systemd/timesync/clock": ""]) == ClockQuality(.kept))
    #expect(try quality(["etc/fake-hwclock.data": "2026-11-25 00:00:00\n"]).source == .kept)
    #expect(try quality([:]) == ClockQuality(.unknown))
    let unset = WallTime(epochSeconds: 5, isSet: false)
    #expect(try quality(["etc/fake-hwclock.data": ""], at: unset) == ClockQuality(.unset))
  }

  @Test("checks warn of a clock that nothing keeps")
  func facts() throws {
    let root = try TemporaryDirectory()
    let facts = LinuxSystem(root: root.path).examineSystem(priority: nil)
    #expect(facts.clock != nil)
  }

  @Test("the time of a GPS receiver is kept when its program ends, and the place is not")
  func receiverEnds() throws {
    let folder = try TemporaryDirectory()
    let fix = ReceiverFix(
      position: .init(Place(latitude: 52.52, longitude: 13.405), at: 100),
      time: .init(
        epochSeconds: WallClock.now().epochSeconds + 86_400, errorSeconds: 0.5, at: 100))
    try folder.write(Array(fix.text.utf8), to: "fix")
    let receiver = ReceiverFile(.init(file: folder.file("fix")))
    let before = receiver.word(at: 100)
    #expect(before.place != nil && before.clock != nil)
    try folder.write([], to: "fix")
    let after = receiver.word(at: 110)
    #expect(after.place == nil)
    #expect(try #require(after.clock).behindSeconds > 80_000)
  }
}
