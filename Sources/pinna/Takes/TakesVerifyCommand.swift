import Drawings
import Essentials
import Face
import TakeFiles

extension Command {
  /// The command `pinna takes verify`.
  static let takesVerify = Command(
    "verify", summary: "read every byte of takes, and check that they are intact",
    discussion: """
      Checks that headers are correct, that the audio matches the checksum stored with it, that no frame is missing \
      between parts, that all files belong to the take and none is missing, and that the raw file is as long as the \
      take. The exit code is 1 if anything is wrong; messages name the fault and the remedy. Recovered takes are \
      reported as such.
      """,
    positionals: [
      Positional(
        "TAKE|DIR", "takes, or a directory; default: all takes of the recorder", count: .any)
    ],
    options: [json, SettingsArguments.config],
    examples: [
      .init("pinna takes verify", "every take in the directory named in the settings"),
      .init(
        "pinna takes verify /media/card", "a card, before the originals of its takes are deleted"),
    ]
  ) { arguments, console in
    let takes = try TakesArguments.takes(arguments)
    let results = verify(takes, console)
    try console.print(results.map(VerifiedTake.init), arguments) {
      if results.isEmpty { try console.print("No takes to verify.") }
      for result in results { try VerifiedTake(result).print(to: console) }
    }
    return results.allSatisfy(\.isSound) ? .success : .failure
  }

  private static func verify(_ takes: [TakeSet], _ console: Console) -> [TakeVerification] {
    var progress = Progress("Verifying", console: console)
    let total = max(1, takes.reduce(0) { $0 + $1.bytes })
    var done = 0
    let results = takes.map { take in
      TakeVerifier.verify(take) { bytes in
        done += bytes
        progress.update(Double(done) / Double(total))
      }
    }
    progress.finish()
    return results
  }
}

/// The facts about one take that was verified, for programs.
struct VerifiedTake: Encodable {
  var name: String
  var isSound: Bool
  var isCutOff: Bool
  var isMended: Bool
  var fileCount: Int
  var checkedFileCount: Int
  var audioBytes: Int
  var problems: [Problem]
  var notes: [String]

  struct Problem: Encodable {
    var path: String
    var problem: String
    var remedy: String
  }

  init(_ result: TakeVerification) {
    name = result.take
    isSound = result.isSound
    (isCutOff, isMended) = (result.isCutOff, result.isMended)
    fileCount = result.files
    checkedFileCount = result.checkedFiles
    audioBytes = result.bytes
    problems = result.findings.map {
      Problem(path: $0.path, problem: $0.problem, remedy: $0.remedy)
    }
    notes = result.notes
  }

  /// Prints a line if the take is sound, or else its problems with their remedies.
  func print(to console: Console) throws {
    let verdict =
      !isSound
      ? console.terminal.styled("not intact", .red)
      : isCutOff
        ? console.terminal.styled("cut off, and intact up to there", .yellow)
        : isMended
          ? console.terminal.styled("intact, with silence in place of damaged parts", .yellow)
          : console.terminal.styled("intact", .green)
    let read =
      fileCount.counted("file")
      + (audioBytes > 0 ? ", \(TakeText.size(audioBytes)) read" : "")
    try console.print("\(name.printable): \(verdict) (\(read))")
    for problem in problems {
      let line = "\(problem.path): \(problem.problem); \(problem.remedy)"
      try console.print("  " + line.printable)
    }
    for note in notes { try console.print("  " + note.printable) }
  }
}
