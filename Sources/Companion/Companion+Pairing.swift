import Face

// Requests that a browser may make before it is let in.

extension Companion {
  private struct Hello: Encodable {
    var product = "Pinna"
    var version: String
    var isPaired: Bool
  }

  private struct Wish: Decodable {
    var name: String?
    var earlier: String?
  }

  private struct Waiting: Encodable {
    var id: String
    var presses: Int
    var seconds: Double
  }

  private struct Identity: Decodable { var id: String }

  private struct Code: Decodable {
    var code: String
    var name: String?
    /// The id of this browser's own request to be let in by the button; the code ends that request.
    var wish: String?
  }

  private struct Token: Encodable { var token: String }

  /// Answers a request that needs no token.
  func openAnswer(_ route: WebRoute, _ request: WebRequest) -> WebAnswer {
    switch route {
    case .page(let file):
      return WebAnswer(
        200, headers: [("Content-Type", file.type), ("Cache-Control", "no-cache")],
        body: .bytes(file.bytes))
    case .hello: return hello(request)
    case .ask: return ask(request)
    case .claim: return claim(request)
    case .code: return redeemCode(request)
    case .redeem(let word):
      var answer = redeem(word, request)
      answer.isForBrowser = answer.status < 400
      return answer
    default: return .refusal(404, "notFound", "there is nothing at this address")
    }
  }

  private func hello(_ request: WebRequest) -> WebAnswer {
    let token = request.headers[WebRequest.token]
    let now = clock()
    let isPaired = state.withLock { state in
      guard let token else { return false }
      let isPaired = state.browsers.browser(of: token) != nil
      // A wrong token counts as a guess here, as everywhere else.
      if !isPaired { _ = state.mistakes.admit(request.address, now) }
      return isPaired
    }
    return .json(Hello(version: setup.version, isPaired: isPaired))
  }

  private func ask(_ request: WebRequest) -> WebAnswer {
    let now = clock()
    guard state.withLock({ $0.asks.admit(request.address, now) }) else {
      return .refusal(429, "tooOften", "too many requests for access; wait a minute")
    }
    guard let wish = request.fields(Wish.self) else { return Self.badRequest }
    let status: RecorderStatus
    do throws(RecorderProblem) {
      status = try recorder.status()
    } catch {
      return Self.answer(error)
    }
    guard status.hasSourceButton else {
      return .refusal(
        409, "noButton",
        "this recorder has no source button: open \"The recorder has no source button\", and use a code"
      )
    }
    guard status.take == nil else {
      return .refusal(
        409, "duringTake",
        "a take is in progress, and the source button sets markers in it; stop the take first")
    }
    guard !status.isLocked else {
      return .refusal(409, "locked", "the recorder's buttons are locked; unlock them first")
    }
    var random = SystemRandomNumberGenerator()
    let presses = Int.random(in: Pairing.presses, using: &random)
    let (reply, isNew) = state.withLock { state in
      let wasWaiting = state.pairing.isWaiting(now)
      let reply = state.pairing.ask(
        id: Secret.token(), name: PairedBrowsers.line(wish.name ?? ""), address: request.address,
        presses: presses, earlier: wish.earlier, now)
      state.pairing.hear(presses: status.sourcePresses, now)
      let isNew = !wasWaiting && state.pairing.isWaiting(now)
      if isNew { state.source = status.dataSource }
      return (reply, isNew)
    }
    settle()
    if isNew { announce() }
    // Wakes the link, so that it watches for the press.
    board.count(0)
    switch reply {
    case .waiting(let id, let presses, let seconds):
      return .json(Waiting(id: id, presses: presses, seconds: seconds.rounded()))
    case .overlap:
      return .refusal(
        409, "overlap",
        "another browser asked at the same time, and neither is let in: do not press the button, "
          + "find out who it was, and ask again in \(Int(Pairing.pauses.lowerBound)) s")
    case .pause(let seconds):
      return .refusal(
        429, "pause",
        "an earlier request from this address failed; try again in \(Self.length(seconds))")
    }
  }

  private func claim(_ request: WebRequest) -> WebAnswer {
    guard let identity = request.fields(Identity.self) else { return Self.badRequest }
    let (now, moment) = (clock(), time())
    let key = "wish " + identity.id
    if let given = given(key, now) { return given }
    let (claim, source) = state.withLock { state in
      (state.pairing.claim(id: identity.id, now), state.source)
    }
    switch claim {
    case .waiting(let presses, let seconds):
      return .json(
        Waiting(id: identity.id, presses: presses, seconds: seconds.rounded()), status: 202)
    case .over(let end):
      return .refusal(410, "over", "\(Self.words(end)); ask again")
    case .granted(let name):
      putBack(source)
      return state.withLock { state -> WebAnswer in
        let token = state.browsers.add(name: name, time: moment)
        if let token { state.given.keep(token, for: key, now) }
        return Self.tokenAnswer(token)
      }
    }
  }

  /// Repeats an answer that was lost on its way; `nil` if this key was given none, or if the browser is revoked.
  private func given(_ key: String, _ now: Double) -> WebAnswer? {
    state.withLock { state -> WebAnswer? in
      guard let token = state.given.token(for: key, now), state.browsers.browser(of: token) != nil
      else { return nil }
      return Self.tokenAnswer(token)
    }
  }

  /// Selects the data source that was selected before the button was pressed.
  private func putBack(_ source: String) {
    do throws(RecorderProblem) {
      try recorder.select(source: source)
    } catch {
      // If a take has begun meanwhile, it keeps the other source; the page shows which one.
    }
  }

  private func redeemCode(_ request: WebRequest) -> WebAnswer {
    guard let wish = request.fields(Code.self) else { return Self.badRequest }
    let (now, moment) = (clock(), time())
    let name = PairedBrowsers.line(wish.name ?? "")
    // The key contains the address, because others may have seen the code.
    let key = "code \(request.address) \(Secret.plain(wish.code))"
    let answer = state.withLock { state -> WebAnswer in
      guard state.codes.admit(request.address, now) else {
        return .refusal(
          429, "tooOften", "too many wrong codes from this address; try again in 10 s")
      }
      if let token = state.given.token(for: key, now), state.browsers.browser(of: token) != nil {
        return Self.tokenAnswer(token)
      }
      guard state.code.redeem(wish.code, time: moment) else {
        setup.log("a wrong code from \(request.address)")
        return .refusal(
          403, "wrongCode", "wrong code; 'sudo pinna-web pair' prints a new one")
      }
      setup.log("'\(name)' at \(request.address) was let in with a code")
      if let id = wish.wish { state.pairing.withdraw(id: id, now) }
      let token = state.browsers.add(name: name, time: moment)
      if let token { state.given.keep(token, for: key, now) }
      return Self.tokenAnswer(token)
    }
    settle()
    return answer
  }

  private static func tokenAnswer(_ token: String?) -> WebAnswer {
    guard let token else {
      return .refusal(507, "notKept", "the recorder could not store the token; is its disk full?")
    }
    return .json(Token(token: token))
  }

  static var badRequest: WebAnswer {
    .refusal(400, "notUnderstood", "this request has the wrong fields")
  }

  /// The answer to a request that the recorder did not carry out.
  static func answer(_ problem: RecorderProblem) -> WebAnswer {
    switch problem {
    case .away(let words): .refusal(503, "away", words)
    case .timeout: .refusal(503, "noAnswer", problem.words)
    case .refused(let reason, let message): .refusal(409, reason, message)
    }
  }
}
