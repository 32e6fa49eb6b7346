import Boards
import Glibc
import Recorder
import TakeFiles
import Testing

/// Markers where the accelerometer feels a bump.
@Suite struct BumpTests {
  private func bumps(_ recorder: HeldRecorder) -> Int {
    recorder.events.count {
      if case .marker(let marker) = $0 { marker.kind == .bump } else { false }
    }
  }

  /// A blow of one reading.
  private func hit(_ recorder: HeldRecorder, by g: Double) {
    let up = InputOrientation.portrait.up
    recorder.hands.hold(up * (1 + g))
    recorder.wait(0.05)
    recorder.hands.hold(up)
    recorder.wait(0.05)
  }

  @Test(
    "a bump in a take is a marker where the settings ask for it, one in a second",
    arguments: [true, false])
  func marker(isAsked: Bool) throws {
    let recorder = try HeldRecorder(marksBumps: isAsked)
    try recorder.arm()
    recorder.wait(0.5)
    hit(recorder, by: 0.4)
    recorder.wait(1)
    recorder.press(.record)
    recorder.wait(1)
    for _ in 0..<3 { hit(recorder, by: -0.4) }
    recorder.wait(2)
    hit(recorder, by: 0.3)
    recorder.wait(1.5)
    recorder.press(.record)
    recorder.wait(until: { $0.isSettled })
    #expect(bumps(recorder) == (isAsked ? 2 : 0), "those of the take, and not the one before")
  }

  @Test("a board that is turned over and over, by a hand that trembles, is not bumped")
  func turned() throws {
    let recorder = try HeldRecorder(marksBumps: true)
    try recorder.arm()
    recorder.press(.record)
    for step in 0..<80 {
      let angle = Double(step) / 10
      let tremor = 1 + 0.04 * sin(Double(step) * 2.1)
      recorder.hands.hold(Vector3(sin(angle), cos(angle), 0) * tremor)
      recorder.wait(0.05)
    }
    #expect(bumps(recorder) == 0)
  }
}
