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
  /// The number of files that were checked.
  public var files = 0
  /// The number of bytes that were read.
  public var bytes = 0
  /// The number of files whose audio has the checksum stored when it was written, or a right one in each of its frames
  /// or pages.
  public var checkedFiles = 0
  /// The faults; empty for a sound take.
  public var findings: [Finding] = []
  /// The checks that could not be made, and the reasons.
  public var notes: [String] = []

  /// True when the take was cut off by its own account: it can be sound, and yet not all of the recording.
  public var isCutOff = false

  /// True when recovery put silence in the place of what was damaged.
  public var isMended = false

  /// True when no fault was found in the files.
  public var isSound: Bool { findings.isEmpty }

  /// A verification before the first check.
  init(take: String) { self.take = take }

  mutating func add(_ path: String, _ problem: String, _ remedy: String) {
    findings.append(Finding(path: path, problem: problem, remedy: remedy))
  }
}
