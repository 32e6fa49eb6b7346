import Boards
import Glibc

/// The microphones of boards/phone.toml.
func phoneBoard() -> Board {
  handHeldBoard(
    "phone",
    [
      Vector3(-22, -73.5, 0), Vector3(22, -73.5, 0), Vector3(0, 69, 4), Vector3(18, 61, -4),
    ])
}

/// Eight microphones on a circle of 80 mm.
func circleBoard() -> Board {
  handHeldBoard(
    "circle",
    (0..<8).map { index in
      let angle = Double(index) * .pi / 4
      return Vector3(40 * cos(angle), 40 * sin(angle), 0)
    })
}

private func handHeldBoard(_ id: String, _ millimetres: [Vector3]) -> Board {
  let microphones = millimetres.enumerated().map {
    Microphone(name: "M\($0.offset + 1)", channel: $0.offset, position: $0.element / 1000)
  }
  let sources = [("Back", DeviceFace.back), ("Front", DeviceFace.front)].map { name, face in
    DataSource(
      name: name, orientation: face, forward: face.direction, patterns: [.stereo],
      microphones: Array(microphones.indices))
  }
  return Board(
    id: id, name: id, source: "made for benchmarks",
    capture: Capture(device: "none", channels: microphones.count), microphones: microphones,
    dataSources: sources)
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
