import Essentials
import Testing

struct ProcessorsTests {
  @Test(
    "values come in the order of their indices, however many threads compute them",
    arguments: [0, 1, 7, 64, 1000], [1, 3, 64])
  func order(count: Int, piece: Int) {
    for threads in [1, 2, 5] {
      let values = Processors.map(count, piece: piece, threads: threads) { "\($0 * $0)" }
      #expect(values == (0..<count).map { "\($0 * $0)" })
    }
    #expect(Processors.count >= 1)
  }

  @Test("a shared value is changed in one copy alone")
  func shared() {
    struct Owner: Equatable {
      @Shared var words = ["left"]
    }
    let first = Owner()
    var second = first
    #expect(first == second)
    second.words.append("right")
    #expect(first.words == ["left"] && second.words == ["left", "right"] && first != second)
    second.words.removeLast()
    #expect(first == second)
  }
}
