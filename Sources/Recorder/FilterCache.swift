import Beamforming
import Glibc

/// Filters on disk: one file per design, named by the hash of what it depends on.
///
/// A file holds that text too, so that two texts with one hash are never mixed up. Anything unexpected in a file, or an
/// error of the system, means that there is nothing: the filters are designed again.
struct FilterCache: Sendable {
  let directory: String

  private static let magic = Array("PINNAFIR1\n".utf8)

  /// The filters that were kept for this text.
  func filters(for text: String) -> FilterBank? {
    guard let bytes = Self.read(path(text)) else { return nil }
    var rest = bytes[...]
    guard rest.starts(with: Self.magic) else { return nil }
    rest = rest.dropFirst(Self.magic.count)
    guard let length = Self.number(&rest), length == text.utf8.count, rest.count >= length,
      rest.prefix(length).elementsEqual(text.utf8)
    else { return nil }
    rest = rest.dropFirst(length)
    guard let rate = Self.number(&rest), let microphones = Self.number(&rest),
      let outputs = Self.number(&rest), let taps = Self.number(&rest),
      let delay = Self.number(&rest), (1...32).contains(microphones), (1...2).contains(outputs),
      (1...65536).contains(taps), rest.count == 4 * microphones * outputs * taps
    else { return nil }
    let coefficients = rest.withUnsafeBytes { raw in
      (0..<(microphones * outputs * taps)).map {
        Float(
          bitPattern: UInt32(
            littleEndian: raw.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self)))
      }
    }
    guard coefficients.allSatisfy(\.isFinite) else { return nil }
    return FilterBank(
      rate: rate, microphones: microphones, outputs: outputs, taps: taps, delay: delay,
      coefficients: coefficients)
  }

  /// Keeps filters for this text; a directory that cannot be written is no error.
  func keep(_ filters: FilterBank, for text: String) {
    var bytes = Self.magic
    Self.append(text.utf8.count, to: &bytes)
    bytes += text.utf8
    for value in [
      filters.rate, filters.microphones, filters.outputs, filters.taps, filters.delay,
    ] {
      Self.append(value, to: &bytes)
    }
    for value in filters.coefficients {
      withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
    }
    Self.makeDirectories(directory)
    // A reader sees the whole file or none: write beside it, then rename.
    let target = path(text)
    let temporary = "\(target).\(getpid())"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { return }
    let written = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    let closed = close(descriptor)
    if written == bytes.count && closed == 0 && rename(temporary, target) == 0 { return }
    unlink(temporary)
  }

  private func path(_ text: String) -> String {
    "\(directory)/\(Self.hash(text)).fir"
  }

  /// The FNV-1a hash of the text, in hexadecimal.
  ///
  /// - Source: draft-eastlake-fnv-17, 64 bits.
  static func hash(_ text: String) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in text.utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  private static func read(_ path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_size > 0, status.st_size < 1 << 26 else {
      return nil
    }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    let count = bytes.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
    return count == bytes.count ? bytes : nil
  }

  private static func makeDirectories(_ path: String) {
    for end in path.indices.dropFirst() where path[end] == "/" {
      mkdir(String(path[..<end]), 0o755)
    }
    mkdir(path, 0o755)
  }

  private static func append(_ value: Int, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: Int64(value).littleEndian) { bytes.append(contentsOf: $0) }
  }

  private static func number(_ rest: inout ArraySlice<UInt8>) -> Int? {
    guard rest.count >= 8 else { return nil }
    let value = rest.withUnsafeBytes {
      Int64(littleEndian: $0.loadUnaligned(fromByteOffset: 0, as: Int64.self))
    }
    rest = rest.dropFirst(8)
    return Int(exactly: value)
  }
}
