import Glibc

/// The environment variables that Pinna uses.
enum Environment {
  /// Their names and meanings, for manual pages.
  static let meanings = [
    ("PINNA_BOARDS", "folders with board files, separated by colons, looked at first"),
    ("PINNA_CACHE", "the folder where designed filters are kept"),
    ("PINNA_CONTROL", "the control socket of the recorder, or none; --control comes first"),
    ("XDG_RUNTIME_DIR", "its folder pinna has the control socket of a recorder without /run/pinna"),
    ("XDG_CACHE_HOME", "filters are kept in its folder pinna, without PINNA_CACHE"),
    ("HOME", "filters are kept in its folder .cache/pinna, without both"),
    ("NO_COLOR", "no colours, whatever the terminal can do"),
    ("TERM", "no colours and no live view when it is dumb"),
    ("LC_ALL", "drawings in plain ASCII unless it, LC_CTYPE or LANG names UTF-8"),
    ("LC_CTYPE", "see LC_ALL"),
    ("LANG", "see LC_ALL"),
    ("NOTIFY_SOCKET", "where systemd hears of run that it works, lives and stops"),
    ("WATCHDOG_USEC", "microseconds within which systemd wants a sign of life"),
    ("WATCHDOG_PID", "the process of which it wants that"),
    ("LISTEN_FDS", "sockets that systemd hands over: the first is the control socket"),
    ("LISTEN_PID", "the process that they are for"),
  ]

  /// Those that are set, by name.
  static var variables: [String: String] {
    meanings.reduce(into: [:]) { variables, entry in
      if let value = getenv(entry.0) { variables[entry.0] = String(cString: value) }
    }
  }
}
