import Control
import Glibc
import Testing

@testable import Companion

@Suite("Attempts to get in")
struct TakeoverTests {
  @Test("nothing but the page and the wish to be let in is there for a stranger")
  func strangers() throws {
    let bench = try CompanionBench()
    let paths =
      [
        ("GET", "/api/events"), ("GET", "/api/takes"), ("GET", "/api/takes/1"),
        ("GET", "/api/takes/1/waveform"), ("GET", "/api/drawing"), ("POST", "/api/ticket"),
        ("POST", "/api/takes/1/delete"), ("POST", "/api/forget"),
      ] + Route.Order.allCases.map { ("POST", "/api/\($0.rawValue)") }
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

  @Test("tokens and codes cannot be tried out: after a few wrong ones the address waits")
  func guessing() throws {
    let bench = try CompanionBench()
    let answers = (0..<40).map { n in
      bench.ask("GET", "/api/takes", "", [WebRequest.token: "guess\(n)"]).status
    }
    #expect(answers.prefix(10).allSatisfy { $0 == 401 })
    #expect(answers.suffix(20).allSatisfy { $0 == 429 })
    let codes = (0..<10).map { _ in
      bench.ask("POST", "/api/pair/code", #"{"code":"ABCDEFGH"}"#, address: "10.0.0.3").status
    }
    #expect(codes.prefix(6).allSatisfy { $0 == 403 } && codes.suffix(4).allSatisfy { $0 == 429 })
    // One that knows its token is not kept out by a neighbour who guesses.
    let token = try bench.token()
    #expect(bench.ask("GET", "/api/takes", "", [WebRequest.token: token]).status == 200)
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
    BrowserBook(folder: bench.folder.file("web")).revoke(1)
    #expect(bench.ask("GET", String(path)).status == 404)
    #expect(bench.ask("GET", "/api/takes", "", lines).status == 401)
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

  @Test("a press lets in through requests as it does alone, and no other browser claims it")
  func press() throws {
    let bench = try CompanionBench()
    bench.recorder.state.withLock { $0.status.dataSource = "Front" }
    let asked = bench.ask("POST", "/api/pair", #"{"name":"phone"}"#).text
    let id = try #require(asked.split(separator: "\"").first { $0.utf8.count == 64 })
    #expect(bench.ask("POST", "/api/pair/claim", #"{"id":"\#(id)"}"#).status == 202)
    #expect(bench.companion.needsNews)
    var status = RecorderStatus(version: "1", board: "b", boardName: "B")
    status.sourcePresses = 1
    bench.companion.hear(status)
    #expect(bench.ask("POST", "/api/pair/claim", #"{"id":"guess"}"#).status == 410)
    #expect(bench.ask("POST", "/api/pair/claim", #"{"id":"\#(id)"}"#).status == 200)
    #expect(bench.ask("POST", "/api/pair/claim", #"{"id":"\#(id)"}"#).status == 410)
    #expect(!bench.companion.needsNews)
    // The press has selected another source: it is put back, once.
    #expect(bench.recorder.state.withLock { $0.orders } == [.source("Front")])
  }

  @Test("in a take, and without a recorder, no press of a button is asked for")
  func noPress() throws {
    let bench = try CompanionBench()
    bench.recorder.state.withLock {
      $0.status.take = .init(
        name: nil, number: nil, seconds: 1, isConfirmed: true, unsyncedSeconds: 0, markers: 0)
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
      var listed = ListedTake(number: 1, name: "one")
      listed.state = "finished"
      var take = DetailedTake(listed)
      take.files = [.init(name: "one.wav", content: "rendered", kind: "wav")]
      state.takes[1] = take
      state.status.folder = folder.file("takes")
    }
  }
}
