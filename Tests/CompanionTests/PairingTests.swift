import TestSupport
import Testing

@testable import Companion

@Suite("Letting browsers in")
struct PairingTests {
  @Test("a press within a minute lets the browser in that asked, once")
  func press() {
    var pairing = Pairing()
    #expect(pairing.ask(id: "a", name: "phone", earlier: nil, 0) == .waiting(id: "a"))
    pairing.hear(presses: 4, 1)
    pairing.hear(presses: 4, 30)
    #expect(pairing.claim(id: "a", 30) == .waiting(secondsLeft: 30))
    #expect(pairing.claim(id: "b", 30) == .over)
    pairing.hear(presses: 5, 59)
    #expect(!pairing.isWaiting(59))
    #expect(pairing.claim(id: "b", 59) == .over)
    #expect(pairing.claim(id: "a", 59) == .granted(name: "phone"))
    #expect(pairing.claim(id: "a", 59) == .over)
  }

  @Test("a press before it, after it, or of a recorder that was started again lets none in")
  func noPress() {
    var pairing = Pairing()
    pairing.hear(presses: 1, 0)
    _ = pairing.ask(id: "a", name: "", earlier: nil, 1)
    pairing.hear(presses: 1, 2)
    pairing.hear(presses: 0, 3)
    #expect(pairing.claim(id: "a", 4) == .waiting(secondsLeft: 57))
    pairing.hear(presses: 2, 62)
    #expect(pairing.claim(id: "a", 62) == .over)
  }

  @Test("when two ask at the same time a press lets neither in")
  func overlap() {
    var pairing = Pairing()
    _ = pairing.ask(id: "owner", name: "", earlier: nil, 0)
    pairing.hear(presses: 0, 0)
    #expect(pairing.ask(id: "thief", name: "", earlier: nil, 1) == .overlap)
    pairing.hear(presses: 1, 2)
    #expect(pairing.claim(id: "owner", 3) == .over && pairing.claim(id: "thief", 3) == .over)
    // The same browser may ask again, in place of its own wish.
    _ = pairing.ask(id: "x", name: "", earlier: nil, 10)
    #expect(pairing.ask(id: "y", name: "", earlier: "x", 11) == .waiting(id: "y"))
    #expect(pairing.claim(id: "x", 12) == .over)
  }

  @Test("what is kept of a token is its SHA-256")
  func digest() {
    #expect(
      SHA256.hexadecimal(Array("abc".utf8))
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      SHA256.hexadecimal([])
        == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(
      SHA256.hexadecimal(Array(repeating: UInt8(ascii: "a"), count: 1000))
        == "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3")
  }

  @Test("a browser is known by its token until it is revoked, also by another process")
  func book() throws {
    let folder = try TemporaryDirectory()
    let (service, other) = (BrowserBook(folder: folder.path), BrowserBook(folder: folder.path))
    let token = try #require(service.add(name: "Anna's\n phone\u{7}", time: 5))
    #expect(token.utf8.count == 64)
    #expect(service.browser(of: token)?.name == "Anna's phone")
    #expect(other.browsers().map(\.number) == [1])
    #expect(service.browser(of: token + "0") == nil && service.browser(of: "") == nil)
    let kept = String(decoding: try folder.read("browser-1"), as: UTF8.self)
    #expect(!kept.contains(token))
    #expect(other.revoke(1) && !other.revoke(1))
    #expect(service.browser(of: token) == nil)
  }

  @Test("files that are no browsers let none in")
  func damagedBook() throws {
    let folder = try TemporaryDirectory()
    for (name, text) in [
      ("browser-1", ""), ("browser-2", "\n\n\n"), ("browser-x", "a"), ("browser-3", "abc\n1\nx\n"),
    ] { try folder.write(Array(text.utf8), to: name) }
    let book = BrowserBook(folder: folder.path)
    #expect(book.browsers().isEmpty && book.browser(of: "") == nil)
    #expect(try #require(book.add(name: "", time: 1)).utf8.count == 64)
  }

  @Test("a code lets one browser in, and is gone after five wrong ones or five minutes")
  func code() throws {
    let folder = try TemporaryDirectory()
    var code = PairingCode(folder: folder.path)
    func take(_ word: String, _ time: Int) -> Bool { code.take(word, time: time) }
    #expect(!take("ABCDEFGH", 0))
    let first = try #require(code.make(time: 1000))
    #expect(first.utf8.count == 9 && code.isThere(time: 1299) && !code.isThere(time: 1300))
    #expect(take(first.lowercased(), 1001))
    #expect(!take(first, 1002))
    let second = try #require(code.make(time: 2000))
    for _ in 0..<5 { #expect(!take("wrong", 2001)) }
    #expect(!take(second, 2002) && !code.isThere(time: 2002))
    let third = try #require(code.make(time: 3000))
    #expect(!take(third, 3301))
  }

  @Test("a ticket is good for one thing, for an hour after its last use, and few are kept")
  func tickets() {
    var tickets = Tickets()
    let word = tickets.make(.sound, browser: 3, 0)
    #expect(tickets.use(word, 3599)?.thing == .sound)
    #expect(tickets.use(word, 7000)?.browser == 3)
    #expect(tickets.use(word, 7000 + 3600) == nil)
    #expect(tickets.use("", 0) == nil)
    let first = tickets.make(.sound, browser: 1, 8000)
    for n in 0..<Tickets.most { _ = tickets.make(.sound, browser: 1, 8001 + Double(n) / 1000) }
    #expect(tickets.use(first, 8002) == nil)
  }
}
