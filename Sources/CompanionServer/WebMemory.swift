import CWebServer
import Glibc

/// The resident memory of the server.
///
/// Most of it are pages of the program and its libraries. The loader and the first requests read many once, and they
/// stay resident for as long as the process lives. Above a bound all are given back: those that are in use come again
/// from the system's cache, a few hundred in a millisecond.
struct WebMemory {
  /// Bytes above which pages are given back.
  ///
  /// `deploy/test-web-page --load` says what ten pages, downloads and live sound use.
  static let most = 10 << 20
  /// Seconds between two times, when what is in use is more than that.
  static let restSeconds = 2

  private var rest = 0

  /// Looks at the memory; to be called every second.
  mutating func tidy() {
    rest = max(0, rest - 1)
    guard rest == 0, Self.resident() > Self.most else { return }
    pinna_web_give_back()
    rest = Self.restSeconds
  }

  /// Bytes that are resident; 0 where the system does not say.
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
