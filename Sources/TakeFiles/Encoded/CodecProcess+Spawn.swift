import CFileSystem
import Essentials
import Glibc

extension CodecProcess {
  /// Starts a program, with three descriptors as its standard input, output and error.
  ///
  /// - Parameter arguments: the name that the program is told, followed by its arguments.
  static func spawn(
    program: String, arguments: [String], environment: [String], descriptors: [Int32]
  ) throws(Failure) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    for (target, descriptor) in descriptors.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(target))
    }
    // Close all other files for the program: code elsewhere in this process may have opened some without O_CLOEXEC.
    pinna_spawn_close_from(&actions, 3)
    prepare(&attributes)
    var pid: pid_t = 0
    let code = withProgramStrings(arguments) { arguments in
      withProgramStrings(neutral + environment) { environment in
        posix_spawn(&pid, program, &actions, &attributes, arguments, environment)
      }
    }
    if code != 0 { throw .start(code: code) }
    return pid
  }

  /// Sets the attributes of the new process: it blocks and ignores no signals, and has its own process group.
  private static func prepare(_ attributes: inout posix_spawnattr_t) {
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setpgroup(&attributes, 0)
    let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
    posix_spawnattr_setflags(&attributes, Int16(flags))
  }

  /// An environment without a language, so that the program's messages and numbers do not depend on one.
  private static let neutral = [
    "PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C", "HOME=/nonexistent", "AV_LOG_FORCE_NOCOLOR=1",
  ]
}
