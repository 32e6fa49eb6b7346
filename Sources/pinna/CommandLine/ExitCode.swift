/// The exit codes of the program.
///
/// - Source: sysexits.h of 4.3BSD, as the GNU C library installs it.
enum ExitCode: Int32, CaseIterable, Sendable {
  /// The command succeeded.
  case success = 0
  /// A check or a verification failed.
  case failure = 1
  /// The command line is wrong (EX_USAGE).
  case usage = 64
  /// The contents of a file are wrong (EX_DATAERR).
  case data = 65
  /// A file is missing or cannot be read (EX_NOINPUT).
  case noInput = 66
  /// A device is missing or does not answer (EX_UNAVAILABLE).
  case unavailable = 69
  /// There is a bug in Pinna itself (EX_SOFTWARE).
  case software = 70
  /// A file cannot be created (EX_CANTCREAT).
  case cannotCreate = 73
  /// Reading or writing failed (EX_IOERR).
  case inputOutput = 74
  /// Something is busy: try again (EX_TEMPFAIL).
  case temporary = 75
  /// The user lacks a permission (EX_NOPERM).
  case noPermission = 77
  /// A board file, a settings file or a scenario is wrong (EX_CONFIG).
  case configuration = 78

  /// The meaning of the code, for help and manual pages.
  var meaning: String {
    switch self {
    case .success: "success"
    case .failure: "a check or verification failed"
    case .usage: "the command line is wrong"
    case .data:
      "the contents of a file are wrong: a scenario, a WAV or SOFA file, a board file to validate"
    case .noInput: "a file is missing"
    case .unavailable: "a device is not available"
    case .software: "a bug in pinna: please report it"
    case .cannotCreate:
      "a file or folder cannot be created or exists already, or the medium is full"
    case .inputOutput: "reading or writing failed"
    case .temporary: "busy: try again"
    case .noPermission: "no permission"
    case .configuration: "a board file or the settings are wrong"
    }
  }
}
