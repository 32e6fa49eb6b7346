import Face
import Glibc
import Synchronization

/// The companion of a recorder, which answers the requests of browsers.
///
/// It opens no network socket and reads no clock by itself; see ``WebRequest`` and ``WebAnswer``.
///
/// - Thread: any, several at a time.
package final class Companion: Sendable {
  /// The settings of a companion.
  package struct Setup: Sendable {
    /// The names by which browsers may call the companion.
    package var hosts: HostNames
    /// The folder in which the browsers that were let in are stored.
    package var folder: String
    /// The version of `pinna`.
    package var version: String
    /// Makes files from takes for browsers; `nil` if the page is to offer none.
    package var maker: (any Maker)?
    /// Writes a line to the log.
    package var log: @Sendable (String) -> Void

    /// Makes settings from their parts.
    package init(
      hosts: HostNames, folder: String, version: String, maker: (any Maker)? = nil,
      log: @escaping @Sendable (String) -> Void = { _ in }
    ) {
      (self.hosts, self.folder, self.version, self.log) = (hosts, folder, version, log)
      self.maker = maker
    }
  }

  /// The state that changes, guarded by a lock that is held only briefly.
  struct Memory {
    var pairing = Pairing()
    /// Holds the recorder's lights while they show a browser's request; released when the request ends.
    var announcement: (any Announcement)?
    /// The data source that was selected before the button was pressed to let a browser in.
    var source = ""
    var code: PairingCode
    var browsers: PairedBrowsers
    var tickets = Tickets()
    var requests = RateLimit(burst: 120, perSecond: 40)
    var asks = RateLimit(burst: 6, perSecond: 0.1)
    var codes = RateLimit(burst: 10, perSecond: 0.1)
    var mistakes = RateLimit(burst: 10, perSecond: 0.1)
    var given = GivenToken()
    /// The number of downloads under way for each browser, by the hash of its token.
    var downloads: [String: Int] = [:]
    var waveforms: [String: Waveform] = [:]
  }

  /// The newest state of the recorder.
  package let board = NewsBoard()
  let recorder: any RecorderPort
  let setup: Setup
  let state: Mutex<Memory>
  let makings: Makings
  /// Returns the time in seconds; only the difference between two times means anything.
  let clock: @Sendable () -> Double
  /// Returns the time of day in seconds since 1970.
  let time: @Sendable () -> Int

  /// Makes a companion of a recorder.
  package init(
    _ recorder: any RecorderPort, _ setup: Setup,
    clock: @escaping @Sendable () -> Double = { Companion.now() },
    time: @escaping @Sendable () -> Int = { Glibc.time(nil) }
  ) {
    (self.recorder, self.setup, self.clock, self.time) = (recorder, setup, clock, time)
    let folder = setup.folder
    makings = Makings(folder: folder)
    state = Mutex(
      Memory(
        code: PairingCode(folder: folder),
        browsers: PairedBrowsers(folder: folder, isMade: true)))
  }

  /// The time in seconds by a clock that never goes back.
  package static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// True while a page is open, something is being made, or the companion waits for a press of the button.
  package var needsNews: Bool {
    board.pageCount > 0 || makings.isBusy || state.withLock { $0.pairing.isWaiting(clock()) }
  }

  /// Discards the things that were made, or are being made, for browsers that no longer ask for them.
  package func tidy() { makings.tidy(clock()) }

  /// Receives the state of the recorder.
  package func hear(_ status: RecorderStatus) {
    let now = clock()
    board.put(status, now)
    state.withLock { $0.pairing.hear(presses: status.sourcePresses, now) }
    settle()
  }

  /// Answers a request.
  package func answer(_ request: WebRequest) -> WebAnswer {
    if let refusal = refusal(of: request) { return refusal }
    guard let route = WebRoute(method: request.method, path: request.path) else {
      return .refusal(404, "notFound", "there is nothing at this address")
    }
    if route.isOpen { return openAnswer(route, request) }
    guard let token = request.headers[WebRequest.token], token.utf8.count <= 128 else {
      return .refusal(401, "notPaired", "this browser is not paired")
    }
    let now = clock()
    let (browser, mayTry) = state.withLock { state in
      let found = state.browsers.browser(of: token)
      if found != nil { state.given.hear(token) }
      return (found, found != nil || state.mistakes.admit(request.address, now))
    }
    guard mayTry else {
      return .refusal(429, "tooOften", "too many wrong tokens; wait a minute")
    }
    guard let browser else {
      return .refusal(401, "notPaired", "this browser is no longer paired")
    }
    var answer = answer(route, request, browser)
    answer.isForBrowser = true
    return answer
  }

  /// The reason for refusing a request before its contents are read; `nil` to go on.
  private func refusal(of request: WebRequest) -> WebAnswer? {
    let now = clock()
    guard state.withLock({ $0.requests.admit(request.address, now) }) else {
      return .refusal(429, "tooOften", "too many requests; wait a second")
    }
    guard let host = request.headers["host"], setup.hosts.accepts(host: host) else {
      return .refusal(
        421, "unknownName",
        "this recorder is not known by that name; start pinna-web with --host NAME to add it")
    }
    guard ["GET", "POST"].contains(request.method) else {
      var answer = WebAnswer.refusal(405, "noMethod", "this server answers only GET and POST")
      answer.headers.append(("Allow", "GET, POST"))
      return answer
    }
    let isRead = request.method == "GET"
    if let origin = request.headers["origin"] {
      guard setup.hosts.accepts(origin: origin, host: host) else {
        return .refusal(403, "otherSite", "only the recorder's own page may send this request")
      }
    } else if !isRead {
      return .refusal(403, "otherSite", "a request without an Origin header cannot change anything")
    }
    let site = request.headers["sec-fetch-site"] ?? "same-origin"
    guard ["same-origin", "none"].contains(site) || isRead && request.path == "/" else {
      return .refusal(403, "otherSite", "only the recorder's own page may send this request")
    }
    guard isRead || request.headers["content-type"] == "application/json" else {
      return .refusal(415, "notJSON", "requests must contain JSON")
    }
    let most = WebRequest.mostBody(path: request.path)
    guard request.body.count <= most else {
      return .refusal(413, "tooLong", "the request is longer than \(most) bytes")
    }
    return nil
  }
}
