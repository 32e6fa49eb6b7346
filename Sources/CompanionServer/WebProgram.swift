import CWebServer
import Companion
import Glibc

/// The program of the page: the recorder's own under another name, which is a link to it, so that its package is small.
public enum WebProgram {
  /// The name by which it is called.
  public static let name = "pinna-web"
  /// The version, which is that of the recorder.
  static let version = "0.1.0"

  /// Runs the command of these words.
  ///
  /// - Returns: an exit code of sysexits.h.
  public static func run(_ words: [String]) -> Int32 {
    let arguments: WebArguments
    do throws(WebArguments.Mistake) {
      arguments = try WebArguments(words)
    } catch {
      say(error.words)
      return EX_USAGE
    }
    switch arguments.work {
    case .help: print(WebArguments.help)
    case .version: print("\(name) \(version)")
    case .serve: return serve(arguments)
    case .pair: return pair(arguments)
    case .list: list(arguments)
    case .revoke(let number): return revoke(number, arguments)
    }
    return EX_OK
  }

  /// The folder in which browsers are remembered.
  static func folder(_ arguments: WebArguments) -> String {
    if let state = arguments.state { return state }
    if let state = getenv("STATE_DIRECTORY") { return String(cString: state) }
    return "/var/lib/pinna-web"
  }

  static func say(_ words: String) { note("\(name): \(words)") }

  /// Writes a line to the diagnostics.
  private static func note(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = write(2, bytes, bytes.count)
  }

  // MARK: - Commands

  private static func pair(_ arguments: WebArguments) -> Int32 {
    let folder = folder(arguments)
    guard let code = PairingCode(folder: folder).make(time: time(nil)) else {
      let reason = String(cString: strerror(errno))
      say("\(folder): \(reason); use sudo, and open the page once before")
      return EX_CANTCREAT
    }
    print(code)
    note("Type it into the page within 5 minutes; it lets one browser in.")
    return EX_OK
  }

  private static func list(_ arguments: WebArguments) {
    let browsers = BrowserBook(folder: folder(arguments)).browsers()
    if browsers.isEmpty { note("No browser is paired.") }
    for browser in browsers {
      var (moment, parts) = (time_t(browser.time), tm())
      localtime_r(&moment, &parts)
      var text = [CChar](repeating: 0, count: 32)
      strftime(&text, text.count, "%Y-%m-%d %H:%M", &parts)
      let date = text.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
      print("\(browser.number)  \(date)  \(browser.name)")
    }
  }

  private static func revoke(_ number: Int?, _ arguments: WebArguments) -> Int32 {
    let book = BrowserBook(folder: folder(arguments))
    let numbers = number.map { [$0] } ?? book.browsers().map(\.number)
    for one in numbers where !book.revoke(one) {
      let reason = String(cString: strerror(errno))
      say("browser \(one) cannot be revoked (\(reason)); see 'sudo pinna-web list'")
      return EX_DATAERR
    }
    return EX_OK
  }

  // MARK: - The server

  private static func serve(_ arguments: WebArguments) -> Int32 {
    var name = [CChar](repeating: 0, count: 256)
    gethostname(&name, name.count - 1)
    let machine = name.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    let isHandedOver = WebSocket.isHandedOver
    guard
      let listening = isHandedOver
        ? 3 : WebSocket.listen(port: arguments.port, isForAll: arguments.isForAll)
    else {
      let reason = String(cString: strerror(errno))
      say("port \(arguments.port): \(reason); name another one with --port")
      return EX_UNAVAILABLE
    }
    if let fault = pinna_web_load() {
      say("\(String(cString: fault)); install it: sudo apt install libmicrohttpd12")
      return EX_UNAVAILABLE
    }
    let recorder = SocketRecorder(path: arguments.control)
    let companion = Companion(
      recorder,
      .init(
        hosts: HostNames(
          machine: machine, others: arguments.hosts, isSecure: arguments.certificate != nil),
        folder: folder(arguments), version: version))
    guard
      let server = WebServer(
        companion, listening: listening, certificate: arguments.certificate.flatMap(text),
        key: arguments.key.flatMap(text))
    else {
      say("it cannot be served; are certificate and key readable, and for each other?")
      return EX_CONFIG
    }
    if !isHandedOver { say("http://localhost:\(arguments.port)") }
    return work(server, companion, RecorderLink(recorder, companion), endsWhenIdle: isHandedOver)
  }

  private static func text(_ path: String) -> String? {
    guard let file = fopen(path, "r") else { return "" }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes[..<count], as: UTF8.self)
  }

  /// Seconds without a connection after which it ends, when systemd starts it again with the next one.
  private static let idleSeconds = 300

  private static func work(
    _ server: WebServer, _ companion: Companion, _ link: RecorderLink, endsWhenIdle: Bool
  ) -> Int32 {
    guard WebThread.start({ link.run() }) else {
      say("the system has no thread to give")
      return EX_OSERR
    }
    var idle = 0
    var memory = WebMemory()
    pinna_web_give_back()
    while true {
      sleep(1)
      memory.tidy()
      idle = server.connectionCount == 0 && !companion.needsNews ? idle + 1 : 0
      if endsWhenIdle, idle >= idleSeconds { return EX_OK }
    }
  }
}
