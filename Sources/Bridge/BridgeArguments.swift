/// The parsed command line of `pinna-bridge`.
struct BridgeArguments: Equatable {
  /// The work to do.
  enum Work: Equatable { case bridge, help, version }

  var work = Work.bridge
  var control: String?
  var host: String?
  var givenPort: UInt16?
  var authorities: String?
  var user: String?
  var passwordFile: String?
  var prefix = "pinna"
  /// The first level of the topics for Home Assistant's discovery; `nil` for no discovery.
  var discovery: String? = "homeassistant"
  var takesCommands = false
  var prometheus: String?
  /// The interval, in seconds, at which the figures are sent if nothing else changes.
  var interval = 5.0

  /// The port of the broker; the default is the standard port of MQTT, or of MQTT over TLS.
  ///
  /// - Source: IANA, Service Name and Transport Protocol Port Number Registry, mqtt and secure-mqtt.
  var port: UInt16 { givenPort ?? (authorities == nil ? 1883 : 8883) }

  /// The error thrown if the arguments cannot be understood.
  struct Mistake: Error, Equatable { var words: String }

  /// Parses the words of a command line.
  init(_ words: [String]) throws(Mistake) {
    var rest = words[...]
    while let word = rest.popFirst() {
      switch word {
      case "--help", "-h": work = .help
      case "--version": work = .version
      case "--commands": takesCommands = true
      default:
        guard word.hasPrefix("--"), let value = rest.popFirst() else {
          throw Mistake(words: "'\(word)' is not an option, or its value is missing; see --help")
        }
        try set(word, value)
      }
    }
    guard work == .bridge else { return }
    guard host != nil || prometheus != nil else {
      throw Mistake(
        words: "there is nothing to do: name a broker with --host, or a file with --prometheus; "
          + "see --help")
    }
    guard host != nil || (!takesCommands && authorities == nil && user == nil) else {
      throw Mistake(words: "--commands, --ca and --user need --host, the name of the broker")
    }
    guard user != nil || passwordFile == nil else {
      throw Mistake(words: "--password-file needs --user, the user name for the password")
    }
  }

  private mutating func set(_ word: String, _ value: String) throws(Mistake) {
    switch word {
    case "--control": control = value
    case "--host": host = value
    case "--ca": authorities = value
    case "--user": user = value
    case "--password-file": passwordFile = value
    case "--prometheus": prometheus = value
    case "--topic": prefix = try Self.topic(word, value)
    case "--discovery": discovery = value == "none" ? nil : try Self.topic(word, value)
    case "--port":
      guard let number = UInt16(value), number > 0 else {
        throw Mistake(words: "--port '\(value)' is not a port number")
      }
      givenPort = number
    case "--interval":
      guard let number = Double(value), (1...3600).contains(number) else {
        throw Mistake(words: "--interval '\(value)' is not a number of seconds from 1 to 3600")
      }
      interval = number
    default: throw Mistake(words: "there is no option '\(word)'; see --help")
    }
  }

  private static func topic(_ word: String, _ value: String) throws(Mistake) -> String {
    let signs = value.unicodeScalars
    guard signs.split(separator: "/", omittingEmptySubsequences: false).allSatisfy({ !$0.isEmpty }),
      !signs.contains(where: "+#$\0".unicodeScalars.contains)
    else {
      throw Mistake(
        words:
          "\(word) '\(value)' cannot be the start of topics: separate words with /, and leave out + # $"
      )
    }
    return value
  }

  /// The help.
  static let help = """
    Usage: pinna-bridge [--host NAME] [--prometheus FILE] [OPTION ...]

    Reports the state of a running recorder to other programs: over MQTT, with Home Assistant's discovery, and in a text
    file for Prometheus. It talks to the recorder through its control socket, and reconnects to both recorder and broker
    automatically.

      --host NAME            the MQTT broker
      --port NUMBER          the broker's port (1883, or 8883 with --ca)
      --ca FILE              use TLS, and trust the certificate authorities in this file (PEM); the system's file is
                             /etc/ssl/certs/ca-certificates.crt
      --user NAME            the user name for the broker
      --password-file FILE   the password of that user: the first line of this file
      --topic PREFIX         the first level of the topics (pinna); the second is the name in the recorder's settings
                             ([recorder] name), or its serial number
      --discovery PREFIX     the first level of Home Assistant's discovery topics (homeassistant); none turns
                             discovery off
      --commands             obey commands from the broker: start, stop, pause, resume, mark, select; anyone who may
                             publish to the broker can then control the recorder; off by default
      --prometheus FILE      a text file for node_exporter, such as /var/lib/prometheus/node-exporter/pinna.prom
      --interval SECONDS     seconds between messages with levels and other figures (5); changes are published
                             immediately
      --control PATH         the recorder's control socket (default: $PINNA_CONTROL, or the one in the settings)
      --help, --version
    """
}
