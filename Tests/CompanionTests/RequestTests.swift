import Testing

@testable import Companion

@Suite("Requests")
struct RequestTests {
  @Test(
    "a path is one of those that are known, with a number in it at most",
    arguments: [
      ("GET", "/", WebRoute.page(.index)), ("GET", "/pinna.js", .page(.script)),
      ("GET", "/api/takes", .takes(before: nil)), ("GET", "/api/takes/before/7", .takes(before: 7)),
      ("POST", "/api/takes/12", .take(12)),
      ("POST", "/api/takes/12/waveform", .action(.waveform, of: 12)),
      ("POST", "/api/takes/12/edit", .action(.edit, of: 12)),
      ("POST", "/api/takes/12/trim", .action(.trim, of: 12)),
      ("POST", "/api/takes/12/focus", .action(.focus, of: 12)),
      ("POST", "/api/takes/12/make", .action(.make, of: 12)),
      ("GET", "/api/made/3", .made("3")), ("POST", "/api/adjust", .order(.adjust)),
      ("POST", "/api/takes/12/delete", .action(.delete, of: 12)),
      ("POST", "/api/start", .order(.start)),
      ("POST", "/api/pair", .ask), ("POST", "/api/pair/claim", .claim),
      ("GET", "/t/abc", .redeem("abc")),
    ])
  func known(method: String, path: String, route: WebRoute) {
    #expect(WebRoute(method: method, path: path) == route)
  }

  @Test(
    "every other path leads nowhere",
    arguments: [
      ("GET", "/index.html"), ("GET", "/../etc/passwd"), ("GET", "//"), ("GET", ""),
      ("GET", "/api"), ("GET", "/api/takes/../1"), ("GET", "/api/takes/-1"),
      ("GET", "/api/takes/1/../../x"), ("GET", "/api/takes/99999999999999999999"),
      ("GET", "/api/takes/١"), ("GET", "/pinna.js/"), ("GET", "/t"), ("GET", "/t/a/b"),
      ("GET", "/api/start"), ("POST", "/"), ("POST", "/api/takes"), ("GET", "/api/takes/1"),
      ("DELETE", "/api/takes/1"), ("PUT", "/api/start"), ("HEAD", "/"), ("OPTIONS", "/api/start"),
    ])
  func unknown(method: String, path: String) {
    #expect(WebRoute(method: method, path: path) == nil)
  }

  @Test(
    "the machine's names and addresses in figures are taken, with and without a port",
    arguments: [
      "field", "field.local", "FIELD.local:8080", "pinna.local", "localhost:1", "10.0.0.7",
      "192.168.1.5:80", "[fe80::1]", "[::1]:8080", "my.own", "field-2.local", "Field-13.local:80",
      "field.local.", "field-2.local.:8080", "other.own",
    ])
  func hosts(host: String) {
    #expect(HostNames(machine: "field.lan", others: ["my.own", "other.own."]).accepts(host: host))
  }

  @Test(
    "other names are not, whatever they look like",
    arguments: [
      "evil.example", "pinna.local.evil.example", "evilpinna.local", "10.0.0.7.evil.example",
      "10.0.0", "10.0.0.999", "", ":80", "field:x", "field:80:80", "[::1", "[]", "[1]",
      "[evil.example]",
      "field-.local", "field-x.local", "field-02.local", "field-2", "field-2.local.evil.example",
      "field-2-2.local", "field.local..", ".", "field.local@evil.example", "10.0.0.7 evil",
      "1.2.3.4.5", "0x7f.1", "2130706433",
    ])
  func strangers(host: String) {
    #expect(!HostNames(machine: "field", others: []).accepts(host: host))
  }

  @Test("a name with a number becomes the next numbers when another machine has it")
  func numberedMachine() {
    let hosts = HostNames(machine: "oak-7")
    #expect(["oak-7.local", "oak-8.local", "oak-10.local"].allSatisfy { hosts.accepts(host: $0) })
    #expect(!hosts.accepts(host: "oak-7-2.local") && !hosts.accepts(host: "elm-8.local"))
  }

  @Test("an origin is the page's own when it is the host with its scheme")
  func origins() {
    let (plain, secure) = (HostNames(machine: "a"), HostNames(machine: "a", isSecure: true))
    #expect(plain.accepts(origin: "http://a.local:8080", host: "a.local:8080"))
    #expect(!plain.accepts(origin: "http://a.local", host: "a.local:8080"))
    #expect(!plain.accepts(origin: "https://a.local", host: "a.local"))
    #expect(secure.accepts(origin: "https://a.local", host: "a.local"))
    for origin in ["null", "", "http://evil.example", "http://a.local.evil.example", "file://"] {
      #expect(!plain.accepts(origin: origin, host: "a.local"))
    }
  }

  @Test("parts of a file are those of the standard, and nothing odd is a part")
  func ranges() {
    #expect(ByteRange(nil, of: 100) == .whole)
    #expect(ByteRange("bytes=0-", of: 100) == .part(offset: 0, count: 100))
    #expect(ByteRange("bytes=10-19", of: 100) == .part(offset: 10, count: 10))
    #expect(ByteRange("bytes=90-200", of: 100) == .part(offset: 90, count: 10))
    #expect(ByteRange("bytes=-10", of: 100) == .part(offset: 90, count: 10))
    #expect(ByteRange("bytes=-1000", of: 100) == .part(offset: 0, count: 100))
    #expect(ByteRange("bytes=100-", of: 100) == .outside)
    #expect(ByteRange("bytes=-0", of: 100) == .outside)
    for line in [
      "bytes=0-1,5-6", "lines=1-2", "bytes=", "bytes=-", "bytes=9-3", "bytes=a-b", "bytes=1--2",
      "bytes=99999999999999999999-", "bytes= 1-2",
    ] {
      #expect(ByteRange(line, of: 100) == .whole)
    }
  }

  @Test("an address may do so much at once and so much a second, others as much again")
  func rates() {
    var limit = RateLimit(burst: 3, perSecond: 2)
    func admit(_ address: String, _ now: Double) -> Bool { limit.admit(address, now) }
    #expect((0..<5).map { _ in admit("a", 0) } == [true, true, true, false, false])
    #expect(admit("b", 0))
    #expect(admit("a", 0.5))
    #expect(!admit("a", 0.6))
    // Many addresses take bounded memory, and do not let the first one begin anew.
    for n in 0..<1000 { _ = admit("x\(n)", 0.6) }
    #expect(!admit("a", 0.61))
  }

  @Test("the page is small, loads nothing from elsewhere and has nothing inline")
  func page() {
    let files = PageFile.allCases.map { ($0, String(decoding: $0.bytes, as: UTF8.self)) }
    #expect(files.reduce(0) { $0 + $1.1.utf8.count } < 100_000)
    for (file, text) in files {
      #expect(!text.contains("https://") && text.utf8.count > 100, "\(file)")
    }
    let index = String(decoding: PageFile.index.bytes, as: UTF8.self)
    #expect(!index.contains("style=") && !index.contains("onclick=") && !index.contains("<style"))
    #expect(index.components(of: "<script").count == 2 && index.contains("<script src="))
    let script = String(decoding: PageFile.script.bytes, as: UTF8.self)
    for word in ["innerHTML", "eval(", "document.write", "insertAdjacentHTML", "new Function"] {
      #expect(!script.contains(word))
    }
  }
}

extension String {
  fileprivate func components(of word: String) -> [Substring] {
    split(separator: word, omittingEmptySubsequences: false)
  }
}
