import Glibc

#if !FUZZING
  @testable import TakeFiles
#endif

/// Gives bytes to everything that reads strange files, and says what must never happen.
///
/// The same code is driven by libFuzzer (`deploy/fuzz`) and by the test that replays its corpus.
final class RecoveryHarness {
  private let source: Int32
  private let target: Int32
  private static let path = "fuzzed"

  /// Two files without names, in memory where there is a file system for it.
  init?() {
    guard let source = Self.nameless(), let target = Self.nameless() else { return nil }
    self.source = source
    self.target = target
  }

  deinit {
    close(source)
    close(target)
  }

  private static func nameless() -> Int32? {
    for directory in ["/dev/shm", "/tmp"] {
      var template = Array("\(directory)/pinna-fuzz-XXXXXX".utf8CString)
      let descriptor = mkstemp(&template)
      if descriptor >= 0 {
        unlink(template)
        return descriptor
      }
    }
    return nil
  }

  /// The fault that these bytes have shown, or `nil`: errors that say what is wrong with the bytes are right.
  func problem(with bytes: UnsafeRawBufferPointer) -> String? {
    do throws(TakeFileError) {
      if let kind = Self.kind(of: bytes) { return try encoded(bytes, kind) }
      if let problem = try recovered(bytes) { return problem }
      return try mended(bytes)
    } catch {
      if case .system(let operation, _, let code) = error {
        return "the system refused to \(operation.rawValue): \(code)"
      }
      return nil
    }
  }

  private static func kind(of bytes: UnsafeRawBufferPointer) -> TakeFileKind? {
    if bytes.starts(with: "fLaC".utf8) { return .flac }
    if bytes.starts(with: "OggS".utf8) { return .opus }
    if bytes.dropFirst(4).starts(with: "ftyp".utf8) { return .m4a }
    return nil
  }

  private func fill(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) {
    ftruncate(descriptor, off_t(bytes.count))
    if let base = bytes.baseAddress { pwrite(descriptor, base, bytes.count, 0) }
  }

  private func adopt(_ descriptor: Int32, _ bytes: Int) -> InProgressFile {
    InProgressFile(adopting: dup(descriptor), path: Self.path, bytes: bytes)
  }

  private func parse(_ descriptor: Int32) throws(TakeFileError) -> WAVParser {
    var status = stat()
    fstat(descriptor, &status)
    return try WAVParser(
      descriptor: descriptor, path: Self.path, fileBytes: Int(status.st_size))
  }

  /// Recovery of a file in progress: what comes out is true, and coming again changes nothing.
  private func recovered(_ bytes: UnsafeRawBufferPointer) throws(TakeFileError) -> String? {
    fill(source, bytes)
    let parser: WAVParser
    do throws(TakeFileError) {
      parser = try parse(source)
      let format = try parser.result().format
      _ = try WAVMetadata(parser).metadata(of: Self.path, rate: format.rate)
    } catch {
      return nil
    }
    var file = adopt(source, bytes.count)
    let first: WAVRecovery.Result
    do throws(TakeFileError) {
      first = try WAVRecovery.restore(&file)
    } catch {
      if case .unsupported = error { return nil }
      return "a file that could be parsed was not recovered: \(error)"
    }
    let limit = bytes.count + 64 * (bytes.count + (1 << 16))
    if file.bytes > limit { return "\(bytes.count) bytes became \(file.bytes)" }
    if let problem = try untrue(source, frames: first.frames) { return "recovered: " + problem }
    let size = file.bytes
    let second = try WAVRecovery.restore(&file)
    if second.frames != first.frames || file.bytes != size {
      return "recovered again: \(second.frames) frames after \(first.frames), "
        + "\(file.bytes) bytes after \(size)"
    }
    return nil
  }

  /// A copy with a correct header: every frame is in it.
  private func mended(_ bytes: UnsafeRawBufferPointer) throws(TakeFileError) -> String? {
    fill(source, bytes)
    let mend = try WAVMend(try parse(source))
    _ = mend.flaws
    ftruncate(target, 0)
    var copy = adopt(target, 0)
    try mend.write(to: &copy) { _ in }
    return try untrue(target, frames: mend.frames).map { "copied: " + $0 }
  }

  private func untrue(_ descriptor: Int32, frames: Int) throws(TakeFileError) -> String? {
    let mend: WAVMend
    do throws(TakeFileError) {
      mend = try WAVMend(try parse(descriptor))
    } catch {
      return "\(error)"
    }
    if mend.frames != frames { return "\(mend.frames) frames instead of \(frames)" }
    return mend.flaws.first
  }

  private func encoded(
    _ bytes: UnsafeRawBufferPointer, _ kind: TakeFileKind
  ) throws(TakeFileError) -> String? {
    fill(source, bytes)
    _ = try EncodedShape.glance(source, bytes.count, kind, Self.path)
    _ = try EncodedRecovery.metadata(descriptor: source, kind: kind, path: Self.path)
    let first = try EncodedRecovery.survey(descriptor: source, kind: kind, path: Self.path)
    var file = adopt(source, bytes.count)
    do throws(TakeFileError) {
      _ = try EncodedTakeRecovery.restore(&file, kind: kind)
    } catch {
      return first == nil ? nil : "what can be read was not mended: \(error)"
    }
    let second = try EncodedRecovery.survey(descriptor: source, kind: kind, path: Self.path)
    guard let first, let second else { return "nothing is left after mending" }
    if second.frames != first.frames { return "\(second.frames) frames after \(first.frames)" }
    // Holes stay where they are: only a copy has room for the silence in them.
    let isMended =
      second.isWhole
      || !first.holes.isEmpty && second.holes == first.holes && second.repairs.isEmpty
        && second.wholeBytes == second.fileBytes
    return isMended ? nil : "not whole after mending"
  }
}
