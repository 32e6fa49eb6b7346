/// Words that people type for a command because other programs use them.
enum GuessedWords {
  /// The command that a word means: one of a group, without the name of the group, or one in the place of the first
  /// command; `nil` if it means none.
  static func meaning(of word: String, in group: String? = nil) -> [String]? {
    guard let group else { return commands[word] }
    return commands[word].flatMap { $0.first == group ? Array($0.dropFirst()) : nil }
  }

  /// The long option of a command that a letter after one dash means; `nil` if it means none.
  static func option(for letter: String, among options: [OptionForm]) -> OptionForm? {
    letters[letter]?.lazy.compactMap { name in options.first { $0.name == name } }.first
  }

  /// The way to do something for which there is no command; `nil` if none is known.
  static func remedy(for word: String, in group: String? = nil) -> String? {
    remedies[(group.map { "\($0) " } ?? "") + word]
  }

  /// The value of an option for which other programs use this word; `nil` if there is none.
  static func value(for word: String, of option: String, in candidates: [String]) -> String? {
    values["\(option) \(word.lowercased())"].flatMap { candidates.contains($0) ? $0 : nil }
  }

  /// The short forms of options, in words, for the help of the program.
  static let shortForms =
    "-b for --board, -c for --config, -d for --duration, -f for --format, -h for --help, -j for --json, "
    + "-o for --out or --output, -q for --quiet, -s for --source, -v for --version, -w for --wait"

  private static let letters: [String: [String]] = [
    "b": ["board"], "c": ["config"], "d": ["duration"], "f": ["format"], "j": ["json"],
    "o": ["out", "output"], "q": ["quiet"], "s": ["source"], "w": ["wait", "watch"],
  ]

  private static let commands: [String: [String]] = [
    "boards": ["board", "list"],
    "cards": ["inputs"],
    "convert": ["takes", "export"],
    "copy": ["takes", "copy"],
    "delete": ["takes", "delete"],
    "devices": ["inputs"],
    "diagnose": ["check"],
    "doctor": ["check"],
    "draw": ["layout"],
    "download": ["takes", "copy"],
    "export": ["takes", "export"],
    "gpsd": ["gps"],
    "info": ["takes", "show"],
    "levels": ["monitor"],
    "list": ["takes", "list"],
    "location": ["gps"],
    "ls": ["takes", "list"],
    "marker": ["mark"],
    "meter": ["monitor"],
    "meters": ["monitor"],
    "mics": ["inputs"],
    "new": ["board", "new"],
    "pinout": ["board", "wiring"],
    "play": ["takes", "play"],
    "prune": ["takes", "prune"],
    "rec": ["record"],
    "recover": ["takes", "recover"],
    "remove": ["takes", "delete"],
    "repair": ["takes", "recover"],
    "rm": ["takes", "delete"],
    "settings": ["config", "show"],
    "show": ["takes", "show"],
    "test": ["check"],
    "validate": ["board", "validate"],
    "verify": ["takes", "verify"],
    "watch": ["status", "--watch"],
    "wiring": ["board", "wiring"],
  ]

  private static let values: [String: String] = [
    "pattern ambisonic": "ambix", "pattern ambisonics": "ambix", "pattern b-format": "ambix",
    "pattern foa": "ambix", "pattern mid/side": "mid-side", "pattern ms": "mid-side",
  ]

  private static let bridge =
    "'pinna-bridge', a separate package, speaks MQTT and writes figures for Prometheus"

  private static let remedies: [String: String] = [
    "board edit": "a board file is text: edit it, then 'pinna board validate FILE'",
    "config edit":
      "'pinna config set KEY VALUE' changes one setting; 'pinna config check' checks a file that you edited",
    "daemon":
      "'sudo systemctl enable --now pinna' starts the recorder at every boot; 'pinna run' runs it here",
    "homeassistant": bridge,
    "install": "'sudo apt install ./pinna_*.deb' installs it",
    "log": "'journalctl -u pinna' shows the recorder's messages",
    "logs": "'journalctl -u pinna' shows the recorder's messages",
    "mqtt": bridge,
    "pattern": "'pinna select --pattern NAME' chooses the pattern of the running recorder",
    "prometheus": bridge,
    "service": "'systemctl status pinna' shows the state of the service",
    "source": "'pinna select --source NAME' chooses the data source of the running recorder",
    "web": "'pinna-web', a separate package, serves the page for a phone",
  ]
}
