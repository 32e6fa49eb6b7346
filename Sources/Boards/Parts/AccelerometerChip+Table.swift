extension AccelerometerChip {
  /// The supported chips, with their names in board files, set to +-2 g and 50 to 125 readings per second.
  ///
  /// - Source: the data sheets named at each chip; identities and registers agree with the drivers in Linux
  ///   (drivers/iio/accel, drivers/iio/imu) and from the manufacturers.
  package static let all: [AccelerometerChip] = [
    st("lis3dh"), st("lis2dh12"), adxl345, mma8452q,
    invenSense("mpu6050", 0x68, [0x72: "MPU-6050 clone", 0x98: "MPU-6050 clone"]),
    invenSense("mpu6500", 0x70, [0x71: "MPU-9250", 0x73: "MPU-9255"]),
    lsm6("lsm6ds3", 0x69, [0x6a: "LSM6DS3TR-C or LSM6DSL"]), lsm6("lsm6dso", 0x6c), bmi160,
    msa("msa301", 0x26, shift: 2, countsPerG: 4096),
    msa("msa311", 0x62, shift: 4, countsPerG: 1024), kxtj3,
  ]

  /// The chip with this name.
  package static func named(_ name: String) -> AccelerometerChip? {
    all.first { $0.name == name }
  }

  /// The names of compatible chips in lower case, with and without hyphens, each with the chip that covers it.
  package static let covered: [String: String] = {
    var covered: [String: String] = [:]
    for chip in all {
      for word in chip.variants.values.flatMap({ $0.lowercased().split(separator: " ") }) {
        covered[String(word)] = chip.name
        covered[word.filter { $0 != "-" }] = chip.name
      }
    }
    return covered
  }()

  /// The names of the chips with this value in the identity register, in alphabetical order.
  package static func names(register: UInt8, value: Int) -> [String] {
    all.filter { $0.identity.register == register && $0.accepts(value) }.map(\.name).sorted()
  }

  /// - Source: ST LIS3DH and LIS2DH12: SA0, WHO_AM_I, CTRL_REG1 (100 Hz, all axes), CTRL_REG4 (block update, 12 bits),
  ///   OUT_X_L with bit 7 set, or every byte would come from the same register.
  private static func st(_ name: String) -> AccelerometerChip {
    AccelerometerChip(
      name: name, addresses: [0x18, 0x19], identity: .init(0x0f, 0x33),
      setUp: [.write(0x20, 0x57), .write(0x23, 0x88)], data: 0x28 | 0x80,
      words: Words(order: .littleEndian, shift: 4, countsPerG: 1000))
  }

  /// - Source: Analog Devices ADXL345: ALT ADDRESS, DEVID, DATA_FORMAT (full resolution), BW_RATE (100 Hz), POWER_CTL
  ///   (measure).
  private static let adxl345 = AccelerometerChip(
    name: "adxl345", addresses: [0x1d, 0x53], identity: .init(0x00, 0xe5),
    setUp: [.write(0x31, 0x08), .write(0x2c, 0x0a), .write(0x2d, 0x08)], data: 0x32,
    words: Words(order: .littleEndian, shift: 0, countsPerG: 256))

  /// - Source: NXP MMA8452Q: SA0, WHO_AM_I, CTRL_REG1 (standby, because nothing else may change while it is active;
  ///   then 50 Hz, active), XYZ_DATA_CFG (2 g).
  private static let mma8452q = AccelerometerChip(
    name: "mma8452q", addresses: [0x1c, 0x1d], identity: .init(0x0d, 0x2a),
    setUp: [.write(0x2a, 0x00), .write(0x0e, 0x00), .write(0x2a, 0x21)], data: 0x01,
    words: Words(order: .bigEndian, shift: 4, countsPerG: 1024))

  /// - Source: InvenSense MPU-6000/6050 and MPU-6500 register maps: AD0, WHO_AM_I (without the address bit), PWR_MGMT_1
  ///   (awake, clock of a gyroscope), ACCEL_CONFIG (2 g); boards sold as MPU-6050 that answer 0x72 or 0x98.
  private static func invenSense(
    _ name: String, _ value: UInt8, _ variants: [UInt8: String]
  ) -> AccelerometerChip {
    AccelerometerChip(
      name: name, addresses: [0x68, 0x69], identity: .init(0x75, value), variants: variants,
      setUp: [.write(0x6b, 0x01), .write(0x1c, 0x00)], data: 0x3b,
      words: Words(order: .bigEndian, shift: 0, countsPerG: 16384))
  }

  /// - Source: ST LSM6DS3 and LSM6DSO: SA0, WHO_AM_I, CTRL3_C (block update, address increment), CTRL1_XL (104 Hz, 2
  ///   g), 0.061 mg per count.
  private static func lsm6(
    _ name: String, _ value: UInt8, _ variants: [UInt8: String] = [:]
  ) -> AccelerometerChip {
    AccelerometerChip(
      name: name, addresses: [0x6a, 0x6b], identity: .init(0x0f, value), variants: variants,
      setUp: [.write(0x12, 0x44), .write(0x10, 0x40)], data: 0x28,
      words: Words(order: .littleEndian, shift: 0, countsPerG: 1000 / 0.061))
  }

  /// - Source: Bosch BMI160: SDO, CHIP_ID, CMD (accelerometer to normal mode, at most 3.8 ms), PMU_STATUS (in normal
  ///   mode), ACC_CONF (100 Hz), ACC_RANGE (2 g).
  private static let bmi160 = AccelerometerChip(
    name: "bmi160", addresses: [0x68, 0x69], identity: .init(0x00, 0xd1),
    setUp: [
      .command(0x7e, 0x11), .wait(0.005), .expect(0x03, mask: 0x30, 0x10), .write(0x40, 0x28),
      .write(0x41, 0x03),
    ], data: 0x12,
    words: Words(order: .littleEndian, shift: 0, countsPerG: 16384))

  /// - Source: MEMSensing MSA301 and MSA311, which have the same identity and different addresses: PARTID, ODR (all
  ///   axes, 125 Hz), power mode (normal), range (2 g; MSA301: 14 bits).
  private static func msa(
    _ name: String, _ address: Int, shift: Int, countsPerG: Double
  ) -> AccelerometerChip {
    AccelerometerChip(
      name: name, addresses: [address], identity: .init(0x01, 0x13),
      setUp: [
        .update(0x10, mask: 0xef, 0x07), .update(0x11, mask: 0xc0, 0x00),
        .update(0x0f, mask: 0x0f, 0x00),
      ], data: 0x02,
      words: Words(order: .littleEndian, shift: shift, countsPerG: countsPerG))
  }

  /// - Source: Kionix KXTJ3-1057: ADDR, WHO_AM_I, CTRL_REG1 (standby, because nothing else may change while it is on;
  ///   then on, 12 bits, 2 g), DATA_CTRL_REG (50 Hz).
  private static let kxtj3 = AccelerometerChip(
    name: "kxtj3", addresses: [0x0e, 0x0f], identity: .init(0x0f, 0x35),
    setUp: [.write(0x1b, 0x00), .write(0x21, 0x02), .write(0x1b, 0xc0)], data: 0x06,
    words: Words(order: .littleEndian, shift: 4, countsPerG: 1024))
}
