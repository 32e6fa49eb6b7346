import Glibc
import TakeFiles
import TestSupport
import Testing

@testable import CommandSupport
@testable import pinna

/// Damaged files of six kinds through every command for takes.
///
/// Whatever is in a file: nothing crashes or hangs, no other file is changed, no loss of sound is hidden, and every
/// refusal names the file and what to do. `deploy/test --long` damages twenty times as many.
struct FileAttackTests {
  private static let rounds = TestForm.isLong ? 40 : 2

  @Test("damaged files harm no others, and no cut is hidden", arguments: TakeFileFixture.available)
  func attack(_ fixture: TakeFileFixture) throws {
    let bench = try AttackBench(fixture)
    for round in 0..<Self.rounds {
      for (index, damage) in FileDamage.allCases.enumerated() {
        try bench.attack(damage, seed: UInt64(1000 * round + index))
      }
    }
    #expect(bench.attacked == Self.rounds * FileDamage.allCases.count)
  }
}
