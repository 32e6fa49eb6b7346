import Boards
import TakeFiles
import Testing

@testable import Recorder

/// A recorder whose device gives no frames.
@Suite("A device that is not there, again and again") struct RepeatedFaultTests {
  @Test("it is never armed, its fault is told once, and no take begins")
  func deadClock() throws {
    let recorder = try HeldRecorder(frames: 0)
    try recorder.arm()
    #expect(recorder.session.state == .idle)
    // The device ends on a thread of its own, each time that it is opened.
    let isFaulted: (Session) -> Bool = { $0.state == .faulted(.captureEnded(.disconnected)) }
    recorder.wait(until: isFaulted)
    recorder.wait(12)
    recorder.wait(until: isFaulted)
    let told = recorder.events.filter { $0 == .fault(.captureEnded(.disconnected)) }
    #expect(told.count == 1)
    #expect(!recorder.events.contains { if case .armed = $0 { true } else { false } })
    recorder.press(.record)
    recorder.wait(1)
    #expect(recorder.takes.isEmpty && recorder.session.progress == nil)
    #expect(recorder.events.filter { $0 == told.first }.count == 1)
  }

  @Test("it is told again after ten minutes, and when the device had worked for a while")
  func again() throws {
    let fault = SessionFault.captureEnded(.silent)
    var world = try MachinePhase.armed.world()
    /// How often the fault is told when the device, which is there now, gives frames for so long.
    func told(after seconds: Double) -> Int {
      world.apply(.framesArrived)
      world.time += seconds
      world.apply(.deviceEnded(.silent))
      world.time += 1
      world.apply(.proceed)
      return world.drain().count { $0 == .tell(.fault(fault)) }
    }
    #expect([told(after: 2), told(after: 2), told(after: 9)] == [1, 0, 0])
    #expect(told(after: 10) == 1)
    #expect(told(after: 1) == 0)
    world.time += 600
    #expect(told(after: 1) == 1)
    #expect(world.violations == [])
  }

  @Test("the reason why it cannot be opened is told when it is another one, and each only once")
  func refused() throws {
    let absent = SessionFault.capture(.absent(device: "hw:1"))
    let busy = SessionFault.capture(.busy(device: "hw:1", holder: "pipewire"))
    let channels = SessionFault.channels(wanted: 4, granted: 2)
    var world = try MachinePhase.armed.world()
    world.apply(.deviceEnded(.disconnected))
    world.hasDevice = false
    /// True if a refusal by the device is told.
    func isTold(_ fault: SessionFault) -> Bool {
      _ = world.drain()
      world.refusal = fault
      world.time += 1
      world.proceed()
      return world.drain().contains(.tell(.fault(fault)))
    }
    // That a device is absent which was unplugged is no news.
    let refusals = [absent, absent, busy, busy, channels, busy, absent, absent]
    #expect(refusals.map(isTold) == [false, false, true, false, true, false, true, false])
    world.hasDevice = true
    #expect(!isTold(busy) && world.state.isOpen)
    // After it worked for a while, and another program borrowed it, the same reason is news.
    world.time += 10
    world.apply(.lend(to: "check"))
    world.hasDevice = false
    world.refusal = busy
    _ = world.drain()
    world.apply(.reopenDevice)
    #expect(world.drain().contains(.tell(.fault(busy))))
    #expect(!isTold(busy))
  }

  @Test("it is armed with its first frames")
  func armed() throws {
    let recorder = try HeldRecorder()
    try recorder.arm()
    recorder.wait { _ in true }
    #expect(recorder.session.state == .idle && recorder.session.lightState.phase == .starting)
    recorder.wait(0.1)
    #expect(recorder.session.state == .armed && recorder.session.lightState.phase == .armed)
    #expect(recorder.events.filter { if case .armed = $0 { true } else { false } }.count == 1)
  }
}
