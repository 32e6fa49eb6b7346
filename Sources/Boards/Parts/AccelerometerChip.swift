/// A supported accelerometer: a row of the table of chips.
package struct AccelerometerChip: Sendable, Equatable {
  /// The name of the chip in board files.
  package var name: String
  /// The possible 7-bit addresses of the chip.
  package var addresses: [Int]
  /// The identity by which the chip is recognised.
  package var identity: Identity
  /// Other values of the identity register in compatible chips, with the names of these chips.
  package var variants: [UInt8: String] = [:]
  /// The steps that switch the sensor on, once the chip has been identified.
  package var setUp: [Step]
  /// The first register of a reading, which is six bytes read in one transfer.
  package var data: UInt8
  /// The format of these six bytes.
  package var words: Words

  /// The register that identifies a chip, and the value expected there.
  package struct Identity: Sendable, Equatable {
    /// The register.
    package var register: UInt8
    /// The value expected in the register.
    package var value: UInt8

    init(_ register: UInt8, _ value: UInt8) { (self.register, self.value) = (register, value) }
  }

  /// The compatible chip with this value in its identity register; `nil` for this chip's own value and for unknown
  /// values.
  package func variant(_ value: Int) -> String? { UInt8(exactly: value).flatMap { variants[$0] } }

  /// True if this chip or a compatible one has this value in its identity register.
  package func accepts(_ value: Int) -> Bool {
    Int(identity.value) == value || variant(value) != nil
  }

  /// One step in setting up the chip.
  package enum Step: Sendable, Equatable {
    /// Writes a register, and reads it back as a check.
    case write(UInt8, UInt8)
    /// Writes some bits of a register, keeps the others, and reads the written bits back as a check.
    case update(UInt8, mask: UInt8, UInt8)
    /// Writes a register that cannot be read back.
    case command(UInt8, UInt8)
    /// Checks that some bits of a register have a value.
    case expect(UInt8, mask: UInt8, UInt8)
    /// Waits for a number of seconds.
    case wait(Double)
  }

  /// The format of the three 16-bit words of a reading: x, y and z.
  package struct Words: Sendable, Equatable {
    /// The order of the two bytes of a word.
    package var order: ByteOrder
    /// The number of unused low bits: 4 if 12 bits are left-justified in 16.
    package var shift: Int
    /// The value of the shifted word at 1 g.
    package var countsPerG: Double

    /// The three signed words in six bytes, before the shift.
    package func raw(_ bytes: [UInt8]) -> SIMD3<Int16> {
      var words = SIMD3<Int16>()
      for axis in 0..<3 {
        let first = UInt16(bytes[2 * axis])
        let second = UInt16(bytes[2 * axis + 1])
        let word = order == .littleEndian ? first | second << 8 : first << 8 | second
        words[axis] = Int16(bitPattern: word)
      }
      return words
    }

    /// The acceleration in g along the axes of the chip.
    package func acceleration(_ raw: SIMD3<Int16>) -> Vector3 {
      Vector3(Double(raw.x >> shift), Double(raw.y >> shift), Double(raw.z >> shift)) / countsPerG
    }
  }

  /// The order of the two bytes of a word.
  package enum ByteOrder: Sendable {
    /// The low byte comes first.
    case littleEndian
    /// The high byte comes first.
    case bigEndian
  }
}
