import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Companion
@testable import Face

/// A program that writes a file, or fails, and keeps what it was asked for.
final class FakeMaker: Maker {
  let asked = Mutex<[[String]]>([])
  let waiting = Mutex<[@Sendable () -> Void]>([])
  let problem = Mutex<String?>(nil)

  func make(
    _ words: [String], progress: (Double) -> Void, isOver: () -> Bool
  ) -> MadeOutcome {
    asked.withLock { $0.append(words) }
    progress(0.5)
    if isOver() { return .failed("it was given up") }
    if let problem = problem.withLock({ $0 }) { return .failed(problem) }
    let place = words.firstIndex(of: "--out").map { words[$0 + 1] + "copy.m4a" } ?? words[3]
    let path = words[0] == "render" ? words[2] : place
    let file = fopen(path, "w")
    fputs("made", file)
    if let file { fclose(file) }
    return .done(#"{"located":1}"#)
  }

  func start(_ work: @escaping @Sendable () -> Void) -> Bool {
    waiting.withLock { $0.append(work) }
    return true
  }

  /// Does the work that was begun.
  func run() {
    for work in waiting.withLock({ all in
      defer { all = [] }; return all
    }) { work() }
  }
}

@Suite("What is made of takes for browsers")
struct MakingTests {
  private func ask(
    _ bench: CompanionBench, _ token: String, _ path: String, _ body: String? = nil
  ) -> WebAnswer {
    bench.ask(body == nil ? "GET" : "POST", path, body ?? "", [WebRequest.token: token])
  }

  private func bench() throws -> (CompanionBench, token: String) {
    let bench = try CompanionBench()
    try bench.addTake()
    bench.recorder.state.withLock { state in
      var raw = TakeRecord.File(path: "one_raw.wav", content: "raw", kind: "wav")
      (raw.rate, raw.frames, raw.seconds) = (48000, 2_880_000, 60)
      state.takes[1]?.files.append(raw)
      state.takes[1]?.seconds = 60
    }
    return (bench, try bench.token())
  }

  @Test("a copy is made by the recorder's program, told, and given to the browser that asked")
  func copy() throws {
    let (bench, token) = try bench()
    let begun = ask(
      bench, token, "/api/takes/1/make", #"{"name":"one","what":"copy","format":"m4a"}"#)
    #expect(begun.text == #"{"id":"1"}"#, "\(begun.text)")
    #expect(ask(bench, token, "/api/made/1").text.contains(#""state":"waiting""#))
    bench.maker.run()
    let words = try #require(bench.maker.asked.withLock { $0.first })
    #expect(words.starts(with: ["takes", "export", bench.folder.file("takes/one.wav")]))
    #expect(words.suffix(2) == ["--normalize", "-16"])
    let ready = ask(bench, token, "/api/made/1").text
    #expect(
      ready.contains(#""state":"ready""#) && ready.contains(#""name":"copy.m4a""#), "\(ready)")
    let ticket = ask(bench, token, "/api/ticket", #"{"made":"1","file":0,"download":true}"#).text
    let path = try #require(ticket.split(separator: "\"").first { $0.hasPrefix("/t/") })
    let file = bench.ask("GET", String(path))
    #expect(file.status == 200 && file.text == "made")
    #expect(file.headers.contains { $0.value == "audio/mp4" })
    // Another browser gets neither the state nor the file.
    let other = try bench.token()
    #expect(ask(bench, other, "/api/made/1").status == 404)
    let stolen = ask(bench, other, "/api/ticket", #"{"made":"1","file":0}"#).text
    let stolenPath = try #require(stolen.split(separator: "\"").first { $0.hasPrefix("/t/") })
    #expect(bench.ask("GET", String(stolenPath)).status == 404)
    // FLAC keeps every sample.
    _ = ask(bench, token, "/api/takes/1/make", #"{"name":"one","what":"copy","format":"flac"}"#)
    bench.maker.run()
    #expect(bench.maker.asked.withLock { $0.last?.contains("--normalize") } == false)
  }

  @Test("ten seconds of a focus are made of the raw file, from where the take is played")
  func focus() throws {
    let (bench, token) = try bench()
    func words(from seconds: Double) -> [String] {
      _ = ask(
        bench, token, "/api/takes/1/make",
        #"{"name":"one","what":"focus","azimuth":30,"width":60,"strength":9,"from":\#(seconds)}"#)
      bench.maker.run()
      return bench.maker.asked.withLock { $0.last ?? [] }
    }
    let middle = words(from: 12.5)
    #expect(middle.prefix(2) == ["render", bench.folder.file("takes/one_raw.wav")])
    #expect(middle.joined(separator: " ").contains("--focus 30.0 --focus-width 60.0"))
    #expect(middle.joined(separator: " ").contains("--from 12.5 --to 22.5"))
    #expect(!words(from: 55).contains("--to"))
    #expect(words(from: 99).joined(separator: " ").contains("--from 59.0 --json"))
    // Of a take of two parts, the part that is played at this moment.
    bench.recorder.state.withLock { state in
      var part = TakeRecord.File(path: "one_raw_b.wav", content: "raw", kind: "wav")
      (part.rate, part.firstFrame, part.seconds) = (48000, 2_880_000, 20)
      state.takes[1]?.files.append(part)
    }
    for (moment, file, from) in [
      (58.0, "one_raw.wav", "--from 58.0 --json"),
      (60, "one_raw_b.wav", "--from 0.0 --to 10.0"), (75, "one_raw_b.wav", "--from 15.0 --json"),
    ] {
      let line = words(from: moment).joined(separator: " ")
      #expect(line.contains("/\(file) ") && line.contains(from), "\(line)")
    }
    bench.recorder.state.withLock { _ = $0.takes[1]?.files.removeLast() }
    for wrong in [
      #"{"name":"one","what":"focus","azimuth":30}"#, #"{"name":"one","what":"dance"}"#,
      #"{"name":"one","what":"copy","format":"exe"}"#, #"{"what":"picture"}"#,
    ] {
      #expect(ask(bench, token, "/api/takes/1/make", wrong).status == 400, "\(wrong)")
    }
    let gone = ask(bench, token, "/api/takes/1/make", #"{"name":"two","what":"picture"}"#)
    #expect(gone.status == 404)
    bench.recorder.state.withLock { _ = $0.takes[1]?.files.removeLast() }
    let raw = ask(bench, token, "/api/takes/1/make", #"{"name":"one","what":"picture"}"#)
    #expect(raw.status == 409 && raw.text.contains("raw = true"))
  }

  @Test("a failure is told, a take comes first, and what nobody asks for goes")
  func ends() throws {
    let (bench, token) = try bench()
    let wish = #"{"name":"one","what":"picture"}"#
    bench.maker.problem.withLock { $0 = "no room" }
    _ = ask(bench, token, "/api/takes/1/make", wish)
    bench.maker.run()
    #expect(ask(bench, token, "/api/made/1").text.contains(#""message":"no room""#))
    bench.maker.problem.withLock { $0 = nil }
    // A take that begins meanwhile ends the work; none is begun beside it.
    _ = ask(bench, token, "/api/takes/1/make", wish)
    var status = bench.recorder.state.withLock { $0.status }
    status.take = .init(
      name: nil, number: nil, seconds: 1, isConfirmed: false, unsyncedSeconds: 0, markerCount: 0)
    bench.companion.hear(status)
    bench.maker.run()
    #expect(ask(bench, token, "/api/made/2").text.contains("a take is in progress"))
    bench.recorder.state.withLock { [status] in $0.status = status }
    #expect(ask(bench, token, "/api/takes/1/make", wish).status == 409)
    status.take = nil
    bench.companion.hear(status)
    bench.recorder.state.withLock { [status] in $0.status = status }
    // So many wait, and no more.
    let answers = (0..<12).map { _ in ask(bench, token, "/api/takes/1/make", wish).status }
    #expect(answers.filter { $0 == 200 }.count == 8 && answers.last == 429, "\(answers)")
    #expect(bench.companion.needsNews)
    bench.clock.now += 400
    bench.companion.tidy()
    bench.maker.run()
    #expect(!bench.companion.needsNews)
    #expect(ask(bench, token, "/api/made/5").status == 404)
    // What was made lies there for an hour.
    _ = ask(bench, token, "/api/takes/1/make", wish)
    bench.maker.run()
    let place = bench.folder.file("web/made")
    #expect(access(place, F_OK) == 0)
    bench.clock.now += 3700
    bench.companion.tidy()
    #expect(rmdir(place) == 0, "nothing is left of it")
  }
}
