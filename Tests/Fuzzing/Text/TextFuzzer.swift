// Driven by libFuzzer: deploy/fuzz compiles it in one module with the readers of Varlink, of gpsd and of the page.

import Boards
import Glibc
import ResponseFiles

/// The fields of the page's requests, of every type that they have.
private struct Body: Decodable {
  var name: String?
  var number: Int?
  var seconds: Double?
  var isDownload: Bool?
  var takes: [Take]?

  struct Take: Decodable {
    var number: Int
    var name: String
  }
}

/// Input of strangers, for the reader that its first byte names.
private func read(_ kind: UInt8, _ bytes: [UInt8]) {
  switch kind {
  case UInt8(ascii: "b"):
    _ = try? Board.load(bytes: bytes, name: "board.toml", id: "board")
  case UInt8(ascii: "g"):
    _ = try? WireMessage(bytes, levels: 16).decoded(GPSDReport.self)
  case UInt8(ascii: "p"):
    let line = String(decoding: bytes, as: UTF8.self)
    _ = HostNames(machine: "pinna").accepts(host: line)
    if case .part(let offset, let count) = ByteRange(line, of: 1000) {
      precondition(offset >= 0 && count > 0 && offset + count <= 1000, "a part of the file")
    }
  case UInt8(ascii: "j"):
    _ = try? WireMessage(bytes, levels: 4).decoded(Body.self)
  case UInt8(ascii: "s"):
    // The library that reads SOFA files wants a path.
    let path = "/dev/shm/pinna-fuzz-\(getpid()).sofa"
    guard let file = fopen(path, "w") else { return }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
    _ = try? ResponseFile.read(path: path, rate: 48000)
    _ = try? ResponseFile.readHead(path: path, rate: 48000)
    unlink(path)
  default: break
  }
}

/// One execution.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  let bytes = Array(UnsafeRawBufferPointer(start: data, count: size))
  if let kind = bytes.first { read(kind, Array(bytes.dropFirst())) }
  return 0
}
