import CI2C
import Glibc

/// One address on an I2C bus of the kernel, used through SMBus calls and closed in `deinit`.
///
/// Some adapters, and the kernel's stub chip, accept only SMBus calls and no plain I2C messages.
///
/// - Thread: one thread at a time; if the bus hangs, the thread is blocked until the kernel driver's time-out, 1 s by
///   default.
/// - Source: Linux Documentation/i2c/dev-interface.rst.
final class I2CBus: RegisterBus {
  private let descriptor: Int32

  /// Opens a bus and selects an address; nothing is sent yet.
  init(number: Int, address: Int) throws(BusFault) {
    let opened = open("/dev/i2c-\(number)", O_RDWR | O_CLOEXEC)
    guard opened >= 0 else { throw BusFault(openErrno: errno) }
    guard ioctl(opened, UInt(I2C_SLAVE), CInt(address)) == 0 else {
      let refused = errno
      close(opened)
      throw BusFault(openErrno: refused)
    }
    descriptor = opened
  }

  deinit { close(descriptor) }

  func read(_ register: UInt8) throws(BusFault) -> UInt8 {
    let value = i2c_smbus_read_byte_data(descriptor, register)
    guard value >= 0 else { throw .read(register: register, errno: -value) }
    return UInt8(truncatingIfNeeded: value)
  }

  func write(_ register: UInt8, _ value: UInt8) throws(BusFault) {
    let code = i2c_smbus_write_byte_data(descriptor, register, value)
    guard code >= 0 else { throw .write(register: register, errno: -code) }
  }

  func read(_ register: UInt8, count: Int) throws(BusFault) -> [UInt8] {
    var values = [UInt8](repeating: 0, count: Int(I2C_SMBUS_BLOCK_MAX))
    let got = i2c_smbus_read_i2c_block_data(
      descriptor, register, UInt8(truncatingIfNeeded: count), &values)
    guard got >= 0 else { throw .read(register: register, errno: -got) }
    guard got == count else { throw .read(register: register, errno: EIO) }
    return Array(values.prefix(count))
  }
}

extension BusFault {
  fileprivate init(openErrno: Int32) {
    switch openErrno {
    case ENOENT, ENXIO, ENODEV: self = .noBus
    case EACCES, EPERM: self = .noPermission
    case EBUSY: self = .busy
    default: self = .open(errno: openErrno)
    }
  }
}
