import Boards
import Glibc
import ReferenceArrays

/// Four microphones on a phone.
func phoneBoard() -> Board { Arrays.handHeld("phone", Arrays.phone) }

/// Eight microphones on a circle of 80 mm.
func circleBoard() -> Board {
  Arrays.handHeld(
    "circle",
    (0..<8).map { index in
      let angle = Double(index) * .pi / 4
      return (40 * cos(angle), 40 * sin(angle), 0)
    })
}

/// A new folder for the files of a benchmark.
func temporaryFolder() -> String? {
  var template = Array("/tmp/pinna-benchmark-XXXXXX".utf8CString)
  guard mkdtemp(&template) != nil else { return nil }
  return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

/// Removes a folder with everything in it.
func removeFolder(_ path: String) {
  // A link is removed, not what it points to; `unlink` refuses directories.
  if unlink(path) == 0 { return }
  guard let stream = opendir(path) else { return }
  while let entry = readdir(stream) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) {
      String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
    }
    if name != "." && name != ".." { removeFolder(path + "/" + name) }
  }
  closedir(stream)
  rmdir(path)
}
