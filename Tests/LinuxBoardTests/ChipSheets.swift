extension ChipSheet {
  private static let st = "r0f w20=57 r20 w23=88 r23"
  private static let invenSense = "w6b=01 r6b w1c=00 r1c"
  private static let lsm6 = "r0f w12=44 r12 w10=40 r10"
  private static let msa = "r01 r10 w10=07 r10 r11 w11=1e r11 r0f w0f=00 r0f"
  private static let msaReset: [UInt8: UInt8] = [0x10: 0x0f, 0x11: 0x9e]

  /// Every chip that a board file can name.
  static let all: [ChipSheet] = [
    // 12 bits on the left, 1 mg each.
    ChipSheet(
      name: "lis3dh", identity: (0x0f, 0x33), setUp: st, reading: "ba8+6", data: 0x28,
      plus: [0x80, 0x3e], minus: [0x80, 0xc1], stepUp: [0x1f, 0x00], stepDown: [0xf0, 0xff],
      step: 0.001),
    ChipSheet(
      name: "lis2dh12", identity: (0x0f, 0x33), setUp: st, reading: "ba8+6", data: 0x28,
      plus: [0x80, 0x3e], minus: [0x80, 0xc1], stepUp: [0x1f, 0x00], stepDown: [0xf0, 0xff],
      step: 0.001),
    // 10 bits on the right, their sign in all bits above.
    ChipSheet(
      name: "adxl345", identity: (0x00, 0xe5),
      setUp: "r00 w31=08 r31 w2c=0a r2c w2d=08 r2d", reading: "b32+6", data: 0x32,
      plus: [0x00, 0x01], minus: [0x00, 0xff], stepUp: [0x01, 0x00], stepDown: [0xff, 0xff],
      step: 1.0 / 256),
    // 12 bits on the left, the high byte first.
    ChipSheet(
      name: "mma8452q", identity: (0x0d, 0x2a),
      setUp: "r0d w2a=00 r2a w0e=00 r0e w2a=21 r2a", reading: "b01+6", data: 0x01,
      plus: [0x40, 0x00], minus: [0xc0, 0x00], stepUp: [0x00, 0x10], stepDown: [0xff, 0xf0],
      step: 1.0 / 1024),
    ChipSheet(
      name: "mpu6050", identity: (0x75, 0x68), reset: [0x6b: 0x40], setUp: "r75 " + invenSense,
      reading: "b3b+6", data: 0x3b, plus: [0x40, 0x00], minus: [0xc0, 0x00],
      stepUp: [0x00, 0x01], stepDown: [0xff, 0xff], step: 1.0 / 16384),
    ChipSheet(
      name: "mpu6500", identity: (0x75, 0x70), reset: [0x6b: 0x01], setUp: "r75 " + invenSense,
      reading: "b3b+6", data: 0x3b, plus: [0x40, 0x00], minus: [0xc0, 0x00],
      stepUp: [0x00, 0x01], stepDown: [0xff, 0xff], step: 1.0 / 16384),
    // 0.061 mg each: 16393 of them are nearest to 1 g.
    ChipSheet(
      name: "lsm6ds3", identity: (0x0f, 0x69), setUp: lsm6, reading: "b28+6", data: 0x28,
      plus: [0x09, 0x40], minus: [0xf7, 0xbf], stepUp: [0x01, 0x00], stepDown: [0xff, 0xff],
      step: 0.000061),
    ChipSheet(
      name: "lsm6dso", identity: (0x0f, 0x6c), setUp: lsm6, reading: "b28+6", data: 0x28,
      plus: [0x09, 0x40], minus: [0xf7, 0xbf], stepUp: [0x01, 0x00], stepDown: [0xff, 0xff],
      step: 0.000061),
    ChipSheet(
      name: "bmi160", identity: (0x00, 0xd1), reset: [0x03: 0x10], forgetful: [0x7e],
      setUp: "r00 w7e=11 | r03 w40=28 r40 w41=03 r41", reading: "b12+6", data: 0x12,
      plus: [0x00, 0x40], minus: [0x00, 0xc0], stepUp: [0x01, 0x00], stepDown: [0xff, 0xff],
      step: 1.0 / 16384),
    // 14 bits on the left.
    ChipSheet(
      name: "msa301", identity: (0x01, 0x13), reset: msaReset, setUp: msa, reading: "b02+6",
      data: 0x02, plus: [0x00, 0x40], minus: [0x00, 0xc0], stepUp: [0x04, 0x00],
      stepDown: [0xfc, 0xff], step: 1.0 / 4096),
    // 12 bits on the left.
    ChipSheet(
      name: "msa311", identity: (0x01, 0x13), reset: msaReset, setUp: msa, reading: "b02+6",
      data: 0x02, plus: [0x00, 0x40], minus: [0x00, 0xc0], stepUp: [0x10, 0x00],
      stepDown: [0xf0, 0xff], step: 1.0 / 1024),
    ChipSheet(
      name: "kxtj3", identity: (0x0f, 0x35),
      setUp: "r0f w1b=00 r1b w21=02 r21 w1b=c0 r1b", reading: "b06+6", data: 0x06,
      plus: [0x00, 0x40], minus: [0x00, 0xc0], stepUp: [0x10, 0x00], stepDown: [0xf0, 0xff],
      step: 1.0 / 1024),
  ]
}
