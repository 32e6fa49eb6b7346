import Recorder
import TakeFiles
import Testing

@Suite("A take without a frame")
struct EmptyTakeTests {
  @Test("a take that ends on its first frame leaves no file, and the next one is made as ever")
  func leavesNothing() throws {
    let recorder = try HeldRecorder()
    try recorder.arm()
    recorder.wait(0.5)
    try recorder.session.startTake(recorder.now)
    try recorder.session.stopTake()
    recorder.wait { $0.isSettled }
    let empty = try #require(recorder.takes.first)
    #expect(empty.frames == 0 && empty.files.isEmpty)
    #expect(try TakeDirectory(path: empty.plan.directory).fileNames().isEmpty)
    recorder.press(.record)
    recorder.wait(0.5)
    recorder.press(.record)
    recorder.wait { $0.isSettled }
    #expect(recorder.takes.last?.files.count == 1)
  }

  @Test("a long hold of source in a take copies nothing when the take has ended")
  func heldSource() throws {
    let recorder = try HeldRecorder(copies: true)
    try recorder.arm()
    recorder.wait(0.5)
    recorder.press(.record)
    recorder.move(.source, isPressed: true)
    recorder.wait(0.5)
    recorder.setPower(isFailing: true)
    recorder.wait(0.5)
    recorder.setPower(isFailing: false)
    recorder.wait(3)
    recorder.move(.source, isPressed: false)
    recorder.wait(0.2)
    #expect(recorder.refusals == [.notRecording])
    #expect(recorder.request == nil)
  }
}
