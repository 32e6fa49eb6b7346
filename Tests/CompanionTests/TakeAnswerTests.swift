import CSndfile
import Face
import Glibc
import TestSupport
import Testing

@testable import Companion

@Suite("Takes, pictures and sound for browsers")
struct TakeAnswerTests {
  /// The address of something that a browser was given a ticket for.
  private func ticket(_ bench: CompanionBench, _ token: String, _ wish: String) throws -> String {
    let answer = bench.ask("POST", "/api/ticket", wish, [WebRequest.token: token])
    let path = answer.text.split(separator: "\"").first { $0.hasPrefix("/t/") }
    return String(try #require(path, "\(answer.text)"))
  }

  @Test("a file is given whole and in parts, by its number, its name and its place")
  func file() throws {
    let bench = try CompanionBench()
    try bench.addTake()
    let token = try bench.token()
    let path = try ticket(bench, token, #"{"take":1,"name":"one","file":0,"download":true}"#)
    let whole = bench.ask("GET", path)
    #expect(whole.status == 200 && whole.text == "sound of one")
    let lines = whole.headers.map { "\($0.name): \($0.value)" }
    #expect(lines.contains("Content-Type: audio/wav"))
    #expect(lines.contains(#"Content-Disposition: attachment; filename="one.wav""#))
    let part = bench.ask("GET", path, "", ["range": "bytes=6-7"])
    #expect(part.status == 206 && part.text == "of")
    #expect(part.headers.contains { $0.value == "bytes 6-7/12" })
    #expect(bench.ask("GET", path, "", ["range": "bytes=12-"]).status == 416)
    // One that was broken off goes on while the file is the same, and begins anew when it is not.
    let tag = try #require(whole.headers.first { $0.name == "ETag" }?.value)
    let rest = bench.ask("GET", path, "", ["range": "bytes=9-", "if-range": tag])
    #expect(rest.status == 206 && rest.text == "one")
    #expect(rest.headers.contains { $0.name == "ETag" && $0.value == tag })
    let other = bench.ask("GET", path, "", ["range": "bytes=9-", "if-range": "\"x\""])
    #expect(other.status == 200 && other.text == "sound of one")
    try bench.folder.write(Array("sound of two".utf8), to: "takes/one.wav")
    utimes(bench.folder.file("takes/one.wav"), [timeval(), timeval()])
    let changed = bench.ask("GET", path, "", ["range": "bytes=9-", "if-range": tag])
    #expect(changed.status == 200 && changed.text == "sound of two")
    for wish in [
      #"{"take":1,"name":"two","file":0}"#, #"{"take":1,"name":"one","file":1}"#,
      #"{"take":1,"name":"one","file":-1}"#, #"{"take":2,"name":"one","file":0}"#,
    ] {
      let status = bench.ask("GET", try ticket(bench, token, wish)).status
      #expect(status == 404 || status == 409)
    }
    bench.recorder.state.withLock { $0.takes[1]?.state = .recording }
    #expect(bench.ask("GET", path).status == 404)
  }

  @Test("downloads of a browser are counted until they were sent, and no other one's")
  func downloads() throws {
    let bench = try CompanionBench()
    try bench.addTake()
    let (token, other) = (try bench.token(), try bench.token())
    func count(_ token: String) -> String {
      bench.ask("GET", "/api/fetching", "", [WebRequest.token: token]).text
    }
    let archive = try ticket(bench, token, #"{"takes":[{"number":1,"name":"one"}]}"#)
    let file = try ticket(bench, token, #"{"take":1,"name":"one","file":0,"download":true}"#)
    let played = try ticket(bench, token, #"{"take":1,"name":"one","file":0}"#)
    var answers = [archive, file, played].map { bench.ask("GET", $0) }
    #expect(count(token) == #"{"count":2}"# && count(other) == #"{"count":0}"#)
    answers.removeFirst()
    #expect(count(token) == #"{"count":1}"#)
    answers = []
    #expect(count(token) == #"{"count":0}"#)
  }

  @Test("a file has the same tag when its inode has another number, as on FAT later on")
  func otherInode() throws {
    let bench = try CompanionBench()
    try bench.addTake()
    try bench.folder.write(Array("sound of one".utf8), to: "takes/two.wav")
    let tags = ["one.wav", "two.wav"].map { name in
      utimes(bench.folder.file("takes/" + name), [timeval(), timeval()])
      return OpenTakeFile(folder: bench.folder.file("takes"), name: name)?.tag
    }
    #expect(tags[0] != nil && tags[0] == tags[1])
  }

  @Test("a download of hours can be resumed, and for an hour after its end")
  func longDownload() throws {
    let bench = try CompanionBench()
    try bench.addTake()
    let wish = #"{"take":1,"name":"one","file":0,"download":true}"#
    let path = try ticket(bench, try bench.token(), wish)
    var answer: WebAnswer? = bench.ask("GET", path)
    bench.clock.now += 3 * Tickets.seconds
    #expect(bench.ask("GET", path, "", ["range": "bytes=9-"]).status == 206)
    bench.clock.now += 3 * Tickets.seconds
    #expect(answer?.lasting != nil)
    answer = nil
    bench.clock.now += Tickets.seconds - 1
    #expect(bench.ask("GET", path, "", ["range": "bytes=9-"]).text == "one")
    bench.clock.now += Tickets.seconds
    #expect(bench.ask("GET", path).status == 404)
  }

  @Test(
    "an archive is as long as it says, and tar finds the files in it",
    arguments: [0, 1, 511, 512, 513])
  func archive(extra: Int) throws {
    let bench = try CompanionBench()
    try bench.addTake()
    let long = [UInt8](repeating: 7, count: 1000 + extra)
    try bench.folder.write(long, to: "takes/two.flac")
    // Names from the longest that a header takes to the longest that a folder takes.
    let names = [95, 96, 251].map { String(repeating: "n", count: $0) + ".wav" }
    for name in names { try bench.folder.write(Array(name.utf8), to: "takes/" + name) }
    bench.recorder.state.withLock {
      $0.takes[1]?.files.append(.init(path: "two.flac", content: "raw", kind: "flac"))
      $0.takes[1]?.files += names.map { .init(path: $0, content: "raw", kind: "wav") }
    }
    let path = try ticket(bench, try bench.token(), #"{"takes":[{"number":1,"name":"one"}]}"#)
    let answer = bench.ask("GET", path)
    guard case .stream(_, let count) = answer.body else { return #expect(Bool(false)) }
    let bytes = answer.bytes
    #expect(bytes.count == count && bytes.count % 512 == 0)
    try bench.folder.write(bytes, to: "a.tar")
    let unpacked = try #require(
      ChildProcess.run(
        ["tar", "--extract", "--file", bench.folder.file("a.tar"), "-C", bench.folder.path]))
    #expect(unpacked.status == 0 && unpacked.output.isEmpty, "\(unpacked.output)")
    #expect(try bench.folder.read("two.flac") == long)
    #expect(try bench.folder.read("one.wav") == Array("sound of one".utf8))
    for name in names { #expect(try bench.folder.read(name) == Array(name.utf8)) }
  }

  @Test("an archive of a thousand takes is asked for at once, and files keep their times")
  func largeArchive() throws {
    let bench = try CompanionBench()
    try bench.addTake()
    let token = try bench.token()
    let name = String(repeating: "n", count: 60)
    let keys =
      (2...1000).map { #"{"number":\#($0),"name":"\#(name)"}"# } + [
        #"{"number":1,"name":"one"}"#
      ]
    let path = try ticket(bench, token, #"{"takes":[\#(keys.joined(separator: ","))]}"#)
    // Takes that are gone are left out.
    let answer = bench.ask("GET", path)
    #expect(answer.status == 200)
    let head = Array(answer.bytes.prefix(512))
    var status = stat()
    #expect(stat(bench.folder.file("takes/one.wav"), &status) == 0)
    let octal = String(decoding: head[136..<147], as: UTF8.self)
    #expect(Int(octal, radix: 8) == Int(status.st_mtim.tv_sec))
    let many = bench.ask(
      "POST", "/api/ticket", #"{"takes":[\#((keys + keys).joined(separator: ","))]}"#,
      [WebRequest.token: token])
    #expect(many.status == 400 || many.status == 413)
    #expect(many.text.contains("too"))
  }

  @Test("a file that goes while its archive is sent ends the archive too early")
  func lostFile() throws {
    let bench = try CompanionBench()
    try bench.addTake()
    let path = try ticket(bench, try bench.token(), #"{"takes":[{"number":1,"name":"one"}]}"#)
    let answer = bench.ask("GET", path)
    unlink(bench.folder.file("takes/one.wav"))
    guard case .stream(_, let count) = answer.body else { return #expect(Bool(false)) }
    #expect(answer.bytes.count < count ?? 0)
  }

  @Test(
    "a file that is edited while it, its part or its archive is sent ends the answer too early",
    arguments: [
      (#"{"take":1,"name":"one","file":0}"#, nil),
      (#"{"take":1,"name":"one","file":0}"#, "bytes=2-"),
      (#"{"takes":[{"number":1,"name":"one"}]}"#, nil),
    ] as [(String, String?)])
  func editedFile(wish: String, range: String?) throws {
    let bench = try CompanionBench()
    try bench.addTake()
    let path = try ticket(bench, try bench.token(), wish)
    let answer = bench.ask("GET", path, "", ["range": range])
    guard case .stream(let stream, let count?) = answer.body else {
      return #expect(Bool(false))
    }
    var bytes = [UInt8](repeating: 0, count: 5)
    let sent = bytes.withUnsafeMutableBytes { stream.next(into: $0) }
    // An edit writes into the file, and leaves its size.
    utimes(bench.folder.file("takes/one.wav"), [timeval(), timeval()])
    #expect(sent == 5 && sent + stream.all().count < count)
  }

  @Test("the head of an archive's file tells sizes of more than 8 GiB")
  func largeFiles() {
    let head = TarStream.head(.init(folder: "", name: "a", size: 9 << 30, time: 0, tag: ""))
    #expect(head[124] == 0x80 && head[128..<136].reduce(0) { $0 << 8 | Int($1) } == 9 << 30)
    let files = [1, 512, 513].map {
      TarStream.File(folder: "", name: "a", size: $0, time: 0, tag: "")
    }
    #expect(TarStream.count(files) == 512 * (2 + 2 + 3 + 2))
  }

  /// Writes frames of a take in which left grows from silence to full scale, and right is at a quarter.
  private func write(_ frames: Range<Int>, of all: Int, to name: String, _ bench: CompanionBench)
    throws -> TakeRecord.File
  {
    var info = SF_INFO()
    (info.samplerate, info.channels) = (48000, 2)
    info.format = Int32(SF_FORMAT_FLAC | SF_FORMAT_PCM_24)
    let file = try #require(sf_open(bench.folder.file("takes/" + name), Int32(SFM_WRITE), &info))
    let samples = frames.flatMap { n -> [Float] in [Float(n) / Float(all), -0.25] }
    #expect(sf_writef_float(file, samples, sf_count_t(frames.count)) == frames.count)
    sf_close(file)
    var record = TakeRecord.File(path: name, content: "rendered", kind: "flac")
    (record.rate, record.firstFrame, record.frames) = (48000, frames.lowerBound, frames.count)
    return record
  }

  @Test(
    "the outline of a take of several files is that of one file, and reaches as far as its sides")
  func waveform() throws {
    let bench = try CompanionBench()
    try bench.addTake()
    let frames = 96_000
    let takes = try [
      ["one.flac": 0..<frames], ["a.flac": 0..<50_001, "b.flac": 50_001..<frames],
    ].map { files in
      var take = TakeRecord(number: 1, name: "one")
      take.state = .finished
      take.files = try files.sorted { $0.key < $1.key }.map {
        try write($0.value, of: frames, to: $0.key, bench)
      }
      return take
    }
    let waves = try takes.map { take in
      var take = take
      for index in take.files.indices {
        take.files[index].path = bench.folder.file("takes/" + take.files[index].path)
      }
      return try #require(MultipartSound(take).flatMap { Waveform($0) })
    }
    #expect(waves[0] == waves[1])
    let wave = waves[1]
    bench.recorder.state.withLock { $0.takes[1] = takes[1] }
    #expect(wave.left.count == Waveform.parts && !wave.isSampled)
    #expect(wave.left.first ?? 999 < 60 && wave.left.last == 255)
    // A quarter is -12 dB, of 60 that are drawn.
    #expect(wave.right.allSatisfy { $0 == 204 })
    #expect(zip(wave.left, wave.left.dropFirst()).allSatisfy { $0 <= $1 })
    let lines = [WebRequest.token: try bench.token() as String?]
    let path = "/api/takes/1/waveform"
    let answer = bench.ask("POST", path, #"{"name":"one"}"#, lines)
    #expect(answer.status == 200 && answer.text.contains(#""isSampled":false"#))
    let end = bench.ask("POST", path, #"{"name":"one","from":1900,"to":2000}"#, lines)
    #expect(end.status == 200 && !end.text.contains(#""left":[0"#) && end.text != answer.text)
    for wrong in [
      "{}", #"{"name":"one","from":5}"#, #"{"name":"one","from":5,"to":5}"#,
      #"{"name":"one","from":-1,"to":5}"#,
    ] { #expect(bench.ask("POST", path, wrong, lines).status == 400, "\(wrong)") }
  }

  @Test("of two takes with the same number, each is described, outlined and sent by its name")
  func sameNumber() throws {
    let bench = try CompanionBench()
    try bench.addTake()
    try bench.folder.write(Array("sound of the other".utf8), to: "takes/other.wav")
    bench.recorder.state.withLock { state in
      var other = TakeRecord(number: 1, name: "other")
      (other.state, other.title) = (.finished, "OTHER")
      other.files = [.init(path: "other.wav", content: "rendered", kind: "wav")]
      state.takes[2] = other
    }
    let token = try bench.token()
    for (name, isOther) in [("one", false), ("other", true)] {
      let body = #"{"name":"\#(name)"}"#
      let take = bench.ask("POST", "/api/takes/1", body, [WebRequest.token: token])
      #expect(take.status == 200 && take.text.contains("OTHER") == isOther, "\(take.text)")
      let path = try ticket(bench, token, #"{"take":1,"name":"\#(name)","file":0}"#)
      #expect(bench.ask("GET", path).text == "sound of \(isOther ? "the other" : "one")")
    }
    let none = bench.ask("POST", "/api/takes/1", #"{"name":"x"}"#, [WebRequest.token: token])
    #expect(none.status != 200)
    #expect(bench.ask("POST", "/api/takes/1", "{}", [WebRequest.token: token]).status == 400)
  }

  @Test("the live sound is Opus in Ogg that libsndfile reads")
  func sound() throws {
    let bench = try CompanionBench()
    let path = try ticket(bench, try bench.token(), #"{"sound":true}"#)
    let answer = bench.ask("GET", path)
    #expect(answer.headers.contains { $0.value == "audio/ogg" })
    let bytes = answer.bytes
    try bench.folder.write(bytes, to: "live.ogg")
    var info = SF_INFO()
    let file = try #require(sf_open(bench.folder.file("live.ogg"), Int32(SFM_READ), &info))
    defer { sf_close(file) }
    #expect(info.channels == 2 && info.samplerate == 48000)
    var samples = [Float](repeating: 0, count: 2 * 48000)
    let frames = Int(sf_readf_float(file, &samples, 48000))
    #expect(frames > 24_000)
    let middle = samples[20_000..<40_000]
    #expect((middle.max() ?? 0) > 0.3 && (middle.max() ?? 9) < 0.8)
  }

  @Test("orders are those of a hand, and a refusal is told in the recorder's words")
  func orders() throws {
    let bench = try CompanionBench()
    let lines = [WebRequest.token: try bench.token() as String?]
    for (path, body) in [
      ("start", "{}"), ("mark", #"{"text":"owl"}"#), ("mark", #"{"text":""}"#), ("pause", "{}"),
      ("resume", "{}"), ("stop", "{}"), ("source", #"{"name":"Front"}"#),
      ("pattern", #"{"name":"omni"}"#),
    ] { #expect(bench.ask("POST", "/api/\(path)", body, lines).status == 200) }
    #expect(
      bench.recorder.state.withLock { $0.orders } == [
        "Start", "Mark owl", "Mark", "Pause", "Resume", "Stop", "Front -", "- omni",
      ])
    #expect(bench.ask("POST", "/api/source", "{}", lines).status == 400)
    #expect(bench.ask("POST", "/api/source", "[", lines).status == 400)
    bench.recorder.state.withLock {
      $0.problem = .refused(reason: "notRecording", message: "no take is in progress")
    }
    let refused = bench.ask("POST", "/api/stop", "{}", lines)
    #expect(refused.status == 409 && refused.text.contains("no take is in progress"))
    bench.recorder.state.withLock { $0.problem = .away("no recorder runs") }
    #expect(bench.ask("POST", "/api/stop", "{}", lines).status == 503)
  }

  @Test("a take is deleted by its number and its name, by the recorder")
  func deletion() throws {
    let bench = try CompanionBench()
    let lines = [WebRequest.token: try bench.token() as String?]
    #expect(bench.ask("POST", "/api/takes/7/delete", "{}", lines).status == 400)
    let late = #"{"name":"x","before":999.5}"#
    #expect(bench.ask("POST", "/api/takes/7/delete", late, lines).status == 409)
    #expect(bench.ask("POST", "/api/takes/7/delete", #"{"name":"x"}"#, lines).status == 200)
    #expect(bench.recorder.state.withLock { $0.deleted } == ["7 x"])
    // The recorder has as long as the page waits, and no longer than usual.
    for (before, seconds) in [(1004.5, 4.5), (9999, 10)] {
      let body = #"{"name":"x","before":\#(before)}"#
      #expect(bench.ask("POST", "/api/takes/7/delete", body, lines).status == 200)
      #expect(bench.recorder.state.withLock { $0.seconds } == seconds)
    }
    // The page has words of its own for this reason.
    bench.recorder.state.withLock { $0.problem = .timeout }
    let open = bench.ask("POST", "/api/takes/7/delete", #"{"name":"x","before":1001}"#, lines)
    #expect(open.status == 503 && open.text.contains(#""noAnswer""#))
  }

  @Test("what was asked for too long ago is not done")
  func lateOrders() throws {
    let bench = try CompanionBench()
    let lines = [WebRequest.token: try bench.token() as String?]
    let late = bench.ask("POST", "/api/start", #"{"before":999.9}"#, lines)
    #expect(late.status == 409 && late.text.contains("too late"))
    #expect(bench.recorder.state.withLock { $0.orders }.isEmpty)
    #expect(bench.ask("POST", "/api/start", #"{"before":1000.1}"#, lines).status == 200)
    #expect(bench.recorder.state.withLock { $0.orders } == ["Start"])
  }

  @Test("a page hears the newest state, and that the recorder is gone, with since when")
  func events() throws {
    let bench = try CompanionBench()
    let now = bench.clock
    let board = NewsBoard()
    var isIn = true
    let stream = EventStream(board, isLetIn: { isIn }, now: { now.now })
    #expect(board.pageCount == 1)
    func event() -> String {
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      let count = bytes.withUnsafeMutableBytes { stream.next(into: $0) }
      return String(decoding: bytes[..<count], as: UTF8.self)
    }
    for _ in 0..<3 { board.put(RecorderStatus(version: "1", board: "b", boardName: "B"), 990) }
    let first = event()
    #expect(first.hasPrefix("event: state\ndata: {") && first.hasSuffix("}\n\n"))
    #expect(first.contains(#""isThere":true"#) && first.contains(#""seconds":10"#))
    #expect(first.contains(#""clock":1000,"#))
    board.put(problem: "no recorder runs", 995)
    let second = event()
    #expect(second.contains(#""isThere":false"#) && second.contains(#""seconds":5"#))
    #expect(second.contains("no recorder runs") && second.contains(#""boardName":"B""#))
    // Without a page nobody asked the recorder, so it is away from the first failure on.
    board.put(RecorderStatus(version: "1", board: "b", boardName: "B"), 996)
    board.clear()
    board.put(problem: "no recorder runs", 998)
    board.put(problem: "no recorder runs", 999)
    #expect(event().contains(#""seconds":2"#))
    isIn = false
    #expect(event().isEmpty)
  }
}
