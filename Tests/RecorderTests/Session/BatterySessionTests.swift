import Boards
import Synchronization
import TakeFiles
import TestSupport
import Testing

@testable import Recorder

@Suite("The alarm of a battery")
struct BatteryWatchTests {
  /// The news of readings in a row, percents of a battery that feeds the recorder.
  private func news(
    _ percents: [Double], _ state: BatteryCharge.Flow = .discharging
  ) -> [BatteryNews?] {
    var alarm = BatteryAlarm(BatteryRule())
    return percents.map { alarm.add(BatteryCharge(state, percent: $0)) }
  }

  private func charge(_ percent: Double) -> BatteryCharge {
    BatteryCharge(.discharging, percent: percent)
  }

  @Test("it falls: low once, then empty at the second reading in a row")
  func falls() {
    #expect(
      news([50, 20, 19, 5, 4, 3])
        == [nil, .low(charge(20)), nil, nil, .empty(charge(4)), nil])
  }

  @Test("one wrong reading ends nothing, and a charge that swings says it once")
  func glitch() {
    #expect(news([50, 0, 50]) == [nil, .low(charge(0)), .good(charge(50))])
    #expect(news([20, 21, 20, 22, 23]) == [.low(charge(20)), nil, nil, nil, .good(charge(23))])
    #expect(
      news([5, 5, 6, 7, 8])
        == [.low(charge(5)), .empty(charge(5)), nil, nil, .low(charge(8))])
  }

  @Test("while something else feeds the recorder no charge is too low")
  func fed() {
    for state in [BatteryCharge.Flow.charging, .full, .external] {
      #expect(news([20, 3, 0, 0], state) == [nil, nil, nil, nil])
    }
    // Where nothing tells, the battery feeds it.
    #expect(news([50, 4, 4], .unknown).compactMap { $0 }.count == 2)
    var alarm = BatteryAlarm(BatteryRule())
    for _ in 0..<2 { _ = alarm.add(charge(3)) }
    #expect(alarm.isEmpty)
    let charging = BatteryCharge(.charging, percent: 3)
    #expect(alarm.add(charging) == .good(charging))
    #expect(!alarm.isEmpty && !alarm.isLow)
  }

  @Test("a gauge that calls itself critical counts without percents; one that is gone says nothing")
  func critical() {
    var alarm = BatteryAlarm(BatteryRule())
    let critical = BatteryCharge(.discharging, isCritical: true)
    #expect(alarm.add(critical) == nil)
    #expect(alarm.add(critical) == .empty(critical))
    // A reading that fails once does not allow a take that the next one would end.
    #expect(alarm.add(nil) == nil)
    #expect(alarm.isEmpty && alarm.charge == critical)
    #expect(alarm.add(critical) == nil)
    #expect(alarm.add(nil) == nil)
    #expect(alarm.add(nil) == .silent)
    #expect(!alarm.isEmpty)
    #expect(alarm.add(nil) == nil)
  }

  @Test("it is read every five seconds")
  func due() {
    var alarm = BatteryAlarm(BatteryRule())
    #expect([0, 1, 4.9, 5, 6, 10].filter { alarm.isDue($0) } == [0, 5, 10])
  }
}

@Suite("A recorder on a battery")
struct BatterySessionTests {
  /// A battery that a test drains.
  final class Battery: Sendable {
    let charge: Mutex<BatteryCharge?>
    init(_ charge: BatteryCharge?) { self.charge = Mutex(charge) }
    func set(_ state: BatteryCharge.Flow, _ percent: Double) {
      charge.withLock { $0 = BatteryCharge(state, percent: percent) }
    }
  }

  @Test("an empty battery closes the take as a power line does, and a charged one allows the next")
  func closes() throws {
    let battery = Battery(BatteryCharge(.discharging, percent: 60))
    let recorder = try HeldRecorder(battery: { battery.charge.withLock { $0 } })
    try recorder.arm()
    recorder.wait(1)
    recorder.press(.record)
    recorder.wait(2)
    battery.set(.discharging, 15)
    recorder.wait(6)
    #expect(recorder.session.progress != nil)
    #expect(recorder.session.snapshot(recorder.now).isBatteryLow)
    battery.set(.discharging, 4)
    recorder.wait(11)
    #expect(recorder.session.progress == nil)
    #expect(recorder.session.state == .faulted(.powerFailing))
    recorder.wait { $0.isSettled }
    let take = try #require(recorder.takes.first)
    #expect(take.end == .powerFailing)
    let metadata = try TakeFile.read(path: take.files[0]).metadata
    #expect(metadata.battery == BatteryCharge(.discharging, percent: 60))
    #expect(metadata.end?.words == "power was failing")
    recorder.press(.record)
    recorder.wait(0.5)
    #expect(recorder.refusals == [.fault(.powerFailing)])
    battery.set(.charging, 4)
    recorder.wait(6)
    #expect(recorder.session.state == .armed)
    recorder.press(.record)
    recorder.wait(1)
    recorder.press(.record)
    recorder.wait { $0.isSettled }
    #expect(recorder.takes.map(\.end) == [.powerFailing, .stopped])
    let news = recorder.events.compactMap { event -> BatteryNews? in
      if case .battery(let news) = event { return news }
      return nil
    }
    #expect(
      news == [
        .low(BatteryCharge(.discharging, percent: 15)),
        .empty(BatteryCharge(.discharging, percent: 4)),
        .good(BatteryCharge(.charging, percent: 4)),
      ])
  }

  @Test("without a battery nothing is said, and takes have none")
  func none() throws {
    let recorder = try HeldRecorder()
    try recorder.arm()
    recorder.wait(1)
    recorder.press(.record)
    recorder.wait(1)
    recorder.press(.record)
    recorder.wait { $0.isSettled }
    #expect(recorder.session.snapshot(recorder.now).battery == nil)
    let take = try #require(recorder.takes.first)
    #expect(try TakeFile.read(path: take.files[0]).metadata.battery == nil)
  }
}
