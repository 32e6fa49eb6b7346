import Boards
import Recorder
import Testing

@testable import LinuxBoard

@Suite("The level of a power line")
struct PowerLevelTests {
  @Test("it counts when it has stayed for the debounce time, in both directions")
  func debounced() {
    var level = PowerLevel(debounceSeconds: 0.010, isActive: false, at: 1)
    #expect(!level.isFailing && level.settlesAt == nil)
    level.take([.init(level: true, time: 2)], level: true, at: 2.001)
    #expect(!level.isFailing)
    #expect(level.settlesAt == 2.010)
    level.take([], level: nil, at: 2.011)
    #expect(level.isFailing && level.settlesAt == nil)
    level.take([.init(level: false, time: 3)], level: false, at: 3.02)
    #expect(!level.isFailing)
  }

  @Test("a dip shorter than that is nothing")
  func dip() {
    var level = PowerLevel(debounceSeconds: 0.010, isActive: false, at: 1)
    level.take(
      [.init(level: true, time: 2), .init(level: false, time: 2.004)], level: false, at: 2.005)
    level.take([], level: nil, at: 2.1)
    #expect(!level.isFailing)
  }

  @Test("the level is believed when the newest edges were dropped")
  func dropped() {
    var level = PowerLevel(debounceSeconds: 0.010, isActive: false, at: 1)
    level.take(
      [.init(level: true, time: 2), .init(level: false, time: 2.001)], level: true, at: 2.002)
    level.take([], level: nil, at: 2.02)
    #expect(level.isFailing)
  }

  @Test("a line that is active when it is opened counts, after it has stayed so")
  func activeAtStart() {
    var level = PowerLevel(debounceSeconds: 0.010, isActive: true, at: 1)
    #expect(!level.isFailing && level.settlesAt == 1.010)
    level.take([], level: nil, at: 1.02)
    #expect(level.isFailing)
  }
}
