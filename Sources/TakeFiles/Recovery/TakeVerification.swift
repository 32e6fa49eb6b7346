/// What checking all files of a take found.
public struct TakeVerification: Sendable, Equatable {
  /// Something that is wrong.
  public struct Finding: Sendable, Equatable {
    /// The file.
    public var path: String
    /// What is wrong with it.
    public var problem: String
    /// What to do about it.
    public var remedy: String
  }

  /// The name of the take.
  public var take: String
  /// How many files were checked.
  public var files = 0
  /// Bytes that were read.
  public var bytes = 0
  /// Files whose audio has the checksum that was stored when it was written, or a right one in each of its frames or
  /// pages.
  public var checkedFiles = 0
  /// What is wrong; empty for a sound take.
  public var findings: [Finding] = []
  /// What could not be checked, and why.
  public var notes: [String] = []

  /// Whether the take says that it was cut off: what is there can be sound, and it is not all that was recorded.
  public var isCutOff = false

  /// Whether nothing is wrong with what is there.
  public var isSound: Bool { findings.isEmpty }

  /// Nothing was checked yet.
  init(take: String) { self.take = take }

  mutating func add(_ path: String, _ problem: String, _ remedy: String) {
    findings.append(Finding(path: path, problem: problem, remedy: remedy))
  }
}
