import Boards
import TOML
import TestSupport
import Testing

/// Damage of every kind ends in an error with a place, or in a board; never in a crash.
struct DamagedFileTests {
  private func check(_ bytes: [UInt8]) {
    do {
      let board = try Board.load(bytes: bytes, name: "b.toml", id: "b")
      #expect(!board.microphones.isEmpty)
      #expect(!board.dataSources.isEmpty)
      #expect(board.microphones.allSatisfy { (0..<board.capture.channels).contains($0.channel) })
    } catch {
      #expect(error.line >= 1 && error.column >= 1, "\(error)")
      #expect(!error.problem.isEmpty)
    }
  }

  @Test("a file cut off at any byte")
  func truncated() {
    let bytes = Array(completeBoard.utf8)
    for length in bytes.indices { check(Array(bytes[..<length])) }
  }

  @Test("a file with one to eight damaged bytes", arguments: [1, 2, 8])
  func flipped(count: Int) {
    var random = SeededGenerator(seed: UInt64(count))
    let original = Array(completeBoard.utf8)
    for _ in 0..<500 {
      var bytes = original
      for _ in 0..<count {
        bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
      }
      check(bytes)
    }
  }

  @Test("a file with lines left out, doubled or swapped")
  func shuffled() {
    var random = SeededGenerator(seed: 7)
    let lines = completeBoard.split(separator: "\n", omittingEmptySubsequences: false)
    for _ in 0..<500 {
      var edited = lines
      let i = Int.random(in: lines.indices, using: &random)
      let j = Int.random(in: lines.indices, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: edited.remove(at: i)
      case 1: edited.insert(lines[i], at: j)
      default: edited.swapAt(i, j)
      }
      check(Array(edited.joined(separator: "\n").utf8))
    }
  }
}
