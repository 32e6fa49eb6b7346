import LinuxBoard
import TestSupport
import Testing

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
      #expect((found == nil) == (second < 5))
      if let found {
        #expect(abs(found.seconds * 1e6 - ahead) < 3)
        #expect(found.error < 20e-6)
      }
    }
    // The same edge for seconds: the pulse is gone.
    #expect(pulse.correction(22) != nil)
    #expect(pulse.correction(40) == nil)
  }

  @Test("what is no pulse a second corrects nothing")
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
