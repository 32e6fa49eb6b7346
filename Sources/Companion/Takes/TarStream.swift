import Glibc

/// An archive of files that is made while it is being sent, so that none of it is ever stored.
///
/// The length of the archive is known before it begins. If a file has changed since, or is missing, the archive ends
/// early, which a browser reports as a failed download.
///
/// - Source: POSIX.1-2017, pax, "ustar Interchange Format"; sizes of 8 GiB and more as GNU tar writes them, in base
///   256.
final class TarStream: WebStream {
  /// A file of an archive, which is opened when its turn comes.
  struct File: Sendable {
    /// The folder of the file.
    let folder: String
    /// The name of the file.
    let name: String
    /// The size of the file in bytes.
    let size: Int
    /// The time at which the file was last changed, in seconds since 1970.
    let time: Int
    /// The tag by which a changed file is recognised.
    let tag: String
  }

  private static let block = 512
  /// The longest name, in bytes, that a header takes.
  private static let mostName = 99

  private let files: [File]
  /// The file that is being sent, once reading it has begun.
  private var open: FileStream?
  private var index = 0
  /// The bytes of that file sent so far, without its header.
  private var place = 0
  private var pending: ArraySlice<UInt8>
  private var isDone = false

  /// Starts an archive of files.
  init(_ files: [File]) {
    self.files = files
    pending = files.first.map { Self.head($0) }?[...] ?? []
    if files.isEmpty { end() }
  }

  /// The number of bytes in an archive of these files.
  static func count(_ files: [File]) -> Int {
    files.reduce(2 * block) { $0 + head($1).count + $1.size + padding($1.size) }
  }

  /// The number of zeros that fill the last block after this many bytes.
  private static func padding(_ size: Int) -> Int { (block - size % block) % block }

  func next(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    while pending.isEmpty {
      if isDone { return 0 }
      let file = files[index]
      if place < file.size { return read(file, into: buffer) }
      open = nil
      pending = [UInt8](repeating: 0, count: Self.padding(file.size))[...]
      (index, place) = (index + 1, 0)
      if index < files.count {
        pending += Self.head(files[index])
      } else {
        end()
      }
    }
    let count = min(pending.count, buffer.count)
    buffer.copyBytes(from: pending.prefix(count))
    pending = pending.dropFirst(count)
    return count
  }

  private func end() {
    pending += [UInt8](repeating: 0, count: 2 * Self.block)
    isDone = true
  }

  private func read(_ file: File, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    if open == nil, let found = OpenTakeFile(folder: file.folder, name: file.name),
      found.tag == file.tag
    {
      open = FileStream(found, 0..<file.size)
    }
    let count = open?.next(into: buffer) ?? 0
    place += count
    return count
  }

  /// The header of a file in an archive; a name that is too long for it comes before, in a pax record.
  static func head(_ file: File) -> [UInt8] {
    let own = head(file.name, file.size, file.time, type: "0")
    guard file.name.utf8.count > mostName else { return own }
    // A record begins with its own length in bytes.
    let text = Array(" path=\(file.name)\n".utf8)
    var digits = String(text.count)
    while let count = Int(digits), count < text.count + digits.utf8.count {
      digits = String(text.count + digits.utf8.count)
    }
    let record = Array(digits.utf8) + text
    let filling = [UInt8](repeating: 0, count: padding(record.count))
    return head("pax/" + file.name, record.count, file.time, type: "x") + record + filling + own
  }

  private static func head(
    _ name: String, _ size: Int, _ time: Int, type: Unicode.Scalar
  ) -> [UInt8] {
    var head = [UInt8](repeating: 0, count: block)
    func put(_ bytes: some Sequence<UInt8>, at place: Int) {
      for (n, byte) in bytes.enumerated() { head[place + n] = byte }
    }
    func octal(_ value: Int, digits: Int) -> [UInt8] {
      let text = String(value, radix: 8)
      return Array((String(repeating: "0", count: max(0, digits - text.count)) + text).utf8)
    }
    put(name.utf8.prefix(mostName), at: 0)
    put(octal(0o644, digits: 7), at: 100)
    put(octal(0, digits: 7), at: 108)
    put(octal(0, digits: 7), at: 116)
    if size < 1 << 33 {
      put(octal(size, digits: 11), at: 124)
    } else {
      head[124] = 0x80
      put((0..<8).map { UInt8(truncatingIfNeeded: size >> (56 - 8 * $0)) }, at: 128)
    }
    put(octal(time, digits: 11), at: 136)
    put(Array(repeating: UInt8(ascii: " "), count: 8), at: 148)
    head[156] = UInt8(ascii: type)
    put("ustar\u{0}00".utf8, at: 257)
    let sum = head.reduce(0) { $0 + Int($1) }
    put(octal(sum, digits: 6) + [0, UInt8(ascii: " ")], at: 148)
    return head
  }
}

extension TarStream.File {
  /// Finds a file in a folder; `nil` if there is no file of this name, or it is not a regular file.
  init?(folder: String, name: String) {
    guard let file = OpenTakeFile(folder: folder, name: name) else { return nil }
    self.init(folder: folder, name: name, size: file.size, time: file.time, tag: file.tag)
  }
}
