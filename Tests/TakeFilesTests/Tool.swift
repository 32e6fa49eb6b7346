import Glibc

/// A program that others wrote, as a second opinion.
struct Tool {
  let name: String

  /// True when it can be run here.
  var isInstalled: Bool {
    let search = getenv("PATH").map { String(cString: $0) } ?? ""
    return search.split(separator: ":").contains { access("\($0)/\(name)", X_OK) == 0 }
  }

  static let ffmpeg = Tool(name: "ffmpeg")
  static let ffprobe = Tool(name: "ffprobe")
  static let flac = Tool(name: "flac")
  static let mediainfo = Tool(name: "mediainfo")
  static let sndfileInfo = Tool(name: "sndfile-info")

  /// Runs it: its output with its errors, and its exit code.
  func run(_ arguments: String) -> (output: String, code: Int32) {
    guard let stream = popen("\(name) \(arguments) 2>&1", "r") else { return ("", -1) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = fread(&block, 1, block.count, stream)
      if count == 0 { break }
      bytes.append(contentsOf: block[..<count])
    }
    let status = pclose(stream)
    return (String(decoding: bytes, as: UTF8.self), status >> 8 & 0xFF)
  }
}
