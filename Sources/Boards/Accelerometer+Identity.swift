extension Accelerometer {
  /// The register that identifies a chip, and its value.
  public struct Identity: Sendable, Equatable {
    /// The register.
    public var register: Int
    /// The value of the register.
    public var value: Int

    /// An identity from its parts.
    public init(register: Int, value: Int) {
      self.register = register
      self.value = value
    }
  }

  /// The identities of the chips that can be read, by their names.
  ///
  /// - Source: the data sheets: ST (WHO_AM_I), Analog Devices (DEVID), NXP (WHO_AM_I), InvenSense (WHO_AM_I without the
  ///   address bit), Bosch (CHIP_ID), MEMSensing (PARTID: MSA301 and MSA311 have one) and Kionix (WHO_AM_I).
  public static let identities: [String: Identity] = [
    "lis3dh": Identity(register: 0x0f, value: 0x33),
    "lis2dh12": Identity(register: 0x0f, value: 0x33),
    "adxl345": Identity(register: 0x00, value: 0xe5),
    "mma8452q": Identity(register: 0x0d, value: 0x2a),
    "mpu6050": Identity(register: 0x75, value: 0x68),
    "mpu6500": Identity(register: 0x75, value: 0x70),
    "lsm6ds3": Identity(register: 0x0f, value: 0x69),
    "lsm6dso": Identity(register: 0x0f, value: 0x6c),
    "bmi160": Identity(register: 0x00, value: 0xd1),
    "msa301": Identity(register: 0x01, value: 0x13),
    "msa311": Identity(register: 0x01, value: 0x13),
    "kxtj3": Identity(register: 0x0f, value: 0x35),
  ]

  /// Other values in the identity registers of chips with the same registers, and who has them.
  ///
  /// - Source: data sheets of ST and InvenSense; boards sold as MPU-6050 that answer 0x72 or 0x98.
  public static let variants: [String: [Int: String]] = [
    "lsm6ds3": [0x6a: "LSM6DS3TR-C or LSM6DSL"],
    "mpu6050": [0x72: "MPU-6050 clone", 0x98: "MPU-6050 clone"],
    "mpu6500": [0x71: "MPU-9250", 0x73: "MPU-9255"],
  ]

  /// True when a chip of this name may have a value in its identity register.
  public static func accepts(_ value: Int, as chip: String) -> Bool {
    identities[chip]?.value == value || variants[chip]?[value] != nil
  }

  /// The identity of this chip; `nil` for a chip that cannot be read.
  public var identity: Identity? { Self.identities[chip] }

  /// The chips that would answer with this value, in alphabetical order.
  public static func chips(register: Int, value: Int) -> [String] {
    identities.filter { $0.value.register == register && accepts(value, as: $0.key) }.keys.sorted()
  }
}
