import CSndfile
import Glibc

/// A FLAC or Opus file, by libsndfile.
final class SoundFileSource: AudioSource {
  private let path: String
  private let file: OpenFile
  private let handle: SoundFileHandle

  /// Opens a file of a known shape.
  init(path: String, kind: TakeFileKind, channels: Int) throws(TakeFileError) {
    self.path = path
    file = try OpenFile.read(path)
    let window = try FileWindow(
      descriptor: file.descriptor, size: file.regularSize ?? 0, path: path, kind: kind)
    // libsndfile starts at the position of the descriptor; it does not skip every tag that may lie before FLAC.
    lseek(file.descriptor, off_t(window.base), SEEK_SET)
    guard let handle = SoundFileHandle(file.descriptor) else {
      throw .malformed(path: path, offset: 0, problem: Self.text(sf_error(nil)))
    }
    guard handle.channels == channels else {
      throw .malformed(
        path: path, offset: 0, problem: "libsndfile finds \(handle.channels) channels in it")
    }
    self.handle = handle
  }

  func read(
    into samples: UnsafeMutablePointer<Float>, frames: Int
  ) throws(TakeFileError) -> Int {
    try checked(sf_readf_float(handle.pointer, samples, sf_count_t(frames)))
  }

  func read(samples: UnsafeMutablePointer<Int32>, frames: Int) throws(TakeFileError) -> Int {
    try checked(sf_readf_int(handle.pointer, samples, sf_count_t(frames)))
  }

  private func checked(_ count: sf_count_t) throws(TakeFileError) -> Int {
    let code = sf_error(handle.pointer)
    if code != 0 || count < 0 {
      throw .malformed(path: path, offset: 0, problem: Self.text(code))
    }
    return Int(count)
  }

  private static func text(_ code: Int32) -> String {
    "libsndfile cannot read it: " + String(cString: sf_error_number(code))
  }
}
