import Essentials
import Testing

@testable import LinuxBoard

/// A chip that is a list of registers, and writes down what is done to it.
final class ByteListBus: RegisterBus {
  /// The registers; a block counts up from its register without its bit 7, as chips do.
  var registers = [UInt8](repeating: 0, count: 256)
  /// Registers that read as 0 whatever is written.
  var forgetful: Set<UInt8> = []
  /// The error that every transfer fails with.
  var fault: Int32?
  /// The transfers so far: `r0f` reads, `w20=57` writes, `ba8+6` reads a block.
  private(set) var transfers: [String] = []

  /// Gives the transfers since the last call, in one line.
  func drain() -> String {
    defer { transfers = [] }
    return transfers.joined(separator: " ")
  }

  func read(_ register: UInt8) throws(BusFault) -> UInt8 {
    transfers.append("r\(hex(register))")
    if let fault { throw .read(register: register, errno: fault) }
    return forgetful.contains(register) ? 0 : registers[Int(register)]
  }

  func write(_ register: UInt8, _ value: UInt8) throws(BusFault) {
    transfers.append("w\(hex(register))=\(hex(value))")
    if let fault { throw .write(register: register, errno: fault) }
    registers[Int(register)] = value
  }

  func read(_ register: UInt8, count: Int) throws(BusFault) -> [UInt8] {
    transfers.append("b\(hex(register))+\(count)")
    if let fault { throw .read(register: register, errno: fault) }
    let first = Int(register & 0x7f)
    return Array(registers[first..<(first + count)])
  }

  private func hex(_ value: UInt8) -> String {
    value.hexadecimal(digits: 2)
  }
}

/// The data sheet of a chip, written down a second time.
struct ChipSheet: Sendable, CustomTestStringConvertible {
  var name: String
  /// The register that says which chip it is, and what it says.
  var identity: (register: UInt8, value: UInt8)
  /// Registers and what they hold after power on, where that matters.
  var reset: [UInt8: UInt8] = [:]
  /// Registers that do not keep what is written.
  var forgetful: Set<UInt8> = []
  /// The transfers by which it is identified and set up; a bar stands for a wait.
  var setUp: String
  /// The transfer of a reading, and the first register of the data.
  var reading: String
  var data: UInt8
  /// The two bytes of +1 g, of -1 g, of the smallest step above 0 and below 0, in the order of the registers.
  var plus: [UInt8]
  var minus: [UInt8]
  var stepUp: [UInt8]
  var stepDown: [UInt8]
  /// The smallest step in g.
  var step: Double

  var testDescription: String { name }

  /// A chip that has just got its power and shows words on its axes.
  func bus(x: [UInt8], y: [UInt8], z: [UInt8]) -> ByteListBus {
    let bus = ByteListBus()
    for (register, value) in reset { bus.registers[Int(register)] = value }
    bus.registers[Int(identity.register)] = identity.value
    bus.forgetful = forgetful
    show(x + y + z, on: bus)
    return bus
  }

  /// Changes what the chip shows.
  func show(_ bytes: [UInt8], on bus: ByteListBus) {
    for (index, byte) in bytes.enumerated() { bus.registers[Int(data) + index] = byte }
  }
}
