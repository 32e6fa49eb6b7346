import Testing

@testable import Face

@Suite struct RefusalNewsTests {
  @Test("refusals are logged, but a program in a loop does not fill the log")
  func flood() {
    var news = RefusalNews()
    let lines = (0..<1000).flatMap { news.lines("refused     start", at: Double($0) / 100) }
    #expect(lines == Array(repeating: "refused     start", count: RefusalNews.most))
    #expect(
      news.lines("refused     stop", at: 61) == ["refused     990 more orders", "refused     stop"])
    #expect(news.lines("refused     stop", at: 200) == ["refused     stop"])
  }
}
