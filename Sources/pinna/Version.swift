import CVersion

/// The version of the program and the commit of its build.
struct Version {
  /// The number of the version, such as 1.2.3.
  let number: String
  /// The digits of the commit, followed by "+" if files were changed since; empty if the commit is not known.
  let commit: String

  /// The version of this program.
  static let current = Version(number: PINNA_VERSION, commit: String(cString: pinna_commit()))

  /// The number of digits of a commit that are shown.
  private static let digits = 12

  /// The version and the commit, as `--version` prints them.
  var text: String {
    if commit.isEmpty { return "\(number) (commit not recorded)" }
    let short = commit.prefix(Self.digits).filter { $0 != "+" }
    return "\(number) (\(short)\(commit.last == "+" ? ", with changes" : ""))"
  }
}
