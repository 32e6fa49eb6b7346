import Companion

/// The parsed command line of `pinna-web`.
struct WebArguments: Equatable {
  /// The work to do.
  enum Work: Equatable {
    case serve, pair, list, help, version
    /// Revoke the pairing of the browser with this number, or of all browsers.
    case revoke(Int?)
  }

  var work = Work.serve
  var control: String?
  var state: String?
  var port: UInt16 = 8080
  var hosts: [String] = []
  var certificate: String?
  var key: String?
  var isForAll = false

  /// The error thrown if the command line is wrong.
  struct Mistake: Error, Equatable { var words: String }

  /// Parses the words of a command line.
  init(_ words: [String]) throws(Mistake) {
    var rest = words[...]
    var command: [String] = []
    var told: Work?
    while let word = rest.popFirst() {
      switch word {
      case "--help", "-h": told = .help
      case "--version": told = .version
      case "--any-address": isForAll = true
      case _ where !word.hasPrefix("-"): command.append(word)
      default:
        guard let value = rest.popFirst() else {
          throw Mistake(words: "'\(word)' is not an option, or its value is missing; see --help")
        }
        try set(word, value)
      }
    }
    if let told { work = told } else { work = try Self.work(command) }
    guard (certificate == nil) == (key == nil) else {
      throw Mistake(words: "--certificate and --key must be given together")
    }
  }

  private mutating func set(_ word: String, _ value: String) throws(Mistake) {
    switch word {
    case "--control": control = value
    case "--state": state = value
    case "--host":
      guard HostNames.isHost(value) else {
        throw Mistake(
          words: "--host '\(value)' is not a host: write no scheme and no port, and IPv6 in []")
      }
      hosts.append(value)
    case "--certificate": certificate = value
    case "--key": key = value
    case "--port":
      guard let number = UInt16(value), number > 0 else {
        throw Mistake(words: "--port '\(value)' is not a port number")
      }
      port = number
    default: throw Mistake(words: "there is no option '\(word)'; see --help")
    }
  }

  /// The work that a command asks for; its words can be anywhere among the options.
  private static func work(_ words: [String]) throws(Mistake) -> Work {
    let isRevoking = words.first == "revoke"
    if let extra = words.dropFirst(isRevoking ? 2 : 1).first {
      throw Mistake(words: "'\(extra)' is one word too many; see --help")
    }
    switch words.first {
    case nil, "serve": return .serve
    case "pair": return .pair
    case "list": return .list
    case "revoke":
      let which = words.last
      if which == "all" { return .revoke(nil) }
      guard let number = which.flatMap({ Int($0) }) else {
        throw Mistake(words: "revoke needs the number of a browser ('pinna-web list'), or 'all'")
      }
      return .revoke(number)
    case let word?:
      throw Mistake(
        words: "there is no command '\(word)'; the commands are serve, pair, "
          + "list and revoke")
    }
  }

  /// The help.
  static let help = """
    Usage: pinna-web [serve] [OPTION ...]
           pinna-web pair | list | revoke NUMBER|all  [--state FOLDER]

    A page for a phone: start and stop takes of a running recorder, see its levels, play and download takes. It talks to
    the recorder through its control socket, and to browsers over HTTP.

    serve    serves the page: on systemd's socket, or on --port; the default command
    pair     prints a code, valid for 5 minutes, that lets one browser in: for recorders without a source button
    list     lists the browsers that were let in
    revoke   forgets a browser: its next request is refused

      --control PATH       the recorder's control socket (default: $PINNA_CONTROL, or the one in the settings)
      --state FOLDER       folder with the list of browsers ($STATE_DIRECTORY, or /var/lib/pinna-web)
      --port NUMBER        the port to use without systemd (8080), on this machine's own address only
      --any-address        with --port: listen on all addresses
      --host NAME          another name that browsers may use; may be repeated
      --certificate FILE   serve HTTPS with this certificate (PEM)
      --key FILE           the key of that certificate (PEM)
      --help, --version

    No browser is let in by default. The page asks for access, and shows how many times in a row you have to press the
    recorder's source button within 60 s to let this browser in; any other number does not let it in. pair, list and
    revoke need sudo.
    """
}
