import Glibc

/// FFmpeg's program, which encodes and decodes AAC in a process of its own.
enum FFmpeg {
  /// What to say where it is not installed.
  static let missing = TakeFileKind.Refusal(
    problem: "m4a needs the program ffmpeg, which is not installed",
    remedy: "install it (sudo apt install ffmpeg), or choose FLAC")

  /// Where the program is; `nil` when it is not installed.
  static func path(searchPath: String? = nil) -> String? {
    let standard = "/usr/local/bin:/usr/bin:/bin"
    let search = searchPath ?? getenv("PATH").map { String(cString: $0) } ?? standard
    return search.split(separator: ":").map { "\($0)/ffmpeg" }.first {
      // A directory of that name may be searched, but not run.
      var status = stat()
      return stat($0, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access($0, X_OK) == 0
    }
  }
}
