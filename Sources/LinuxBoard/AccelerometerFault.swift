import Boards
import Essentials
import Glibc
import Recorder

/// The reason why an accelerometer gives no reading.
enum AccelerometerFault: Error, Sendable, Equatable {
  /// A request to the bus, or to the chip on it, failed.
  case bus(BusFault)
  /// A different chip is at the address; nothing was written to it.
  case identity(register: UInt8, found: UInt8, expected: UInt8, known: [String])
  /// A register did not keep the value written to it.
  case refused(register: UInt8, asked: UInt8, got: UInt8)
  /// The readings of all axes have not changed for a long time, as if the chip no longer measured.
  case unchanging
  /// All axes read exactly 0, or all read exactly -1, as with a chip without power or connection.
  case stuck(raw: Int16)
}

extension AccelerometerFault {
  /// The fault as a problem that users can read.
  func problem(with accelerometer: Accelerometer) -> HardwareProblem {
    let (reason, remedy) = texts(accelerometer)
    return HardwareProblem(
      what: "accelerometer \(accelerometer.chip)",
      place: "I2C bus \(accelerometer.bus), address \(accelerometer.address.registerText)",
      reason: reason, remedy: remedy)
  }

  private func texts(_ accelerometer: Accelerometer) -> (reason: String, remedy: String) {
    switch self {
    case .bus(let fault): fault.texts(accelerometer)
    case .identity(let register, let found, let expected, let known):
      (
        "register \(register.registerText) reads \(found.registerText), but a \(accelerometer.chip) has "
          + expected.registerText
          + (known.isEmpty
            ? "; it is an unknown chip"
            : "; this is \(known.joined(separator: " or "))"),
        known.isEmpty
          ? "correct [accelerometer] in the board file; nothing was written to the chip"
          : "write chip = \"\(known[0])\" in the board file; nothing was written to the chip"
      )
    case .refused(let register, let asked, let got):
      (
        "register \(register.registerText) was set to \(asked.registerText) and reads "
          + got.registerText,
        "check its supply and wires; the recorder tries again every second"
      )
    case .unchanging:
      (
        "its readings have not changed at all for \(Int(AccelerometerDriver.stuckSeconds)) s",
        "check its supply and wires; the recorder sets it up again every second"
      )
    case .stuck(let raw):
      (
        "every axis reads exactly \(raw)",
        "check its supply and wires; the recorder tries again every second"
      )
    }
  }
}

extension HardwareProblem {
  /// The problem of a board file that names a chip missing from the table.
  static func unknownChip(_ accelerometer: Accelerometer) -> HardwareProblem {
    HardwareProblem(
      what: "accelerometer \(accelerometer.chip)", place: "I2C bus \(accelerometer.bus)",
      reason: "no chip of this name is known",
      remedy: "known chips are \(AccelerometerChip.all.map(\.name).joined(separator: ", "))")
  }
}

extension BusFault {
  fileprivate func texts(_ accelerometer: Accelerometer) -> (reason: String, remedy: String) {
    let file = "/dev/i2c-\(accelerometer.bus)"
    let wires = "check address, supply and wires; 'i2cdetect -y \(accelerometer.bus)' lists the bus"
    switch self {
    case .noBus:
      return (
        "there is no \(file)",
        "switch the bus on (Raspberry Pi: dtparam=i2c_arm=on) and load the module i2c-dev"
      )
    case .noPermission:
      return (
        "no permission to open \(file) (errno \(EACCES))",
        "add the user to the group that owns it, usually i2c"
      )
    case .busy:
      return (
        "a kernel driver is using the address (errno \(EBUSY))",
        "remove the sensor's overlay, so that the kernel does not read the sensor"
      )
    case .open(let errno): return ("\(file) cannot be opened (errno \(errno))", wires)
    case .read(let register, let errno):
      return ("reading register \(register.registerText) failed (errno \(errno))", wires)
    case .write(let register, let errno):
      return ("writing register \(register.registerText) failed (errno \(errno))", wires)
    }
  }
}
