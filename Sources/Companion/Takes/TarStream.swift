import Glibc

/// An archive of files that is made while it is being sent, so that none of it is ever stored.
///
/// The length of the archive is known before it begins. If a file has become shorter since, it is padded with zeros; if
/// a file is missing, the archive ends early, which a browser reports as a failed download.
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

    /// Finds a file in a folder; `nil` if there is no file of this name, or it is not a regular file.
    init?(folder: String, name: String) {
      guard let file = OpenTakeFile(folder: folder, name: name) else { return nil }
      (self.folder, self.name, size, time) = (folder, name, file.size, file.time)
    }
  }

  private static let block = 512

  private let files: [File]
  /// The file that is being sent, once reading it has begun.
  private var open: OpenTakeFile?
  private var index = 0
  /// The bytes of that file sent so far, without its header.
  private var place = 0
  private var pending: ArraySlice<UInt8>
  private var isDone = false

  /// Starts an archive of files.
  init(_ files: [File]) {
    self.files = files
    pending = files.first.map { Self.head($0.name, $0.size, $0.time) }?[...] ?? []
    if files.isEmpty { end() }
  }

  /// The number of bytes in an archive of files of these sizes.
  static func count(_ sizes: [Int]) -> Int {
    sizes.reduce(2 * block) { $0 + block + ($1 + block - 1) / block * block }
  }

  func next(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    while pending.isEmpty {
      if isDone { return 0 }
      let file = files[index]
      if place < file.size { return read(file, into: buffer) }
      open = nil
      let rest = (Self.block - file.size % Self.block) % Self.block
      pending = [UInt8](repeating: 0, count: rest)[...]
      (index, place) = (index + 1, 0)
      if index < files.count {
        pending += Self.head(files[index].name, files[index].size, files[index].time)
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
    if open == nil { open = OpenTakeFile(folder: file.folder, name: file.name) }
    guard let open else { return 0 }
    let wanted = min(buffer.count, file.size - place)
    var count = pread(open.descriptor, buffer.baseAddress, wanted, off_t(place))
    if count <= 0 {
      buffer.baseAddress?.initializeMemory(as: UInt8.self, repeating: 0, count: wanted)
      count = wanted
    }
    place += count
    return count
  }

  /// The header of a file in an archive.
  static func head(_ name: String, _ size: Int, _ time: Int) -> [UInt8] {
    var head = [UInt8](repeating: 0, count: block)
    func put(_ bytes: some Sequence<UInt8>, at place: Int) {
      for (n, byte) in bytes.enumerated() { head[place + n] = byte }
    }
    func octal(_ value: Int, digits: Int) -> [UInt8] {
      let text = String(value, radix: 8)
      return Array((String(repeating: "0", count: max(0, digits - text.count)) + text).utf8)
    }
    put(name.utf8.prefix(99), at: 0)
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
    head[156] = UInt8(ascii: "0")
    put("ustar\u{0}00".utf8, at: 257)
    let sum = head.reduce(0) { $0 + Int($1) }
    put(octal(sum, digits: 6) + [0, UInt8(ascii: " ")], at: 148)
    return head
  }
}
