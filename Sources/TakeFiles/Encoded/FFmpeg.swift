import Glibc

/// The FFmpeg program, which encodes and decodes AAC in a separate process.
enum FFmpeg {
  /// The reason for refusing AAC if the program is not installed.
  static let missing = TakeFileKind.Refusal(
    problem: "m4a needs the program ffmpeg, which is not installed",
    remedy: "install it (sudo apt install ffmpeg), or choose FLAC")

  /// The path of the program; `nil` if it is not installed.
  static func path(searchPath: String? = nil) -> String? {
    let standard = "/usr/local/bin:/usr/bin:/bin"
    let search = searchPath ?? getenv("PATH").map { String(cString: $0) } ?? standard
    return search.split(separator: ":").map { "\($0)/ffmpeg" }.first {
      // A directory is not a program: its execute permission only means that it may be searched.
      var status = stat()
      return stat($0, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access($0, X_OK) == 0
    }
  }

  /// Starts the program in such a way that it writes nothing but the requested output, and its errors.
  static func start(_ arguments: [String], path: String) throws(TakeFileError) -> CodecProcess {
    guard let program = Self.path() else {
      throw .encoder(path: path, problem: missing.problem, remedy: missing.remedy)
    }
    do throws(CodecProcess.Failure) {
      return try CodecProcess(
        program: program,
        arguments: ["-nostdin", "-hide_banner", "-loglevel", "error"] + arguments)
    } catch {
      throw Self.error(error, [], path: path)
    }
  }

  /// The error that describes a failure; it quotes the program's last line of output.
  static func error(
    _ failure: CodecProcess.Failure, _ complaint: [UInt8], path: String
  ) -> TakeFileError {
    let lines = String(decoding: complaint, as: UTF8.self).split(whereSeparator: \.isNewline)
    let problem =
      switch failure {
      case .start(let code): "cannot start ffmpeg: \(TakeFileError.text(of: code))"
      case .channel(let code): "lost the connection to ffmpeg: \(TakeFileError.text(of: code))"
      case .stuck: "ffmpeg has made no progress for a minute"
      case .ended: "ffmpeg failed" + (lines.last.map { "; it said: \($0)" } ?? " without a message")
      }
    return .encoder(
      path: path, problem: problem, remedy: "record FLAC or WAV and convert the take later")
  }
}
