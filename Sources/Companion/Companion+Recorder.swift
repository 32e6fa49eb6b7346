import Face

// Requests that a browser may make once it is let in.

extension Companion {
  private struct Text: Decodable { var text: String? }
  private struct Name: Decodable { var name: String }
  private struct Sound: Decodable {
    var lowCut: Double?
    var inputGain: Double?
  }
  private struct Part: Decodable {
    var name: String
    var from: Double
    var to: Double
  }
  private struct View: Decodable {
    var name: String
    /// The part of the take to outline, in milliseconds; without it, the whole take.
    var from: Int?
    var to: Int?
  }
  private struct Sector: Decodable {
    var name: String
    var azimuth: Double
    var width: Double?
    var strength: Double?

    func focus(of number: Int) -> RecorderInterface.TakeFocus {
      .init(.init(number, name: name), azimuth: azimuth, width: width, strength: strength)
    }
  }
  private struct Edits: Decodable {
    var name: String
    var title: String?
    var note: String?
    var rating: String?
    var mark: Double?
    var label: String?
    var unmark: Double?

    func edits(of number: Int) -> RecorderInterface.TakeEdits {
      var edits = RecorderInterface.TakeEdits(.init(number, name: name))
      (edits.title, edits.note, edits.rating, edits.label) = (title, note, rating, label)
      (edits.mark, edits.unmark) = (mark.map { .init($0) }, unmark.map { .init($0) })
      return edits
    }
  }
  private struct Deadline: Decodable { var before: Double? }
  private struct Fetching: Encodable { var count: Int }
  private struct Address: Encodable { var path: String }
  private struct TicketWish: Decodable {
    var take: Int?
    var name: String?
    var file: Int?
    var download: Bool?
    var takes: [Tickets.TicketTake]?
    var made: String?
    var sound: Bool?
  }

  /// The maximum number of takes in one archive.
  static let mostOfArchive = 1000

  /// Answers a request from a browser that is let in.
  func answer(
    _ route: WebRoute, _ request: WebRequest, _ browser: PairedBrowsers.Browser
  ) -> WebAnswer {
    do throws(RecorderProblem) {
      switch route {
      case .events: return events(browser)
      case .order(let order):
        if let lateness = lateness(request) { return lateness }
        return try perform(order, request)
      case .takes(let before):
        return .json(
          try recorder.call(RecorderInterface.listTakes, .init(before: before, limit: 20)))
      case .take(let number):
        guard let wish = request.fields(Name.self) else { return Self.badRequest }
        return .json(try recorder.take(number, wish.name))
      case .action(.waveform, let number): return try waveform(number, request)
      case .action(.make, let number): return try make(number, request, browser)
      case .action(let action, let number):
        if let lateness = lateness(request) { return lateness }
        return try change(number, action, request)
      case .made(let id):
        guard let report = makings.report(id, for: browser.hash, clock()) else {
          return .refusal(404, "notMade", "this file no longer exists; ask for it again")
        }
        return .json(report)
      case .drawing:
        let status = try recorder.status()
        return .json(
          try recorder.call(
            RecorderInterface.getDrawing,
            .init(dataSource: status.dataSource, orientation: status.orientation)))
      case .ticket: return ticket(request, browser)
      case .fetching:
        return .json(Fetching(count: state.withLock { $0.downloads[browser.hash] ?? 0 }))
      case .turnAway:
        turnAway(browser)
        return .done
      case .forget:
        state.withLock { _ = $0.browsers.revoke(browser.number) }
        setup.log("'\(browser.name)' (browser \(browser.number)) was removed at its own request")
        return .done
      default: return .refusal(404, "notFound", "there is nothing at this address")
      }
    } catch {
      return Self.answer(error)
    }
  }

  /// Changes a take, or makes a new take from it.
  ///
  /// The recorder drops a change that has to wait for another one if the connection ends first, which happens at the
  /// deadline of the request: a deletion that the page gave up must not be carried out minutes later.
  private func change(
    _ number: Int, _ action: WebRoute.TakeAction, _ request: WebRequest
  ) throws(RecorderProblem) -> WebAnswer {
    let rest = request.fields(Deadline.self)?.before.map { $0 - clock() } ?? .infinity
    func call<Parameters, Reply>(
      _ method: RecorderMethod<Parameters, Reply>, _ parameters: Parameters
    ) throws(RecorderProblem) -> Reply {
      try recorder.call(method, parameters, within: min(rest, method.seconds))
    }
    switch action {
    case .delete:
      guard let wish = request.fields(Name.self) else { return Self.badRequest }
      return .json(
        try call(RecorderInterface.deleteTake, .init(number, name: wish.name)))
    case .edit:
      guard let wish = request.fields(Edits.self) else { return Self.badRequest }
      return .json(try call(RecorderInterface.editTake, wish.edits(of: number)).take)
    case .trim:
      guard let part = request.fields(Part.self) else { return Self.badRequest }
      return .json(
        try call(
          RecorderInterface.trimTake,
          .init(.init(number, name: part.name), from: part.from, to: part.to)
        ).take)
    case .focus:
      guard let wish = request.fields(Sector.self) else { return Self.badRequest }
      return .json(try call(RecorderInterface.focusTake, wish.focus(of: number)).take)
    case .waveform, .make: return .refusal(404, "notFound", "there is nothing at this address")
    }
  }

  private func events(_ browser: PairedBrowsers.Browser) -> WebAnswer {
    WebAnswer(
      200, headers: [("Content-Type", "text/event-stream"), ("Cache-Control", "no-store")],
      body: .stream(
        EventStream(
          board, isLetIn: { [self] in isLetIn(browser.hash) }, asked: { [self] in asked },
          now: clock),
        count: nil))
  }

  /// The refusal of a request that arrives too late; `nil` if it is in time, or has no time limit.
  ///
  /// A phone that lost its network, or a service that stalled, must not begin a take minutes after it was asked for.
  private func lateness(_ request: WebRequest) -> WebAnswer? {
    guard let end = request.fields(Deadline.self)?.before, clock() > end else { return nil }
    return .refusal(409, "late", "this request came too late, and was not carried out")
  }

  /// True while the browser whose token has this hash is not revoked.
  func isLetIn(_ hash: String) -> Bool { state.withLock { $0.browsers.isLetIn(hash) } }

  private func perform(
    _ order: WebRoute.Order, _ request: WebRequest
  ) throws(RecorderProblem) -> WebAnswer {
    switch order {
    case .start: return .json(try recorder.call(RecorderInterface.start, NoValues()))
    case .stop: return .json(try recorder.call(RecorderInterface.stop, .init()))
    case .pause: return .json(try recorder.call(RecorderInterface.pause, NoValues()))
    case .resume: return .json(try recorder.call(RecorderInterface.resume, NoValues()))
    case .mark:
      guard let wish = request.fields(Text.self) else { return Self.badRequest }
      let text = wish.text.flatMap { $0.isEmpty ? nil : $0 }
      return .json(try recorder.call(RecorderInterface.mark, .init(text)))
    case .act:
      guard let wish = request.fields(Name.self) else { return Self.badRequest }
      return .json(try recorder.call(RecorderInterface.act, .init(wish.name)))
    case .adjust:
      guard let wish = request.fields(Sound.self) else { return Self.badRequest }
      return .json(
        try recorder.call(
          RecorderInterface.adjust, .init(lowCut: wish.lowCut, inputGain: wish.inputGain)))
    case .source, .pattern:
      guard let wish = request.fields(Name.self) else { return Self.badRequest }
      let isSource = order == .source
      return .json(
        try recorder.call(
          RecorderInterface.select,
          .init(
            dataSource: isSource ? wish.name : nil, pattern: isSource ? nil : wish.name)))
    }
  }

  // MARK: - Takes

  private func waveform(
    _ number: Int, _ request: WebRequest
  ) throws(RecorderProblem) -> WebAnswer {
    guard let view = request.fields(View.self), (view.from == nil) == (view.to == nil),
      view.from ?? 0 >= 0, view.from ?? 0 < view.to ?? 1, view.to ?? 1 < 1_000_000_000
    else { return Self.badRequest }
    let range = view.from.flatMap { from in view.to.map { from..<$0 } }
    let take = try recorder.take(number, view.name)
    let key = "\(number) \(take.name) \(range.map { "\($0)" } ?? "")"
    if let known = state.withLock({ $0.waveforms[key] }) { return .json(known) }
    guard take.state == .finished, let sound = MultipartSound(take),
      let waveform = Waveform(sound, range)
    else { return .refusal(409, "noWaveform", "this take has no waveform yet") }
    state.withLock { state in
      if state.waveforms.count >= 64 { state.waveforms = [:] }
      state.waveforms[key] = waveform
    }
    return .json(waveform)
  }

  private func ticket(_ request: WebRequest, _ browser: PairedBrowsers.Browser) -> WebAnswer {
    guard let wish = request.fields(TicketWish.self) else { return Self.badRequest }
    let thing: Tickets.Thing
    if wish.sound == true {
      thing = .sound
    } else if let made = wish.made {
      thing = .made(made, index: wish.file ?? 0, isDownload: wish.download ?? false)
    } else if let takes = wish.takes, (1...Self.mostOfArchive).contains(takes.count) {
      thing = .archive(takes)
    } else if let takes = wish.takes {
      return .refusal(
        400, "tooMany",
        takes.isEmpty
          ? "no take is chosen"
          : "\(takes.count) takes are too many for one archive; choose at most \(Self.mostOfArchive)"
      )
    } else if let number = wish.take, let name = wish.name, let index = wish.file {
      thing = .file(number, name: name, index: index, isDownload: wish.download ?? false)
    } else {
      return Self.badRequest
    }
    let now = clock()
    let word = state.withLock { $0.tickets.make(thing, browser: browser.hash, now) }
    return .json(Address(path: "/t/\(word)"))
  }

  /// Answers a request that carries a ticket.
  func redeem(_ word: String, _ request: WebRequest) -> WebAnswer {
    let now = clock()
    let found = state.withLock { state -> (thing: Tickets.Thing, browser: String)? in
      let browsers = state.browsers
      guard let found = state.tickets.use(word, now, isLetIn: { browsers.isLetIn($0) }) else {
        _ = state.mistakes.admit(request.address, now)
        return nil
      }
      return found
    }
    guard let found else {
      return .refusal(404, "noTicket", "this address has expired; open the page again")
    }
    do throws(RecorderProblem) {
      let answer = try answer(to: found.thing, of: found.browser, request)
      return lasting(answer, word, downloader: found.thing.isDownload ? found.browser : nil)
    } catch {
      return Self.answer(error)
    }
  }

  /// The thing that a browser has a ticket for.
  private func answer(
    to thing: Tickets.Thing, of browser: String, _ request: WebRequest
  ) throws(RecorderProblem) -> WebAnswer {
    switch thing {
    case .file(let number, let name, let index, let isDownload):
      return try file(number, name, index, isDownload, request)
    case .made(let id, let index, let isDownload):
      guard let place = makings.file(id, index, for: browser),
        let file = OpenTakeFile(folder: place.folder, name: place.name)
      else { return .refusal(404, "notMade", "this file no longer exists; ask for it again") }
      return Self.file(file, MadeFile.type(place.name), isDownload, request)
    case .archive(let takes): return try archive(takes)
    case .sound:
      let source = try recorder.sound()
      return WebAnswer(
        200, headers: [("Content-Type", "audio/ogg"), ("Cache-Control", "no-store")],
        body: .stream(OpusStream(source, isLetIn: { [self] in isLetIn(browser) }), count: nil))
    }
  }

  /// Keeps the ticket of an answer valid until the answer has been sent, and counts a download of a browser.
  private func lasting(_ answer: WebAnswer, _ word: String, downloader: String?) -> WebAnswer {
    guard answer.status < 300 else { return answer }
    state.withLock { state in
      state.tickets.began(word)
      if let downloader { state.downloads[downloader, default: 0] += 1 }
    }
    var answer = answer
    answer.lasting = Sending { [weak self] in
      guard let self else { return }
      let now = clock()
      state.withLock { state in
        state.tickets.ended(word, now)
        guard let downloader else { return }
        let left = (state.downloads[downloader] ?? 1) - 1
        state.downloads[downloader] = left > 0 ? left : nil
      }
    }
    return answer
  }

  /// The take with this number and name, whose files can be sent; `nil` if there is no such take.
  func take(
    _ number: Int, _ name: String
  ) throws(RecorderProblem) -> TakeRecord? {
    do throws(RecorderProblem) {
      let take = try recorder.take(number, name)
      return take.name == name && take.state != .recording ? take : nil
    } catch {
      // A take that was deleted meanwhile is left out; the others are sent.
      if case .refused = error { return nil }
      throw error
    }
  }

  private func file(
    _ number: Int, _ name: String, _ index: Int, _ isDownload: Bool, _ request: WebRequest
  ) throws(RecorderProblem) -> WebAnswer {
    guard let take = try take(number, name), take.files.indices.contains(index),
      let file = OpenTakeFile(folder: take.files[index].folder, name: take.files[index].name)
    else { return .refusal(404, "noFile", "this file does not exist, or is still being made") }
    return Self.file(file, take.files[index].mediaType, isDownload, request)
  }

  /// The bytes of a file, or of the part of it that a browser asks for.
  private static func file(
    _ file: OpenTakeFile, _ type: String, _ isDownload: Bool, _ request: WebRequest
  ) -> WebAnswer {
    var headers = [
      ("Content-Type", type), ("Accept-Ranges", "bytes"),
      ("Cache-Control", "no-store"), ("ETag", file.tag),
    ]
    if isDownload { headers.append(("Content-Disposition", attachment(file.name))) }
    // An interrupted download resumes if the file is still the same (RFC 9110, 13.1.5).
    let isSame = request.headers["if-range"].map { $0 == file.tag } ?? true
    let line = isSame ? request.headers["range"] : nil
    func body(_ offset: Int, _ count: Int) -> WebAnswer.Body {
      .stream(FileStream(file, offset..<(offset + count)), count: count)
    }
    switch ByteRange(line, of: file.size) {
    case .whole:
      return WebAnswer(200, headers: headers, body: body(0, file.size))
    case .part(let offset, let count):
      headers.append(("Content-Range", "bytes \(offset)-\(offset + count - 1)/\(file.size)"))
      return WebAnswer(206, headers: headers, body: body(offset, count))
    case .outside:
      return WebAnswer(
        416, headers: [("Content-Range", "bytes */\(file.size)"), ("ETag", file.tag)],
        body: .bytes([]))
    }
  }

  private func archive(_ takes: [Tickets.TicketTake]) throws(RecorderProblem) -> WebAnswer {
    var files: [TarStream.File] = []
    for key in takes {
      guard let take = try take(key.number, key.name) else { continue }
      files += take.files.compactMap { TarStream.File(folder: $0.folder, name: $0.name) }
    }
    guard !files.isEmpty else {
      return .refusal(
        404, "noFile", "none of these takes exists, or all of them are still being made")
    }
    let count = TarStream.count(files)
    return WebAnswer(
      200,
      headers: [
        ("Content-Type", "application/x-tar"), ("Cache-Control", "no-store"),
        ("Content-Disposition", Self.attachment("pinna-takes.tar")),
      ], body: .stream(TarStream(files), count: count))
  }

  /// The header line that makes a browser save a file under its name, without the characters that could end the line.
  private static func attachment(_ name: String) -> String {
    let plain = name.map { letter -> Character in
      letter.isASCII && (letter.isLetter || letter.isNumber || "._-".contains(letter))
        ? letter : "_"
    }
    return "attachment; filename=\"\(String(plain))\""
  }
}
