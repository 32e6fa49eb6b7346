import Recorder
import TakeFiles
import Testing

@Suite("A board that says that its power is failing")
struct PowerSessionTests {
  private func recorder() throws -> HeldRecorder {
    let recorder = try HeldRecorder()
    try recorder.arm()
    recorder.wait(1)
    return recorder
  }

  @Test("a take is finished at once and says why; afterwards everything works as before")
  func finishes() throws {
    let recorder = try recorder()
    recorder.press(.record)
    recorder.wait(2)
    #expect(recorder.session.progress != nil)
    recorder.setPower(isFailing: true)
    recorder.wait(0.05)
    #expect(recorder.session.progress == nil)
    #expect(recorder.session.state == .faulted(.powerFailing))
    recorder.wait { $0.isSettled }
    let take = try #require(recorder.takes.first)
    #expect(take.end == .powerFailing)
    #expect(try TakeFile.read(path: take.files[0]).metadata.end?.words == "power was failing")
    recorder.setPower(isFailing: false)
    recorder.wait(0.05)
    #expect(recorder.session.state == .armed)
    recorder.press(.record)
    recorder.wait(1)
    recorder.press(.record)
    recorder.wait { $0.isSettled }
    #expect(recorder.takes.map(\.end) == [.powerFailing, .stopped])
    let changes = recorder.events.filter {
      $0 == .power(isFailing: true) || $0 == .power(isFailing: false)
    }
    #expect(changes == [.power(isFailing: true), .power(isFailing: false)])
  }

  @Test("a paused take is finished too")
  func paused() throws {
    let recorder = try recorder()
    recorder.press(.record)
    recorder.wait(1)
    recorder.press(.source, for: 1.6)
    guard case .paused = recorder.session.state else {
      Issue.record("is \(recorder.session.state)")
      return
    }
    recorder.setPower(isFailing: true)
    recorder.wait(0.1)
    recorder.wait { $0.isSettled }
    #expect(recorder.takes.map(\.end) == [.powerFailing])
  }

  @Test("while power fails no take starts: a press is refused in words and by the lights")
  func refuses() throws {
    let recorder = try recorder()
    recorder.setPower(isFailing: true)
    recorder.wait(0.1)
    #expect(recorder.session.lightState == LightState(.error))
    recorder.press(.record)
    recorder.wait(0.5)
    #expect(recorder.refusals == [.fault(.powerFailing)])
    #expect("\(SessionRefusal.fault(.powerFailing))".contains("power is failing"))
    #expect(recorder.takes.isEmpty && recorder.session.progress == nil)
    recorder.setPower(isFailing: false)
    recorder.wait(0.1)
    #expect(recorder.session.lightState == LightState(.armed))
  }

  @Test("a take that was latched by a press is dropped")
  func latched() throws {
    let recorder = try recorder()
    recorder.move(.record, isPressed: true)
    recorder.wait(0.1)
    #expect(recorder.session.isTakeLatched)
    recorder.setPower(isFailing: true)
    recorder.wait(0.1)
    #expect(!recorder.session.isTakeLatched)
    #expect(recorder.session.lightState == LightState(.error))
    recorder.move(.record, isPressed: false)
    recorder.wait(0.1)
    #expect(recorder.refusals == [.fault(.powerFailing)])
    #expect(recorder.session.progress == nil)
  }

  @Test("a line that cannot be read is no failing power")
  func unreadable() throws {
    let recorder = try recorder()
    recorder.setPower(isFailing: nil)
    recorder.wait(0.1)
    recorder.press(.record)
    recorder.wait(0.5)
    #expect(recorder.session.progress != nil)
    recorder.setPower(isFailing: true)
    recorder.wait(0.1)
    recorder.setPower(isFailing: nil)
    recorder.wait(0.1)
    #expect(recorder.session.state != .faulted(.powerFailing))
  }
}
