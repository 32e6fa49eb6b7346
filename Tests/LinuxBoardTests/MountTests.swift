import Boards
import Recorder
import Testing

@testable import LinuxBoard

/// A way in which a chip is soldered: the device directions of its x, y and z axes.
struct MountCase: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var x: Vector3
  var y: Vector3
  var z: Vector3

  /// The rows of the matrix: its columns are the axes of the chip.
  var rows: [Vector3] { (0..<3).map { Vector3(x[$0], y[$0], z[$0]) } }

  private static let half = 0.5.squareRoot()

  static let all = [
    MountCase(
      testDescription: "as the board", x: Vector3(1, 0, 0), y: Vector3(0, 1, 0),
      z: Vector3(0, 0, 1)),
    MountCase(
      testDescription: "a quarter turn counter-clockwise", x: Vector3(0, 1, 0),
      y: Vector3(-1, 0, 0), z: Vector3(0, 0, 1)),
    MountCase(
      testDescription: "a quarter turn clockwise", x: Vector3(0, -1, 0), y: Vector3(1, 0, 0),
      z: Vector3(0, 0, 1)),
    MountCase(
      testDescription: "half a turn", x: Vector3(-1, 0, 0), y: Vector3(0, -1, 0),
      z: Vector3(0, 0, 1)),
    MountCase(
      testDescription: "on the back", x: Vector3(-1, 0, 0), y: Vector3(0, 1, 0),
      z: Vector3(0, 0, -1)),
    MountCase(
      testDescription: "on the back, a quarter turn", x: Vector3(0, 1, 0), y: Vector3(1, 0, 0),
      z: Vector3(0, 0, -1)),
    MountCase(
      testDescription: "on its edge", x: Vector3(0, 0, 1), y: Vector3(1, 0, 0),
      z: Vector3(0, 1, 0)),
    MountCase(
      testDescription: "on the diagonal", x: Vector3(half, half, 0), y: Vector3(-half, half, 0),
      z: Vector3(0, 0, 1)),
  ]
}

@Suite("From the registers to the orientation")
struct MountTests {
  @Test(
    "however the chip is soldered, every pose is found from its bytes", arguments: MountCase.all,
    InputOrientation.allCases)
  func poses(mount: MountCase, pose: InputOrientation) throws {
    let policy = try policy(
      mount, up: pose.up, after: pose == .portrait ? .landscapeLeft : .portrait)
    #expect(policy.orientation == pose)
  }

  @Test(
    "however the chip is soldered, a board that lies flat on either face keeps its pose",
    arguments: MountCase.all, InputOrientation.allCases)
  func flat(mount: MountCase, pose: InputOrientation) throws {
    for z in [1.0, -1.0] {
      #expect(try policy(mount, up: Vector3(0, 0, z), after: pose).orientation == pose)
    }
  }

  /// The state of the policy for a board whose `up` is up for a second, read from a LIS3DH.
  private func policy(
    _ mount: MountCase, up: Vector3, after: InputOrientation
  ) throws -> OrientationPolicy {
    let sheet = ChipSheet.all[0]
    // What the chip's own axes see, as its data sheet writes it into the registers.
    let onChip = [dot(up, mount.x), dot(up, mount.y), dot(up, mount.z)]
    let bytes = onChip.map { g -> [UInt8] in
      let word = UInt16(bitPattern: Int16((g * 1000).rounded()) << 4)
      return [UInt8(word & 0xff), UInt8(word >> 8)]
    }
    let bus = sheet.bus(x: bytes[0], y: bytes[1], z: bytes[2])
    let chip = try #require(AccelerometerChip.named("lis3dh"))
    var driver = AccelerometerDriver(chip: chip, mount: mount.rows)
    var policy = OrientationPolicy(initial: after)
    while driver.dueAt < 1 {
      let now = driver.dueAt
      guard let reading = try driver.step(bus, now) else { continue }
      #expect((reading - up).length < 0.002)
      policy.update(acceleration: reading, time: now)
    }
    return policy
  }
}
