import TestSupport
import Testing

@testable import Companion

@Suite("Letting browsers in")
struct PairingTests {
  private func ask(
    _ pairing: inout Pairing, _ id: String, from address: String = "10.0.0.2",
    earlier: String? = nil, _ now: Double
  ) -> Pairing.Reply {
    pairing.ask(id: id, name: id, address: address, presses: 4, earlier: earlier, now)
  }

  /// Presses so often, and waits until the row is over.
  private func press(_ pairing: inout Pairing, _ count: Int, from first: Int, _ now: Double) {
    pairing.hear(presses: first, now)
    for n in 0..<count { pairing.hear(presses: first + n + 1, now + Double(n) * 0.5) }
    pairing.hear(presses: first + count, now + Double(count) * 0.5 + Pairing.rowSeconds)
  }

  @Test("as many presses in a row as were asked for let the browser in that asked, once")
  func press() {
    var pairing = Pairing()
    #expect(ask(&pairing, "a", 0) == .waiting(id: "a", presses: 4, secondsLeft: 60))
    pairing.hear(presses: 4, 1)
    pairing.hear(presses: 4, 30)
    #expect(pairing.claim(id: "a", 30) == .waiting(presses: 4, secondsLeft: 30))
    #expect(pairing.claim(id: "b", 30) == .over(.unanswered))
    press(&pairing, 4, from: 4, 31)
    #expect(!pairing.isWaiting(36))
    #expect(pairing.claim(id: "b", 36) == .over(.unanswered))
    #expect(pairing.claim(id: "a", 36) == .granted(name: "a"))
    #expect(pairing.claim(id: "a", 36) == .over(.unanswered))
  }

  @Test(
    "any other number of presses lets none in, and ends the wish", arguments: [1, 2, 3, 5, 6])
  func otherPresses(count: Int) {
    var pairing = Pairing()
    _ = ask(&pairing, "a", 0)
    press(&pairing, count, from: 7, 1)
    #expect(pairing.claim(id: "a", 10) == .over(.otherPresses(count)))
    // The rest of them, after it.
    press(&pairing, 4 - min(4, count), from: 7 + count, 11)
    #expect(pairing.claim(id: "a", 20) == .over(.otherPresses(count)))
  }

  @Test("presses with pauses between them, one at a time, let none in")
  func slowPresses() {
    var pairing = Pairing()
    _ = ask(&pairing, "a", 0)
    pairing.hear(presses: 0, 0)
    for n in 1...4 {
      pairing.hear(presses: n, Double(n) * 5)
      pairing.hear(presses: n, Double(n) * 5 + 3)
    }
    #expect(pairing.claim(id: "a", 30) == .over(.otherPresses(1)))
  }

  @Test("presses before it, after it, or of a recorder that was started again let none in")
  func noPress() {
    var pairing = Pairing()
    pairing.hear(presses: 1, 0)
    _ = ask(&pairing, "a", 1)
    pairing.hear(presses: 9, 2)
    pairing.hear(presses: 0, 3)
    pairing.hear(presses: 0, 9)
    #expect(pairing.claim(id: "a", 9) == .waiting(presses: 4, secondsLeft: 52))
    press(&pairing, 4, from: 0, 62)
    #expect(pairing.claim(id: "a", 70) == .over(.unanswered))
  }

  @Test("when two ask at the same time presses let neither in, and both wait a little")
  func overlap() {
    var pairing = Pairing()
    _ = ask(&pairing, "owner", 0)
    #expect(ask(&pairing, "thief", from: "10.0.0.9", 1) == .overlap)
    press(&pairing, 4, from: 0, 2)
    #expect(pairing.claim(id: "owner", 9) == .over(.overlap))
    #expect(pairing.claim(id: "thief", 9) == .over(.unanswered))
    #expect(ask(&pairing, "owner", 9) == .pause(secondsLeft: 2))
    #expect(ask(&pairing, "thief", from: "10.0.0.9", 9) == .pause(secondsLeft: 2))
    #expect(ask(&pairing, "owner", 11) == .waiting(id: "owner", presses: 4, secondsLeft: 60))
  }

  @Test("a wish is not made longer by asking again, and its address waits longer every time")
  func standingWish() {
    var pairing = Pairing()
    var open = 0.0
    var id: String?
    // One who asks every second for a day.
    for second in 0..<86_400 {
      let now = Double(second)
      if case .waiting(let news, _, _) = ask(&pairing, "evil \(second)", earlier: id, now) {
        open += 1
        id = news
      }
    }
    // Eight wishes until the pause is half an hour, then one an hour.
    #expect(open < 40 * 60, "\(open) s")
    // Another address is free to ask meanwhile, and the first one is no burden.
    #expect(!pairing.isWaiting(86_400))
    #expect(
      ask(&pairing, "owner", from: "10.0.0.3", 86_400)
        == .waiting(id: "owner", presses: 4, secondsLeft: 60))
    press(&pairing, 4, from: 0, 86_401)
    #expect(pairing.claim(id: "owner", 86_410) == .granted(name: "owner"))
  }

  @Test("one that is turned away waits, and so does one that nobody answers")
  func turnedAway() {
    var pairing = Pairing()
    _ = ask(&pairing, "a", 0)
    pairing.turnAway(5)
    #expect(pairing.claim(id: "a", 6) == .over(.turnedAway))
    #expect(ask(&pairing, "a", 6) == .pause(secondsLeft: 9))
    _ = ask(&pairing, "a", 15)
    let notes = pairing.drainNotes(80)
    #expect(notes.count == 4)
    #expect(notes.last == .ended(name: "a", address: "10.0.0.2", .unanswered))
    #expect(ask(&pairing, "a", 81) == .pause(secondsLeft: 19))
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
  func paired() throws {
    let folder = try TemporaryDirectory()
    let (service, other) = (
      PairedBrowsers(folder: folder.path), PairedBrowsers(folder: folder.path)
    )
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

  @Test(
    "a name controls no terminal and turns no line around, also one that was kept before",
    arguments: ["\u{9B}31m", "\u{1B}[31m", "\u{202E}", "\u{200B}", "\u{2028}", "\u{E0041}"])
  func controls(evil: String) throws {
    let folder = try TemporaryDirectory()
    let paired = PairedBrowsers(folder: folder.path)
    #expect(paired.add(name: "a\(evil)b", time: 1) != nil)
    let hash = String(repeating: "0", count: 64)
    try folder.write(Array("\(hash)\n1\na\(evil)b\n".utf8), to: "browser-2")
    let names = paired.browsers().map(\.name)
    #expect(names.count == 2)
    for scalar in names.joined().unicodeScalars {
      #expect((0x20..<0x7F).contains(scalar.value), "\(scalar.value)")
    }
  }

  @Test("the number of a browser is never given again, also not after a restart")
  func numbers() throws {
    let folder = try TemporaryDirectory()
    let paired = PairedBrowsers(folder: folder.path)
    for name in ["a", "b"] { #expect(paired.add(name: name, time: 1) != nil) }
    paired.revoke(2)
    #expect(paired.add(name: "c", time: 2) != nil)
    #expect(paired.browsers().map(\.number) == [1, 3])
    for browser in paired.browsers() { paired.revoke(browser.number) }
    let restarted = PairedBrowsers(folder: folder.path)
    #expect(restarted.add(name: "d", time: 3) != nil)
    #expect(restarted.browsers().map(\.number) == [4])
  }

  @Test("files that are no browsers let none in")
  func damagedFolder() throws {
    let folder = try TemporaryDirectory()
    for (name, text) in [
      ("browser-1", ""), ("browser-2", "\n\n\n"), ("browser-x", "a"), ("browser-3", "abc\n1\nx\n"),
    ] { try folder.write(Array(text.utf8), to: name) }
    let paired = PairedBrowsers(folder: folder.path)
    #expect(paired.browsers().isEmpty && paired.browser(of: "") == nil)
    #expect(try #require(paired.add(name: "", time: 1)).utf8.count == 64)
  }

  @Test("a code lets one browser in for five minutes, and wrong ones do not end it")
  func code() throws {
    let folder = try TemporaryDirectory()
    let code = PairingCode(folder: folder.path)
    #expect(!code.redeem("ABCDEFGH", time: 0))
    let first = try #require(code.make(time: 1000))
    #expect(first.utf8.count == 9)
    #expect(code.redeem(first.lowercased(), time: 1001))
    #expect(!code.redeem(first, time: 1002))
    let second = try #require(code.make(time: 2000))
    for _ in 0..<20 { #expect(!code.redeem("wrong", time: 2001)) }
    #expect(code.redeem(second, time: 2002))
    let third = try #require(code.make(time: 3000))
    #expect(!code.redeem(third, time: 3300) && code.redeem(third, time: 3299))
  }

  @Test("a ticket is good for one thing, for an hour after its last use, and few are kept")
  func tickets() {
    var tickets = Tickets()
    func use(_ word: String, _ now: Double) -> (thing: Tickets.Thing, browser: String)? {
      tickets.use(word, now, isLetIn: { $0 != "revoked" })
    }
    let word = tickets.make(.sound, browser: "c", 0)
    #expect(use(word, 3599)?.thing == .sound)
    #expect(use(word, 7000)?.browser == "c")
    #expect(use(word, 7000 + 3600) == nil)
    #expect(use("", 0) == nil)
    let first = tickets.make(.sound, browser: "a", 8000)
    for n in 0..<Tickets.most { _ = tickets.make(.sound, browser: "a", 8001 + Double(n) / 1000) }
    #expect(use(first, 8002) == nil)
    // One of a browser that is not let in is gone, whatever comes later.
    let other = tickets.make(.sound, browser: "revoked", 8003)
    #expect(use(other, 8003) == nil)
    #expect(tickets.use(other, 8003, isLetIn: { _ in true }) == nil)
    // One that is in use stays, however old it is and however many are made.
    let used = tickets.make(.sound, browser: "a", 8002)
    tickets.began(used)
    for n in 0..<(2 * Tickets.most) { _ = tickets.make(.sound, browser: "a", 19_000 + Double(n)) }
    tickets.ended(used, 20_000)
    #expect(use(used, 20_000) != nil)
  }
}
