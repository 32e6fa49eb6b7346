import Acoustics
import Boards
import Glibc
import ResponseFiles
import TestSupport
import Testing

@Suite struct MeasuredBodyFileTests {
  private static let head = ResponseFile.defaultHeadPath
  private static let hasHead = access(ResponseFile.defaultHeadPath, R_OK) == 0
  private static let receivers = [
    Vector3(0.01, 0.06, -0.02), Vector3(-0.02, -0.03, 0.05), Vector3(0.03, 0.01, 0.07),
    Vector3(-0.01, -0.05, -0.06),
  ]

  @Test(
    "a body that another program wrote is read in its own axes, with as many microphones as it has",
    .enabled(
      if: SOFAWriter.isAvailable,
      "needs sofar in the virtual environment that PINNA_TEST_VENV names"),
    arguments: [("SimpleFreeFieldHRIR", 48000), ("GeneralFIR", 44100)])
  func written(convention: String, rate: Int) throws {
    let folder = try TemporaryDirectory()
    let path = folder.file("body.sofa")
    let outcome = SOFAWriter.write(
      path, receivers: Self.receivers, convention: convention, rate: rate)
    try #require(outcome?.status == 0, "\(outcome?.output ?? "not started")")
    let places = Self.receivers.map(MeasuredBody.device(sofa:))
    let set = try ResponseFile.readBody(path: path, microphones: places)
    #expect(set.rate == rate)
    let body = MeasuredBody(set, microphones: places)
    #expect(abs(body.bulkDelay - 0.002) < 1e-6)
    #expect(abs(body.level - 0.1) < 0.001)
    // In free air every microphone hears the plane wave at its place, also between what was measured.
    let directions = [
      Direction(azimuth: 33.3, elevation: 0), Direction(azimuth: -117, elevation: 42),
      Direction(azimuth: 180, elevation: -30),
    ].map(\.sceneVector)
    let table = body.table(towards: directions)
    var lanes = [ComplexLanes](repeating: .zero, count: 4 * table.chunks)
    for frequency in [300.0, 2000, 9000, 16000] {
      table.read(frequency: frequency, into: &lanes)
      for (n, place) in places.enumerated() {
        for (q, direction) in directions.enumerated() {
          let wave = PlaneWave.pressure(at: place, from: direction, frequency: frequency)
          #expect((lanes[n][q] - wave).magnitude < 0.03, "\(frequency) \(n) \(q)")
        }
      }
    }
    #expect(throws: ResponseFileError.microphones(path: path, found: 4, wanted: 3)) {
      try ResponseFile.readBody(path: path, microphones: Array(places.prefix(3)))
    }
  }

  @Test(
    "the head is a body of two microphones, left at the right edge of a device that looks ahead",
    .enabled(if: hasHead, "libmysofa1"))
  func headAsBody() throws {
    let places = [Vector3(0.075, 0, 0), Vector3(-0.075, 0, 0)]
    let set = try ResponseFile.readBody(path: Self.head, microphones: places)
    #expect(set.rate == 44100)
    let body = MeasuredBody(set, microphones: places)
    let table = body.table(towards: [DeviceFace.right.direction, DeviceFace.left.direction])
    var lanes = [ComplexLanes](repeating: .zero, count: 2 * table.chunks)
    table.read(frequency: 3000, into: &lanes)
    #expect(lanes[0][0].magnitude > 2 * lanes[1][0].magnitude)
    #expect(lanes[1][1].magnitude > 2 * lanes[0][1].magnitude)
  }

  @Test(
    "a body with another number of receivers than microphones says what was found and wanted",
    .enabled(if: hasHead, "libmysofa1"))
  func wrongCount() {
    #expect(throws: ResponseFileError.microphones(path: Self.head, found: 2, wanted: 4)) {
      try ResponseFile.readBody(path: Self.head, microphones: Array(repeating: .zero, count: 4))
    }
    #expect(
      ResponseFileError.microphones(path: "a.sofa", found: 2, wanted: 4).description
        == "a.sofa: has 2 receivers, but the board has 4 microphones; a body has one receiver per "
        + "microphone, in the order of the board file")
  }
}
