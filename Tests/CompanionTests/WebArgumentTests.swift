import Glibc
import TestSupport
import Testing

@testable import CompanionServer

@Suite("The command line of pinna-web")
struct WebArgumentTests {
  @Test("commands and options are understood")
  func understood() throws {
    #expect(try WebArguments([]).work == .serve)
    let serve = try WebArguments(["serve", "--port", "81", "--host", "a", "--host", "b"])
    #expect(serve.port == 81 && serve.hosts == ["a", "b"] && !serve.isForAll)
    #expect(try WebArguments(["--any-address"]).isForAll)
    #expect(try WebArguments(["pair", "--state", "/x"]).state == "/x")
    #expect(try WebArguments(["revoke", "3"]).work == .revoke(3))
    #expect(try WebArguments(["revoke", "all"]).work == .revoke(nil))
    // A command can come after options, and an option between a command and its number.
    for words in [["revoke", "--state", "/x", "2"], ["--state", "/x", "revoke", "2"]] {
      let arguments = try WebArguments(words)
      #expect(arguments.work == .revoke(2) && arguments.state == "/x")
    }
    #expect(try WebArguments(["--any-address", "pair"]).work == .pair)
    #expect(try WebArguments(["serv", "--help"]).work == .help)
    #expect(try WebArguments(["list"]).work == .list && WebArguments(["-h"]).work == .help)
  }

  @Test(
    "mistakes are told",
    arguments: [
      ["serv"], ["--prt", "1"], ["--port"], ["--port", "x"], ["--port", "70000"], ["revoke"],
      ["revoke", "x"], ["revoke", "2", "3"], ["pair", "list"], ["--state", "/x", "serv"],
      ["--certificate", "a"], ["--key", "a"],
    ])
  func mistakes(words: [String]) {
    #expect(throws: WebArguments.Mistake.self) { try WebArguments(words) }
  }

  @Test(
    "a host that no browser could send is refused",
    arguments: ["a:80", "http://x/", "bad host", "*", "-x", "", "m\u{FC}hle.local"])
  func wrongHost(word: String) throws {
    let words = "--host '\(word)' is not a host: write no scheme and no port, and IPv6 in []"
    #expect(throws: WebArguments.Mistake(words: words)) { try WebArguments(["--host", word]) }
    let hosts = ["field_2.my-own.lan", "10.0.0.7", "[fe80::1]"]
    #expect(try WebArguments(hosts.flatMap { ["--host", $0] }).hosts == hosts)
  }

  @Test("a certificate or a key that cannot be read is named, with the reason")
  func unreadable() throws {
    let folder = try TemporaryDirectory()
    try folder.write([1], to: "pem")
    func problem(_ certificate: String, _ key: String) throws -> (code: Int32, words: String)? {
      WebProgram.unreadableFile(try WebArguments(["--certificate", certificate, "--key", key]))
    }
    let pem = folder.file("pem")
    #expect(try problem(pem, pem) == nil)
    let missing = try #require(try problem(pem, "/nope"))
    #expect(missing.code == EX_NOINPUT)
    #expect(
      missing.words
        == "/nope: No such file or directory; --key needs a file that this user can read")
    #expect(try problem(folder.path, "/nope")?.words.hasPrefix("\(folder.path): Is a dir") == true)
  }

  @Test("the help has every option and every command")
  func help() {
    for word in [
      "serve", "pair", "list", "revoke", "--control", "--state", "--port", "--any-address",
      "--host", "--certificate", "--key", "--help", "--version",
    ] { #expect(WebArguments.help.contains(word)) }
  }
}
