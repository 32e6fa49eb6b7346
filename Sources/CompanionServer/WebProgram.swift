import CWebServer
import Companion
import Essentials
import Glibc

/// The program that serves the page: the recorder's program under another name, through a link, to keep the package
/// small.
package enum WebProgram {
  /// The name of the link.
  package static let name = "pinna-web"

  /// Runs a command line.
  ///
  /// - Parameters:
  ///   - version: the version of the recorder's program: its number, and the text of `--version`.
  ///   - usual: returns the paths at which a recorder usually listens; needed to serve the page if `--control` is not
  ///     given.
  /// - Returns: an exit code of sysexits.h.
  package static func run(
    _ words: [String], version: (number: String, text: String), usual: () -> [String]
  ) -> Int32 {
    let arguments: WebArguments
    do throws(WebArguments.Mistake) {
      arguments = try WebArguments(words)
    } catch {
      say(error.words)
      return EX_USAGE
    }
    switch arguments.work {
    case .help: print(WebArguments.help)
    case .version: print("\(name) \(version.text)")
    case .serve: return serve(arguments, version.number, arguments.control.map { [$0] } ?? usual())
    case .pair: return pair(arguments)
    case .list: return list(arguments)
    case .revoke(let number): return revoke(number, arguments)
    }
    return EX_OK
  }

  /// The folder that holds the list of paired browsers.
  static func folder(_ arguments: WebArguments) -> String {
    if let state = arguments.state { return state }
    if let state = getenv("STATE_DIRECTORY") { return String(cString: state) }
    return "/var/lib/pinna-web"
  }

  static func say(_ words: String) { note("\(name): \(words)") }

  /// Writes a line to the standard error.
  private static func note(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = write(2, bytes, bytes.count)
  }

  // MARK: - Commands

  private static func pair(_ arguments: WebArguments) -> Int32 {
    let folder = folder(arguments)
    if let code = PairingCode(folder: folder).make(time: time(nil)) {
      print(code)
      note("Type this code into the page within 5 minutes; it lets one browser in.")
      return EX_OK
    }
    let problem = errno
    if let code = refusal(folder, problem) { return code }
    let reason = String(cString: strerror(problem))
    say(
      problem == ENOENT
        ? "\(folder) does not exist yet: open the page in a browser once, and try again"
        : "\(folder): \(reason)")
    return EX_CANTCREAT
  }

  private static func list(_ arguments: WebArguments) -> Int32 {
    let folder = folder(arguments)
    if let code = refusal(folder, PairedBrowsers.problem(folder: folder)) { return code }
    let browsers = PairedBrowsers(folder: folder).browsers()
    if browsers.isEmpty { note("No browser is paired.") }
    for browser in browsers {
      var (moment, parts) = (time_t(browser.time), tm())
      localtime_r(&moment, &parts)
      var text = [CChar](repeating: 0, count: 32)
      strftime(&text, text.count, "%Y-%m-%d %H:%M", &parts)
      let date = text.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
      print("\(browser.number)  \(date)  \(browser.name)")
    }
    return EX_OK
  }

  private static func revoke(_ number: Int?, _ arguments: WebArguments) -> Int32 {
    let folder = folder(arguments)
    if let code = refusal(folder, PairedBrowsers.problem(folder: folder)) { return code }
    let browsers = PairedBrowsers(folder: folder)
    let numbers = number.map { [$0] } ?? browsers.browsers().map(\.number)
    if numbers.isEmpty { note("No browser is paired.") }
    for one in numbers where !browsers.revoke(one) {
      let problem = errno
      if let code = refusal(folder, problem) { return code }
      say(
        problem == ENOENT
          ? "there is no browser \(one); 'pinna-web list' lists all browsers"
          : "browser \(one) cannot be revoked: \(String(cString: strerror(problem)))")
      return EX_DATAERR
    }
    return EX_OK
  }

  /// If a problem shows that the folder belongs to another user, reports it and returns the exit code; `nil` for any
  /// other problem.
  private static func refusal(_ folder: String, _ problem: Int32) -> Int32? {
    guard problem == EACCES || problem == EPERM else { return nil }
    say("\(folder): \(String(cString: strerror(problem))); use sudo")
    return EX_NOPERM
  }

  // MARK: - The server

  private static func serve(
    _ arguments: WebArguments, _ version: String, _ paths: [String]
  ) -> Int32 {
    if let problem = unreadableFile(arguments) {
      say(problem.words)
      return problem.code
    }
    var name = [CChar](repeating: 0, count: 256)
    gethostname(&name, name.count - 1)
    let machine = name.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    let folder = folder(arguments)
    let problem = PairedBrowsers.prepare(folder: folder)
    guard problem == 0 else {
      say(
        "\(folder): \(String(cString: strerror(problem))); the list of browsers is kept there; "
          + "name a writable folder with --state")
      return EX_CANTCREAT
    }
    let isHandedOver = WebSocket.isHandedOver
    guard
      let listening = isHandedOver
        ? 3 : WebSocket.listen(port: arguments.port, isForAll: arguments.isForAll)
    else {
      let reason = String(cString: strerror(errno))
      say("port \(arguments.port): \(reason); choose another port with --port")
      return EX_UNAVAILABLE
    }
    if let fault = pinna_web_load() {
      say("\(String(cString: fault)); install it: sudo apt install libmicrohttpd12")
      return EX_UNAVAILABLE
    }
    let recorder = SocketRecorder(paths: paths)
    let companion = Companion(
      recorder,
      .init(
        hosts: HostNames(
          machine: machine, others: arguments.hosts, isSecure: arguments.certificate != nil),
        folder: folder, version: version, maker: ProgramMaker(cache: folder + "/filters"),
        log: say))
    guard
      let server = WebServer(
        companion, listening: listening, certificate: arguments.certificate.map { text($0) ?? "" },
        key: arguments.key.map { text($0) ?? "" })
    else {
      say("the page cannot be served: --certificate and --key must be PEM files that match")
      return EX_CONFIG
    }
    if !isHandedOver { say("http://localhost:\(arguments.port)") }
    return work(server, companion, RecorderLink(recorder, companion), endsWhenIdle: isHandedOver)
  }

  /// The first file in the options that cannot be read: an exit code of sysexits.h, and the reason; `nil` if all can be
  /// read.
  static func unreadableFile(_ arguments: WebArguments) -> (code: Int32, words: String)? {
    for (option, path) in [("--certificate", arguments.certificate), ("--key", arguments.key)] {
      guard let path, text(path) == nil else { continue }
      let problem = errno
      return (
        problem == ENOENT ? EX_NOINPUT : EX_NOPERM,
        "\(path): \(String(cString: strerror(problem))); \(option) needs a file that this user can read"
      )
    }
    return nil
  }

  /// The text of a file; `nil` if it cannot be read, with the reason in `errno`.
  private static func text(_ path: String) -> String? {
    guard let file = fopen(path, "re") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = fread(&bytes, 1, bytes.count, file)
    guard ferror(file) == 0 else { return nil }
    return String(decoding: bytes[..<count], as: UTF8.self)
  }

  /// The time without connections, in seconds, after which the server exits if systemd will start it again at
  /// the next connection.
  private static let idleSeconds = 300

  private static func work(
    _ server: WebServer, _ companion: Companion, _ link: RecorderLink, endsWhenIdle: Bool
  ) -> Int32 {
    guard SystemThread.startDetached({ link.run() }) else {
      say("the system has no free thread")
      return EX_OSERR
    }
    var idle = 0
    var memory = WebMemory()
    pinna_web_give_back()
    while true {
      sleep(1)
      memory.tidy()
      server.tidy(Companion.now())
      companion.tidy()
      idle = server.connectionCount == 0 && !companion.needsNews ? idle + 1 : 0
      if endsWhenIdle, idle >= idleSeconds { return EX_OK }
    }
  }
}
