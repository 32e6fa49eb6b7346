import CWebServer
import Glibc

/// The resident memory of the server.
///
/// Most of it is pages of the program and its libraries. The loader and the first requests read many of them once, and
/// they stay resident for the life of the process. Above a limit, all are released: the pages in use return from the
/// system's cache, a few hundred in a millisecond.
struct WebMemory {
  /// Resident bytes above which pages are released.
  ///
  /// `deploy/test-web-page --load` measures the use of ten pages, downloads and live sound.
  static let most = 10 << 20
  /// The minimum interval in seconds, if the pages in use exceed the limit.
  static let restSeconds = 2

  private var rest = 0

  /// Checks the memory; to be called every second.
  mutating func tidy() {
    rest = max(0, rest - 1)
    guard rest == 0, Self.resident() > Self.most else { return }
    pinna_web_give_back()
    rest = Self.restSeconds
  }

  /// The resident bytes; 0 if unknown.
  ///
  /// - Source: proc(5), /proc/self/statm: its second number, in pages.
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
