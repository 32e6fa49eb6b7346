import Glibc

/// A program that a test runs.
public enum ChildProcess {
  /// The end of a program.
  public struct Outcome: Sendable, Equatable {
    /// The exit status; `nil` when a signal ended it.
    public var status: Int32?
    /// Its output, standard output and standard error together.
    public var output: String
  }

  // Macros that Swift does not see: POSIX_SPAWN_SETSIGDEF and POSIX_SPAWN_SETSIGMASK of spawn.h.
  private static let flags: Int16 = 0x04 | 0x08

  /// Runs a program to its end.
  ///
  /// - Parameters:
  ///   - words: the program, looked for on the path, and its arguments.
  ///   - variables: set beside those of the test itself.
  ///   - killedAfter: microseconds after which it is killed.
  /// - Returns: `nil` when it cannot be started.
  public static func run(
    _ words: [String], variables: [String: String] = [:], killedAfter microseconds: UInt32? = nil
  ) -> Outcome? {
    guard let log = try? TemporaryDirectory() else { return nil }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(
      &actions, 1, log.file("output"), O_WRONLY | O_CREAT | O_APPEND, 0o600)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    // The threads of tests hold signals back, nohup ignores one, and a program would go on doing that.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigaddset(&signals, SIGHUP)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Self.flags)
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    var environment = Self.environment(variables).map { strdup($0) } + [nil]
    defer { for text in arguments + environment { free(text) } }
    var child: pid_t = 0
    guard posix_spawnp(&child, words[0], &actions, &attributes, &arguments, &environment) == 0
    else { return nil }
    if let microseconds {
      usleep(microseconds)
      kill(child, SIGKILL)
    }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 {
      guard errno == EINTR else { return nil }
    }
    let output = (try? log.read("output")) ?? []
    // As WIFEXITED and WEXITSTATUS, which are macros.
    return Outcome(
      status: status & 0x7f == 0 ? (status >> 8) & 0xff : nil,
      output: String(decoding: output, as: UTF8.self))
  }

  private static func environment(_ variables: [String: String]) -> [String] {
    var kept: [String] = []
    var next = environ
    while let text = next.pointee {
      let line = String(cString: text)
      if !variables.keys.contains(where: { line.hasPrefix($0 + "=") }) { kept.append(line) }
      next += 1
    }
    return kept + variables.map { "\($0.key)=\($0.value)" }
  }

  /// The folder of the programs that were built with the tests.
  public static var builtPrograms: String? {
    let bundle = CommandLine.arguments.first { $0.hasSuffix("PackageTests.xctest") }
    return bundle.map { bundle in
      // The bundle is a file on Linux, beside the programs.
      bundle.lastIndex(of: "/").map { String(bundle[..<$0]) } ?? "."
    }
  }

  /// True when a program is there to be run.
  public static func has(_ program: String) -> Bool {
    run(["sh", "-c", "command -v \(program)"])?.status == 0
  }
}
