/// The result of checking all files of a take.
public struct TakeVerification: Sendable, Equatable {
  /// A fault in a file of the take.
  public struct Finding: Sendable, Equatable {
    /// The path of the file.
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
  /// The number of files whose audio matches the checksum stored when it was written, or has a correct checksum in
  /// every frame or page.
  public var checkedFiles = 0
  /// The faults that were found; empty if the take is good.
  public var findings: [Finding] = []
  /// The checks that could not be made, and why.
  public var notes: [String] = []

  /// True if the take itself states that it was cut off: its files may be good and yet not contain the whole recording.
  public var isCutOff = false

  /// True if recovery replaced damaged audio with silence.
  public var isMended = false

  /// True if no fault was found in the files.
  public var isSound: Bool { findings.isEmpty }

  /// The state before anything has been checked.
  init(take: String) { self.take = take }

  mutating func add(_ path: String, _ problem: String, _ remedy: String) {
    findings.append(Finding(path: path, problem: problem, remedy: remedy))
  }
}
