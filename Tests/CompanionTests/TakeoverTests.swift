import Glibc
import Testing

@testable import Companion
@testable import Face

@Suite("Attempts to get in")
struct TakeoverTests {
  @Test("nothing but the page and the wish to be let in is there for a stranger")
  func strangers() throws {
    let bench = try CompanionBench()
    let paths =
      [
        ("GET", "/api/events"), ("GET", "/api/takes"), ("POST", "/api/takes/1"),
        ("POST", "/api/takes/1/waveform"), ("GET", "/api/drawing"), ("GET", "/api/fetching"),
        ("POST", "/api/ticket"),
        ("POST", "/api/takes/1/delete"), ("POST", "/api/forget"), ("POST", "/api/turn-away"),
      ] + WebRoute.Order.allCases.map { ("POST", "/api/\($0.rawValue)") }
    for (number, (method, path)) in paths.enumerated() {
      for token in [nil, "", String(repeating: "0", count: 64)] {
        let answer = bench.ask(
          method, path, "{}", [WebRequest.token: token], address: "10.0.1.\(number)")
        #expect(answer.status == 401, "\(path)")
      }
    }
    #expect(bench.recorder.state.withLock { $0.orders }.isEmpty)
    #expect(bench.ask("GET", "/").status == 200)
  }

  @Test(
    "bodies that are no JSON are refused, and end nothing",
    arguments: [
      "", "x", "{\"\u{06}\":1}", #"{"\uD800":1}"#, #"{"\x":1}"#,
      #"{"code":"# + String(repeating: "[", count: 1000),
    ])
  func noJSON(body: String) throws {
    let answer = try CompanionBench().ask("POST", "/api/pair/code", body)
    #expect(answer.status == 400)
  }

  @Test("a token works in its header line, and in no cookie, address or body")
  func tokenPlace() throws {
    let bench = try CompanionBench()
    let token = try bench.token()
    #expect(bench.ask("POST", "/api/start", "{}", [WebRequest.token: token]).status == 200)
    let cookie = ["cookie": "x-pinna-token=\(token)" as String?]
    #expect(bench.ask("POST", "/api/start", "{}", cookie).status == 401)
    #expect(bench.ask("POST", "/api/start", #"{"token":"\#(token)"}"#).status == 401)
    #expect(bench.ask("GET", "/t/\(token)").status == 404)
  }

  @Test("another site's page cannot use a browser that was let in (CSRF), nor rebind a name")
  func otherSites() throws {
    let bench = try CompanionBench()
    let token = try bench.token()
    func status(_ lines: [String: String?]) -> Int {
      bench.ask("POST", "/api/start", "{}", lines.merging([WebRequest.token: token]) { $1 }).status
    }
    #expect(status(["origin": "http://evil.example"]) == 403)
    #expect(status(["origin": "null"]) == 403)
    #expect(status(["origin": nil as String?]) == 403)
    #expect(status(["sec-fetch-site": "cross-site"]) == 403)
    #expect(status(["sec-fetch-site": "same-site"]) == 403)
    #expect(status(["content-type": "text/plain"]) == 415)
    #expect(status(["content-type": nil as String?]) == 415)
    // A name that was made to lead here: host and origin agree with each other.
    #expect(status(["host": "evil.example", "origin": "http://evil.example"]) == 421)
    #expect(status(["host": nil as String?]) == 421)
    #expect(bench.ask("GET", "/", "", ["host": "evil.example"]).status == 421)
    #expect(bench.ask("GET", "/api/takes", "", ["sec-fetch-site": "cross-site"]).status == 403)
    #expect(bench.recorder.state.withLock { $0.orders }.isEmpty)
    #expect(status(["sec-fetch-site": "same-origin"]) == 200)
  }

  @Test(
    "a method that the server does not have is refused as such, with those that it has",
    arguments: ["HEAD", "DELETE", "OPTIONS", "PUT"])
  func otherMethods(method: String) throws {
    let bench = try CompanionBench()
    for origin in [nil, "http://evil.example"] {
      let answer = bench.ask(method, "/", "", ["origin": origin])
      #expect(answer.status == 405)
      #expect(answer.headers.contains { $0.name == "Allow" && $0.value == "GET, POST" })
    }
  }

  @Test("tokens and codes cannot be tried out: after a few wrong ones the address waits")
  func guessing() throws {
    let bench = try CompanionBench()
    let answers = (0..<40).map { n in
      bench.ask("GET", "/api/takes", "", [WebRequest.token: "guess\(n)"]).status
    }
    #expect(answers.prefix(10).allSatisfy { $0 == 401 })
    #expect(answers.suffix(20).allSatisfy { $0 == 429 })
    let codes = (0..<14).map { _ in
      bench.ask("POST", "/api/pair/code", #"{"code":"ABCDEFGH"}"#, address: "10.0.0.3").status
    }
    #expect(codes.prefix(10).allSatisfy { $0 == 403 } && codes.suffix(4).allSatisfy { $0 == 429 })
    // One that knows its token is not kept out by a neighbour who guesses.
    let token = try bench.token()
    #expect(bench.ask("GET", "/api/takes", "", [WebRequest.token: token]).status == 200)
  }

  @Test("a stranger cannot use up the code of another one, nor sees that there is one")
  func strangersCodes() throws {
    let bench = try CompanionBench()
    let before = bench.ask("GET", "/api/hello").text
    let code = PairingCode(folder: bench.folder.file("web"))
    func answer(_ word: String?, from address: String) -> WebAnswer {
      let body = #"{"code":"\#(word ?? "")","name":"phone"}"#
      return bench.ask("POST", "/api/pair/code", body, address: address)
    }
    let without = answer("ABCDEFGH", from: "10.0.0.9").text
    for round in 1...3 {
      let word = code.make(time: 1_700_000_000 + Int(bench.clock.now))
      #expect(bench.ask("GET", "/api/hello").text == before)
      #expect(answer("ABCDEFGH", from: "10.0.1.\(round)").text == without)
      for n in 0..<30 { _ = answer("ABCDEFGH", from: "10.0.0.\(9 + n % 3)") }
      // Wrong ones of before do not count against the next code.
      for _ in 0..<3 { #expect(answer("WRQNG", from: "10.0.0.2").status == 403) }
      #expect(answer(word, from: "10.0.0.2").status == 200)
      bench.clock.now += 60
    }
  }

  @Test("requests are bounded in size and in number")
  func bounds() throws {
    let bench = try CompanionBench()
    let token = try bench.token()
    let long = #"{"text":"\#(String(repeating: "x", count: 5000))"}"#
    #expect(bench.ask("POST", "/api/mark", long, [WebRequest.token: token]).status == 413)
    let many = (0..<300).map { _ in bench.ask("GET", "/", address: "10.0.0.9").status }
    #expect(many.contains(429) && many.first == 200)
    #expect(bench.ask("GET", "/", address: "10.0.0.8").status == 200)
  }

  @Test("a browser that is revoked is out at once, with its addresses and its stream")
  func revoked() throws {
    let bench = try CompanionBench()
    try bench.addTake()
    let token = try bench.token()
    let lines = [WebRequest.token: token as String?]
    let ticket = bench.ask(
      "POST", "/api/ticket", #"{"take":1,"name":"one","file":0}"#, lines)
    let path = try #require(ticket.text.split(separator: "\"").first { $0.hasPrefix("/t/") })
    #expect(bench.ask("GET", String(path)).text == "sound of one")
    let stream = bench.ask("GET", "/api/events", "", lines)
    PairedBrowsers(folder: bench.folder.file("web")).revoke(1)
    #expect(bench.ask("GET", String(path)).status == 404)
    #expect(bench.ask("GET", "/api/takes", "", lines).status == 401)
    #expect(stream.text.isEmpty)
  }

  @Test("what a revoked browser had stays shut when another one is let in")
  func revokedAndNext() throws {
    let bench = try CompanionBench()
    try bench.addTake()
    let lines = [WebRequest.token: try bench.token() as String?]
    func path(_ wish: String) throws -> String {
      let text = bench.ask("POST", "/api/ticket", wish, lines).text
      return String(try #require(text.split(separator: "\"").first { $0.hasPrefix("/t/") }))
    }
    let file = try path(#"{"take":1,"name":"one","file":0}"#)
    let sound = try path(#"{"sound":true}"#)
    let playing = bench.ask("GET", sound)
    let stream = bench.ask("GET", "/api/events", "", lines)
    PairedBrowsers(folder: bench.folder.file("web")).revoke(1)
    let next = try bench.token()
    #expect(bench.ask("GET", "/api/takes", "", [WebRequest.token: next]).status == 200)
    #expect(bench.ask("GET", file).status == 404)
    #expect(bench.ask("GET", sound).status == 404)
    #expect(playing.bytes.isEmpty)
    #expect(stream.text.isEmpty)
  }

  @Test("a name that the recorder would give for a file cannot lead out of the folder")
  func fileNames() throws {
    let bench = try CompanionBench()
    try bench.folder.write(Array("secret".utf8), to: "secret")
    try bench.addTake()
    for name in ["../secret", "/etc/passwd", ".", "..", "", "a\u{0}b", "link"] {
      #expect(OpenTakeFile(folder: bench.folder.file("takes"), name: name) == nil)
    }
  }

  private func asked(_ bench: CompanionBench, earlier: String? = nil, from address: String) -> (
    id: String?, presses: Int
  ) {
    let body = #"{"name":"evil","earlier":"\#(earlier ?? "")"}"#
    let text = bench.ask("POST", "/api/pair", body, address: address).text
    let id = text.split(separator: "\"").first { $0.utf8.count == 64 }
    let presses = text.split(separator: "\"presses\":").last?.first?.wholeNumberValue
    return (id.map(String.init), presses ?? 0)
  }

  /// The recorder tells presses so often, at a pace of two a second.
  private func press(_ bench: CompanionBench, _ count: Int) {
    var status = bench.recorder.state.withLock { $0.status }
    for n in 0..<count {
      status.sourcePresses += 1
      bench.clock.now += n == 0 ? 0.1 : 0.5
      bench.companion.hear(status)
    }
    bench.clock.now += Pairing.rowSeconds
    bench.companion.hear(status)
    bench.recorder.state.withLock { $0.status = status }
  }

  @Test("a recorder without a source button refuses presses at once, and names the code")
  func noButton() throws {
    let bench = try CompanionBench()
    bench.recorder.state.withLock { $0.status.hasSourceButton = false }
    let answer = bench.ask("POST", "/api/pair", #"{"name":"mine"}"#, address: "10.0.0.9")
    #expect(answer.status == 409 && answer.text.contains("noButton"))
    #expect(answer.text.contains("use a code"))
  }

  @Test("presses let in through requests as they do alone, and no other browser claims it")
  func press() throws {
    let bench = try CompanionBench()
    bench.recorder.state.withLock { $0.status.dataSource = "Front" }
    let (found, presses) = asked(bench, from: "10.0.0.2")
    let id = try #require(found)
    #expect(Pairing.presses.contains(presses))
    #expect(bench.ask("POST", "/api/pair/claim", #"{"id":"\#(id)"}"#).status == 202)
    #expect(bench.companion.needsNews)
    #expect(bench.recorder.state.withLock { $0.announced } == ["'evil' at 10.0.0.2"])
    press(bench, presses)
    #expect(bench.ask("POST", "/api/pair/claim", #"{"id":"guess"}"#).status == 410)
    #expect(bench.ask("POST", "/api/pair/claim", #"{"id":"\#(id)"}"#).status == 200)
    bench.clock.now += GivenToken.seconds
    #expect(bench.ask("POST", "/api/pair/claim", #"{"id":"\#(id)"}"#).status == 410)
    #expect(!bench.companion.needsNews)
    // The presses have selected other sources: that is put back, once.
    #expect(bench.recorder.state.withLock { $0.orders } == ["Front -"])
    // The lights show it no more, and the log has it.
    #expect(bench.recorder.state.withLock { $0.announced }.isEmpty)
    #expect(bench.log.lines.count == 2 && bench.log.lines[1].hasSuffix("by the source button"))
  }

  @Test("a lost answer with a token is given again until the token is used: one browser")
  func lostAnswer() throws {
    let bench = try CompanionBench()
    let (found, presses) = asked(bench, from: "10.0.0.2")
    let claim = #"{"id":"\#(try #require(found))"}"#
    press(bench, presses)
    let first = bench.ask("POST", "/api/pair/claim", claim)
    let second = bench.ask("POST", "/api/pair/claim", claim)
    #expect(first.status == 200 && second.text == first.text)
    let token = try #require(first.text.split(separator: "\"").first { $0.utf8.count == 64 })
    #expect(bench.ask("GET", "/api/takes", "", [WebRequest.token: String(token)]).status == 200)
    #expect(bench.ask("POST", "/api/pair/claim", claim).status == 410)
    let code = PairingCode(folder: bench.folder.file("web")).make(time: 1_700_001_010) ?? ""
    let body = #"{"code":"\#(code)"}"#
    let third = bench.ask("POST", "/api/pair/code", body)
    #expect(third.status == 200 && bench.ask("POST", "/api/pair/code", body).text == third.text)
    #expect(bench.ask("POST", "/api/pair/code", body, address: "10.0.0.9").status == 403)
    let paired = PairedBrowsers(folder: bench.folder.file("web"))
    #expect(paired.browsers().count == 2)
    paired.revoke(2)
    #expect(bench.ask("POST", "/api/pair/code", body).status == 403)
  }

  @Test("a browser that a code has let in asks no more for presses")
  func codeMeanwhile() throws {
    let bench = try CompanionBench()
    let (found, presses) = asked(bench, from: "10.0.0.2")
    let id = try #require(found)
    let code = PairingCode(folder: bench.folder.file("web")).make(time: 1_700_001_000) ?? ""
    let answer = bench.ask("POST", "/api/pair/code", #"{"code":"\#(code)","wish":"\#(id)"}"#)
    #expect(answer.status == 200)
    #expect(bench.recorder.state.withLock { $0.announced }.isEmpty && !bench.companion.needsNews)
    press(bench, presses)
    #expect(bench.ask("POST", "/api/pair/claim", #"{"id":"\#(id)"}"#).status == 410)
    #expect(PairedBrowsers(folder: bench.folder.file("web")).browsers().count == 1)
    // Its address has done nothing wrong, and another one's wish is none of its business.
    let other = try #require(asked(bench, from: "10.0.0.2").id)
    let next = PairingCode(folder: bench.folder.file("web")).make(time: 1_700_001_000) ?? ""
    let body = #"{"code":"\#(next)","wish":"\#(id)"}"#
    #expect(bench.ask("POST", "/api/pair/code", body).status == 200)
    #expect(bench.ask("POST", "/api/pair/claim", #"{"id":"\#(other)"}"#).status == 202)
  }

  @Test("one that asks all the time gets nothing from an ordinary press of the source button")
  func standingWish() throws {
    let bench = try CompanionBench()
    let pages = bench.ask(
      "GET", "/api/events", "", [WebRequest.token: try bench.token()])
    var ids: [String] = []
    var seconds = 0
    // It asks every 15 s for an hour, with the id that it had, and somebody presses source now and then.
    for round in 0..<240 {
      if let id = asked(bench, earlier: ids.last, from: "10.0.0.9").id {
        if ids.last != id { ids.append(id) }
        seconds += 15
        if round == 0 {
          bench.companion.hear(bench.recorder.state.withLock { $0.status })
          guard case .stream(let stream, _) = pages.body else { return #expect(Bool(false)) }
          var bytes = [UInt8](repeating: 0, count: 1 << 16)
          let count = bytes.withUnsafeMutableBytes { stream.next(into: $0) }
          let text = String(decoding: bytes[..<count], as: UTF8.self)
          #expect(text.contains(#""asked":{"address":"10.0.0.9","name":"evil""#), "\(text)")
        }
      }
      if round % 7 == 3 { press(bench, 1) }
      bench.clock.now += 15
    }
    for id in ids {
      #expect(bench.ask("POST", "/api/pair/claim", #"{"id":"\#(id)"}"#).status == 410)
    }
    #expect(PairedBrowsers(folder: bench.folder.file("web")).browsers().count == 1)
    // A fifth of the time at most, and every wish and its end are in the log.
    #expect(seconds <= 720, "\(seconds) s")
    #expect(bench.log.lines.count { $0.contains("asks to be let in") } >= 2)
    #expect(bench.log.lines.contains { $0.contains("the button was pressed once, not") })
    // It keeps no one out: another phone is let in meanwhile.
    let (owner, presses) = asked(bench, from: "10.0.0.2")
    press(bench, presses)
    #expect(
      bench.ask("POST", "/api/pair/claim", #"{"id":"\#(owner ?? "")"}"#).status == 200)
  }

  @Test("a browser that is let in turns one away that asks, and a stranger cannot")
  func turnAway() throws {
    let bench = try CompanionBench()
    let token = try bench.token()
    let id = try #require(asked(bench, from: "10.0.0.9").id)
    #expect(bench.ask("POST", "/api/turn-away").status == 401)
    #expect(bench.ask("POST", "/api/turn-away", "{}", [WebRequest.token: token]).status == 200)
    let answer = bench.ask("POST", "/api/pair/claim", #"{"id":"\#(id)"}"#)
    #expect(answer.status == 410 && answer.text.contains("turned it away"))
    #expect(asked(bench, from: "10.0.0.9").id == nil)
  }

  @Test("where the buttons are locked none is asked for")
  func locked() throws {
    let bench = try CompanionBench()
    bench.recorder.state.withLock { $0.status.isLocked = true }
    #expect(bench.ask("POST", "/api/pair").text.contains("locked"))
  }

  @Test("in a take, and without a recorder, no press of a button is asked for")
  func noPress() throws {
    let bench = try CompanionBench()
    bench.recorder.state.withLock {
      $0.status.take = .init(
        name: nil, number: nil, seconds: 1, isConfirmed: true, unsyncedSeconds: 0, markerCount: 0)
    }
    #expect(bench.ask("POST", "/api/pair").status == 409)
    bench.recorder.state.withLock { $0.problem = .away("no recorder runs") }
    #expect(bench.ask("POST", "/api/pair").status == 503)
  }
}

extension CompanionBench {
  /// Puts a take of one file on the storage.
  func addTake() throws {
    mkdir(folder.file("takes"), 0o700)
    try folder.write(Array("sound of one".utf8), to: "takes/one.wav")
    symlink(folder.file("secret"), folder.file("takes/link"))
    recorder.state.withLock { state in
      var take = TakeRecord(number: 1, name: "one")
      take.state = .finished
      take.files = [.init(path: "one.wav", content: "rendered", kind: "wav")]
      state.takes[1] = take
      state.status.folder = folder.file("takes")
    }
  }
}
