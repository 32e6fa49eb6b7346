import Essentials
import Testing

@testable import Recorder

/// Two files of one part, of which the raw one may be far ahead.
@Suite("When the files of a take are brought to their medium") struct CheckpointRuleTests {
  private static let interval = 24000

  @Test("at once, and then in every interval, once for both files")
  func steady() {
    var rule = CheckpointRule(interval: Self.interval)
    let made = (0...400).filter { rule.isDue(rendered: $0 * 480, raw: $0 * 480) }
    #expect(made == [0, 50, 100, 150, 200, 250, 300, 350, 400])
  }

  @Test("a take without a raw file has its own pace, and can be hastened")
  func rendered() {
    var rule = CheckpointRule(interval: 100)
    #expect([0, 99].filter { rule.isDue(rendered: $0, raw: 0) } == [0])
    rule.hasten()
    #expect([99, 198, 199].filter { rule.isDue(rendered: $0, raw: 0) } == [99, 199])
  }

  /// With a rule for the file that is ahead alone, the rendered one once had 1.2 s that no sync covered: its last
  /// pre-roll, and all up to the end of the part, which the raw file could not pass.
  @Test("neither file ever has more than an interval that no checkpoint covers")
  func bound() {
    for seed in 1...200 {
      var random = SeededGenerator(seed: UInt64(seed))
      let part = 192_000
      let preRoll = Int.random(in: 0...part, using: &random)
      var rule = CheckpointRule(interval: Self.interval)
      var (rendered, raw, captured) = (0, 0, preRoll)
      var covered = (rendered: 0, raw: 0)
      while rendered < part {
        captured = min(part, captured + Int.random(in: 0...3840, using: &random))
        raw = min(captured, raw + Int.random(in: 0...65536, using: &random))
        rendered = min(raw, rendered + Int.random(in: 0...4096, using: &random))
        if rule.isDue(rendered: rendered, raw: raw) { covered = (rendered, raw) }
        #expect(rendered - covered.rendered < Self.interval)
        #expect(raw - covered.raw < Self.interval)
      }
    }
  }
}
