import Glibc
import LinuxBoard
import Recorder
import TakeFiles
import TestSupport
import Testing

/// No contacts and no sensor.
private struct NoHands: HandPort {
  func pollContacts() -> [ContactEvent] { [] }
  func motion() -> MotionReading? { nil }
}

@Suite struct PulseClockTests {
  private let folder: TemporaryDirectory
  private var path: String { folder.file("assert") }

  init() throws { folder = try TemporaryDirectory() }

  /// Writes an edge as the kernel does, at so many seconds of the time of day.
  private func edge(_ second: Int, ahead microseconds: Double, number: Int? = nil) throws {
    let nanoseconds = Int((microseconds * 1000).rounded())
    let (whole, rest) = (
      nanoseconds < 0 ? second - 1 : second, (nanoseconds + 1_000_000_000) % 1_000_000_000
    )
    let digits = String("\(rest + 1_000_000_000)".dropFirst())
    try folder.write(Array("\(whole).\(digits)#\(number ?? second)\n".utf8), to: "assert")
  }

  @Test(
    "the clock is ahead by what the edges say, also before the second",
    arguments: [-230.0, 0, 85])
  func steady(ahead: Double) throws {
    let pulse = PulseClock(path)
    #expect(pulse.correction(0) == nil)
    for second in 1...20 {
      // One edge in seven comes late.
      try edge(1_795_132_800 + second, ahead: ahead + (second % 7 == 0 ? 300 : Double(second % 3)))
      let found = pulse.correction(Double(second))
      // The first edge may be of long ago.
      #expect((found == nil) == (second < 6))
      if let found {
        #expect(abs(found.seconds * 1e6 - ahead) < 5)
        #expect(found.error < 20e-6)
      }
    }
    // The same edge for seconds: the pulse is gone.
    #expect(pulse.correction(22) != nil)
    #expect(pulse.correction(40) == nil)
  }

  @Test(
    "a clock that is moved is followed, and the error that is told is true",
    arguments: [-80.0, -10, 10, 80])
  func moved(slope: Double) throws {
    let pulse = PulseClock(path)
    for second in 1...60 {
      let jitter = Double((second * 7) % 11) + (second % 9 == 0 ? 400 : 0)
      try edge(1_795_132_800 + second, ahead: 5000 + slope * Double(second) + jitter)
      for part in [0.1, 0.6] {
        let later = Double(second) + part
        let found = pulse.correction(later, at: 1_795_132_800 + later)
        guard second > 10, let found else { continue }
        // The middle of the stamps is late by five microseconds.
        let off = abs(found.seconds * 1e6 - 5005 - slope * later)
        #expect(off < 12 && off < found.error * 1e6, "\(second) \(off)")
      }
    }
    #expect(pulse.correction(60.9) != nil)
  }

  @Test("a clock that is set begins anew, and an edge of long ago counts for nothing")
  func set() throws {
    let pulse = PulseClock(path)
    try edge(1_795_000_000, ahead: 900)
    #expect(pulse.correction(0) == nil)
    for second in 1...7 {
      try edge(1_795_132_800 + second, ahead: 20)
      if let found = pulse.correction(Double(second)) { #expect(abs(found.seconds) < 30e-6) }
    }
    #expect(pulse.correction(7.5) != nil)
    for second in 8...13 {
      try edge(1_795_139_800 + second, ahead: -70)
      let found = pulse.correction(Double(second))
      #expect((found == nil) == (second < 12))
      if let found { #expect(abs(found.seconds + 70e-6) < 1e-6) }
    }
  }

  /// The reason why a pulse cannot be used; `nil` when it can, or is waited for.
  private func reason(_ pulse: PulseClock, _ now: Double) -> String? {
    if case .unusable(let problem) = pulse.state(now) { problem.reason } else { nil }
  }

  @Test("a device that is not there, edges that stop, and edges that are no seconds are told")
  func told() throws {
    let absent = PulseClock("/dev/no-such-pps")
    #expect(reason(absent, 0)?.contains("No such file") == true)
    try folder.write(Array("0.000000000#0\n".utf8), to: "assert")
    let pulse = PulseClock(path)
    #expect(pulse.state(0) == .awaited && pulse.state(4) == .awaited)
    #expect(reason(pulse, 6)?.contains("no edge has arrived for 5 s") == true)
    for second in 7...13 {
      try edge(1_795_132_800 + second, ahead: 20)
      // A lost one is back when it corrects the clock.
      #expect((reason(pulse, Double(second)) == nil) == (second > 11))
    }
    #expect(pulse.state(13.5) == .steady(errorSeconds: 5e-6))
    #expect(pulse.state(17) == .steady(errorSeconds: 5e-6))
    #expect(reason(pulse, 19)?.contains("no edge has arrived") == true)
    for second in 20...27 {
      try edge(1_795_132_800 + second, ahead: second % 2 == 0 ? 9000 : 0)
      _ = pulse.state(Double(second))
    }
    #expect(reason(pulse, 27.5)?.contains("not one second apart") == true)
    unlink(path)
    #expect(reason(pulse, 40)?.contains("No such file") == true)
  }

  @Test("a clock follows it only while it is kept in step by other means")
  func follow() throws {
    for (source, isUsed) in [
      (ClockQuality.Source.ntp, true), (.gps, true), (.rtc, false), (.unknown, false),
    ] {
      var machine = Machine(
        capture: AlsaCapture(), hands: NoHands(), storage: PlainStorage(),
        wallTime: { WallTime(epochSeconds: 1_795_132_800 + 250e-6 + $0) })
      machine.clockQuality = { ClockQuality(source, errorSeconds: 0.02) }
      machine.follow(PulseClock(path))
      for second in 1...8 {
        try edge(1_795_132_800 + second, ahead: 250)
        let time = machine.wallTime(Double(second) + 0.25)
        let off = time.epochSeconds - 1_795_132_800 - Double(second) - 0.25
        #expect(abs(off - (time.isByPulse ? 0 : 250e-6)) < 1e-6)
        if second != 6 { #expect(time.isByPulse == (isUsed && second > 6)) }
      }
      #expect(machine.pulse != nil && machine.clockQuality()?.source == (isUsed ? .pps : source))
    }
  }

  @Test("what is no pulse per second corrects nothing")
  func wrong() throws {
    let pulse = PulseClock(path)
    for second in 1...20 {
      try edge(1_795_132_800 + second, ahead: Double(second) * 20_000)
      #expect(pulse.correction(Double(second)) == nil)
    }
    for (number, text) in ["", "x", "1.5#3", "1.123456789", "#", "-1.000000000#4"].enumerated() {
      try folder.write(Array(text.utf8), to: "assert")
      #expect(PulseClock(path).correction(Double(number)) == nil)
    }
    #expect(PulseClock("/dev/no-such-pps").correction(0) == nil)
  }
}
