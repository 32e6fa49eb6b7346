import Essentials
import Face
import Glibc
import Recorder
import TakeFiles

extension Command {
  /// The command `pinna takes after`.
  static let takesAfter = Command(
    "after", summary: "run the command in the settings ([after] run) for every new take",
    discussion: """
      Runs the command in the settings ([after] run) with /bin/sh for each finished take that has not been processed \
      yet, oldest first. "$@" lists the take's files; PINNA_TAKE is its name and PINNA_DIRECTORY its folder. If the \
      command exits with 0, the take is added to the list given with --done; if not, the next run starts with the same \
      take, and later takes wait. A command running longer than [after] limit is stopped. With --json the command's \
      output goes to standard error. Takes that are in progress or were cut off are skipped.

      pinna-after.service runs 'pinna takes after' after each take and when the recorder starts, as a separate user \
      who can read takes and use the network. After a failure it tries again every five minutes.
      """,
    positionals: [TakesArguments.directoryArgument],
    options: [done, json, SettingsArguments.config],
    examples: [.init("pinna takes after --done ~/.pinna-done", "run the command for all new takes")]
  ) { arguments, console in
    let settings = try SettingsArguments.file(arguments)
    guard let command = settings.after.run else {
      console.note("there is no command to run: set [after] run in the settings")
      return .success
    }
    let directory = arguments.positionals.first ?? settings.take.directory
    var list = try DoneList(path: arguments[done])
    // Takes in another folder may have the same names.
    list.prefix = directory == settings.take.directory ? "" : directory + "/"
    var facts = ProcessedTakes()
    // Takes that are finished meanwhile are processed, too.
    var takes = try new(in: directory, after: list)
    while !takes.isEmpty {
      for take in takes {
        // Without its note, the take would be processed again and again, and the later ones never.
        try list.checkRoom(for: take)
        let code = Hook.run(
          command, take, in: directory, seconds: settings.after.limitSeconds,
          isOutputFree: !arguments.has(json))
        guard code == 0 else {
          facts.failed = take.name
          if arguments.has(json) { try console.print(JSONOutput.text(facts)) }
          let limit = TakeText.duration(settings.after.limitSeconds)
          let end =
            code == Hook.timedOut
            ? "was stopped after \(limit) ([after] limit)" : "exited with \(code)"
          throw CommandError(
            "\(take.name.printable): [after] run \(end); the next run will retry this take: "
              + command.printable,
            .temporary)
        }
        try list.add(take)
        facts.done.append(take.name)
        if !arguments.has(json) { try console.print("\(take.name.printable): done") }
      }
      takes = try new(in: directory, after: list)
    }
    if arguments.has(json) { try console.print(JSONOutput.text(facts)) }
    return .success
  }

  /// The finished takes that are not in a list, the oldest first.
  private static func new(
    in directory: String, after list: DoneList
  ) throws(CommandError) -> [TakeSet] {
    try TakesArguments.all(in: directory).filter { take in
      !take.files.isEmpty && !take.isInProgress && !take.isBeingWritten
        && !list.contains(take)
    }
  }

  private static let done = Option.text(
    "done", "FILE", "the list of processed takes", standard: "/var/lib/pinna-after/done")
}

/// The result of `pinna takes after`.
struct ProcessedTakes: Encodable {
  var done: [String] = []
  var failed: String?
}

/// The names of the takes that the command has already processed, one per line in a file that only grows.
struct DoneList {
  let path: String
  /// The words that this list puts before the names of takes.
  var prefix = ""
  private var names: Set<ExactName>

  /// Reads the list at a path, which is empty if the file does not exist yet.
  ///
  /// - Throws: ``CommandError`` if the file exists and cannot be read.
  init(path: String) throws(CommandError) {
    self.path = path
    guard let stream = fopen(path, "re") else {
      guard errno == ENOENT else { throw Self.error(path, .noInput) }
      names = []
      return
    }
    defer { fclose(stream) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&block, 1, block.count, stream), count > 0 {
      bytes += block[..<count]
    }
    names = Set(
      String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { ExactName(String($0)) })
  }

  /// True if a take is in the list.
  func contains(_ take: TakeSet) -> Bool { names.contains(ExactName(word(of: take))) }

  /// The line for a take in the list, with the day before a name that a person chose and may choose again on another
  /// day.
  private func word(of take: TakeSet) -> String {
    let day = take.number == nil ? TakeDirectory.day(of: take.files.first?.path ?? "") : ""
    return prefix + (day.isEmpty ? "" : day + "/") + take.name
  }

  /// Creates the file if it does not exist, and checks that it can take the line for a take.
  ///
  /// - Throws: ``CommandError`` if it cannot.
  func checkRoom(for take: TakeSet) throws(CommandError) {
    let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw Self.error(path, .cannotCreate) }
    defer { close(file) }
    let end = lseek(file, 0, SEEK_END)
    // Things that are not files, such as /dev/null, have no size and need no room.
    guard end >= 0 else { return }
    let problem = posix_fallocate(file, end, off_t(word(of: take).utf8.count + 1))
    ftruncate(file, end)
    guard [ENOSPC, EDQUOT, EFBIG, EIO].contains(problem) else { return }
    errno = problem
    throw Self.error(path, .inputOutput)
  }

  /// Adds a take to the list, and syncs the file to the medium.
  ///
  /// - Throws: ``CommandError`` if the file cannot be written.
  mutating func add(_ take: TakeSet) throws(CommandError) {
    let name = word(of: take)
    guard let stream = fopen(path, "ae") else { throw Self.error(path, .cannotCreate) }
    defer { fclose(stream) }
    guard fputs("\(name)\n", stream) >= 0, fflush(stream) == 0, fsync(fileno(stream)) == 0
    else {
      throw Self.error(path, .inputOutput)
    }
    names.insert(ExactName(name))
  }

  private static func error(_ path: String, _ code: ExitCode) -> CommandError {
    CommandError(
      "\(path): \(String(cString: strerror(errno))); name another list with --done", code)
  }
}

/// Runs the command from the settings for a take.
private enum Hook {
  /// The environment variables that are passed to the command unchanged.
  private static let kept = [
    "HOME", "LANG", "LC_ALL", "LOGNAME", "PATH", "SSH_AUTH_SOCK", "TMPDIR", "USER",
  ]

  /// The exit code of a command that was ended because it ran too long.
  ///
  /// - Source: timeout(1) of GNU coreutils, which ends the command, and kills it after another 10 s.
  static let timedOut: Int32 = 124

  /// Runs the command with the files of a take, and returns its exit code, or 128 plus the number of the signal that
  /// ended it.
  ///
  /// Everything that the command started ends with it, even if a signal ends this program.
  ///
  /// - Parameter isOutputFree: false if the output of the command must go to the diagnostics.
  static func run(
    _ command: String, _ take: TakeSet, in directory: String, seconds: Double, isOutputFree: Bool
  ) -> Int32 {
    ProcessSignals.takeOver()
    let words =
      ["timeout", "-k", "10", "\(seconds)", "/bin/sh", "-c", command, "pinna-after"]
      + take.files.map(\.path)
    let inherited = kept.compactMap { name in
      getenv(name).map { "\(name)=\(String(cString: $0))" }
    }
    let variables = inherited + ["PINNA_TAKE=\(take.name)", "PINNA_DIRECTORY=\(directory)"]
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // This program ignores some signals that other programs expect to receive.
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigdefault(&attributes, &all)
    // The threads of this program block all signals; a command that inherited this could not be asked to end.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if !isOutputFree { posix_spawn_file_actions_adddup2(&actions, 2, 1) }
    var process = pid_t()
    let code = withProgramStrings(words) { words in
      withProgramStrings(variables) { variables in
        posix_spawn(&process, "/usr/bin/timeout", &actions, &attributes, words, variables)
      }
    }
    guard code == 0 else { return 126 }
    var status: Int32 = 0
    while case let found = waitpid(process, &status, WNOHANG), found != process {
      guard found == 0 || errno == EINTR else { return 126 }
      if ProcessSignals.stop != nil { kill(process, SIGTERM) }
      poll(nil, 0, 50)
    }
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
  }
}
