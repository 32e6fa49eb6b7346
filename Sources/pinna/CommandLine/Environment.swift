import Glibc

/// The environment variables that Pinna uses.
enum Environment {
  /// Their names and meanings, for manual pages.
  static let meanings = [
    ("PINNA_BOARDS", "folders with board files, separated by colons, searched first"),
    ("PINNA_CACHE", "the folder where designed filters are kept"),
    ("PINNA_CONTROL", "the control socket of the recorder, or 'none'; --control overrides it"),
    ("XDG_RUNTIME_DIR", "without /run/pinna, its folder pinna has the recorder's control socket"),
    ("XDG_CACHE_HOME", "without PINNA_CACHE, filters are kept in its folder pinna"),
    ("HOME", "without both, filters are kept in its folder .cache/pinna"),
    ("NO_COLOR", "no colours, whatever the terminal can do"),
    ("TERM", "no colours and no live view when it is dumb"),
    ("LC_ALL", "drawings in plain ASCII unless it, LC_CTYPE or LANG names UTF-8"),
    ("LC_CTYPE", "see LC_ALL"),
    ("LANG", "see LC_ALL"),
    ("PINNA_PROGRESS", "progress in lines such as 'progress 0.42', for a program that waits"),
    ("NOTIFY_SOCKET", "the socket on which 'run' says to systemd that it is ready or alive"),
    ("WATCHDOG_USEC", "microseconds within which systemd expects a sign of life"),
    ("WATCHDOG_PID", "the process that it expects it from"),
    ("LISTEN_FDS", "the number of sockets from systemd; the first is the control socket"),
    ("LISTEN_PID", "the process that gets them"),
  ]

  /// The set variables, by name.
  static var variables: [String: String] {
    meanings.reduce(into: [:]) { variables, entry in
      if let value = getenv(entry.0) { variables[entry.0] = String(cString: value) }
    }
  }
}
