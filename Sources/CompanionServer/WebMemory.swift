import CWebServer
import Glibc

/// Keeps the server's resident memory small.
///
/// Most of the resident memory consists of pages of the program and its libraries. The loader and the first requests
/// read many of these pages only once, but they would stay resident for the life of the process. If the memory exceeds
/// a limit, all these pages are released; pages still in use return from the system's cache, a few hundred per
/// millisecond.
struct WebMemory {
  /// The resident memory, in bytes, above which pages are released.
  ///
  /// `deploy/test-web-page --load` measures the memory needed for ten pages, downloads and live sound.
  static let most = 10 << 20
  /// The minimum interval between releases in seconds, in case the pages in use alone exceed the limit.
  static let restSeconds = 2

  private var rest = 0

  /// Releases pages if necessary; call it every second.
  mutating func tidy() {
    rest = max(0, rest - 1)
    guard rest == 0, Self.resident() > Self.most else { return }
    pinna_web_give_back()
    rest = Self.restSeconds
  }

  /// The number of resident bytes; 0 if unknown.
  ///
  /// - Source: proc(5), /proc/self/statm: the second number is the resident memory in pages.
  static func resident() -> Int {
    let file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return 0 }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 128)
    let count = read(file, &bytes, bytes.count)
    let numbers = bytes.prefix(max(0, count)).split(separator: UInt8(ascii: " "))
    guard numbers.count > 1, let pages = Int(String(decoding: numbers[1], as: UTF8.self)) else {
      return 0
    }
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}
