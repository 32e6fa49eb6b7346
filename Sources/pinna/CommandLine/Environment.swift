import Glibc

/// The environment variables that Pinna uses.
enum Environment {
  /// The names of these variables, with their meanings for manual pages.
  static let meanings = [
    ("PINNA_BOARDS", "folders with board files, separated by colons, searched first"),
    ("PINNA_CACHE", "the folder where designed filters are kept"),
    ("PINNA_CONTROL", "the control socket of the recorder, or 'none'; --control overrides it"),
    (
      "XDG_RUNTIME_DIR",
      "without /run/pinna, the recorder's control socket is in the subfolder pinna of this folder"
    ),
    (
      "XDG_CACHE_HOME",
      "without PINNA_CACHE, filters are kept in the subfolder pinna of this folder"
    ),
    (
      "HOME",
      "with neither PINNA_CACHE nor XDG_CACHE_HOME, filters are kept in the subfolder .cache/pinna "
        + "of this folder"
    ),
    ("NO_COLOR", "turns colours off, even if the terminal supports them"),
    ("TERM", "if this is 'dumb', there are no colours and no live view"),
    ("LC_ALL", "drawings are plain ASCII unless LC_ALL, LC_CTYPE or LANG names UTF-8"),
    ("LC_CTYPE", "see LC_ALL"),
    ("LANG", "see LC_ALL"),
    ("PINNA_PROGRESS", "print progress as lines such as 'progress 0.42', for other programs"),
    (
      "NOTIFY_SOCKET", "the socket on which 'run' tells systemd that the recorder is ready or alive"
    ),
    ("WATCHDOG_USEC", "the time in microseconds within which systemd expects a keep-alive message"),
    ("WATCHDOG_PID", "the process from which systemd expects that message"),
    ("LISTEN_FDS", "the number of sockets from systemd; the first is the control socket"),
    ("LISTEN_PID", "the process that these sockets are for"),
  ]

  /// Those of these variables that are set to UTF-8 text, by their names.
  static var variables: [String: String] {
    meanings.reduce(into: [:]) { variables, entry in
      variables[entry.0] = getenv(entry.0).flatMap { String(validatingCString: $0) }
    }
  }
}
