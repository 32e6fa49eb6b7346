import Boards

/// The description of an accelerometer by which the driver reads it.
struct AccelerometerChip: Sendable, Equatable {
  /// The part's name, as board files write it.
  var name: String
  /// The steps that turn the sensor on, once its identity is certain.
  var setUp: [Step]
  /// The register from which the six bytes of a reading are read in one transfer.
  var data: UInt8
  /// The meaning of those bytes.
  var words: Words

  /// The identity by which the chip is recognised.
  ///
  /// - Precondition: it is a chip of the board files.
  var identity: Identity {
    guard let identity = Accelerometer.identities[name] else {
      preconditionFailure("\(name) has no identity")
    }
    return Identity(register: UInt8(identity.register), value: UInt8(identity.value))
  }

  /// The register that identifies a chip, and its value.
  struct Identity: Sendable, Equatable {
    /// The register.
    var register: UInt8
    /// Its value.
    var value: UInt8
  }

  /// One step of setting up.
  enum Step: Sendable, Equatable {
    /// Writes a register and reads it back.
    case write(UInt8, UInt8)
    /// Writes some bits of a register, keeps the others, and reads the written ones back.
    case update(UInt8, mask: UInt8, UInt8)
    /// Writes a register that cannot be read back.
    case command(UInt8, UInt8)
    /// Expects some bits of a register to have a value.
    case expect(UInt8, mask: UInt8, UInt8)
    /// Waits for the seconds that the chip needs.
    case wait(Double)
  }

  /// Three 16-bit words, x, y and z.
  struct Words: Sendable, Equatable {
    /// The order of the bytes of a word.
    var order: ByteOrder
    /// The number of unused low bits: 4 for 12 bits that are left-justified in 16.
    var shift: Int
    /// Counts of the shifted word at 1 g.
    var countsPerG: Double

    /// The signed words of six bytes, before the shift.
    func raw(_ bytes: [UInt8]) -> SIMD3<Int16> {
      var words = SIMD3<Int16>()
      for axis in 0..<3 {
        let first = UInt16(bytes[2 * axis])
        let second = UInt16(bytes[2 * axis + 1])
        let word = order == .littleEndian ? first | second << 8 : first << 8 | second
        words[axis] = Int16(bitPattern: word)
      }
      return words
    }

    /// The acceleration that the words stand for, in g on the axes of the chip.
    func acceleration(_ raw: SIMD3<Int16>) -> Vector3 {
      Vector3(Double(raw.x >> shift), Double(raw.y >> shift), Double(raw.z >> shift)) / countsPerG
    }
  }

  /// The order of the bytes of a word.
  enum ByteOrder: Sendable {
    /// The low byte comes first.
    case littleEndian
    /// The high byte comes first.
    case bigEndian
  }
}
