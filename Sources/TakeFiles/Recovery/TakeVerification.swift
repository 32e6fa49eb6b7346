/// The result of checking all files of a take.
public struct TakeVerification: Sendable, Equatable {
  /// A fault.
  public struct Finding: Sendable, Equatable {
    /// The file.
    public var path: String
    /// The problem.
    public var problem: String
    /// The remedy.
    public var remedy: String
  }

  /// The name of the take.
  public var take: String
  /// The number of files checked.
  public var files = 0
  /// The number of bytes read.
  public var bytes = 0
  /// The number of files whose audio has the checksum stored at the time of writing, or a correct checksum in every
  /// frame or page.
  public var checkedFiles = 0
  /// The faults; empty for a good take.
  public var findings: [Finding] = []
  /// The checks that could not be made, with the reasons.
  public var notes: [String] = []

  /// True if the take itself states that it was cut off: its files can be good, and yet not hold the whole recording.
  public var isCutOff = false

  /// True if recovery put silence in place of damage.
  public var isMended = false

  /// True if the files have no known faults.
  public var isSound: Bool { findings.isEmpty }

  /// A verification before the first check.
  init(take: String) { self.take = take }

  mutating func add(_ path: String, _ problem: String, _ remedy: String) {
    findings.append(Finding(path: path, problem: problem, remedy: remedy))
  }
}
