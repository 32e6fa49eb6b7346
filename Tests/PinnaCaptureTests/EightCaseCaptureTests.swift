import PinnaCapture
import TakeFiles
import Testing

/// A side of a sound, in a case.
struct CapturedSide: Sendable, CustomTestStringConvertible {
  var source: String
  var orientation: InputOrientation
  var azimuth: Double

  static let all = ["Back", "Front"].flatMap { source in
    InputOrientation.allCases.flatMap { orientation in
      [-60.0, 60.0].map {
        CapturedSide(source: source, orientation: orientation, azimuth: $0)
      }
    }
  }

  var testDescription: String { "\(source) \(orientation) \(azimuth)" }
}

@Suite("The eight cases through the library") struct EightCaseCaptureTests {
  @Test(
    "a sound on one side is on that side of takes, buffers and pulls", arguments: CapturedSide.all)
  func sides(_ row: CapturedSide) async throws {
    let rig = try CaptureRig(
      [SimulatedSound(.noise, azimuth: row.azimuth)], held: row.orientation)
    let session = rig.session
    try await session.setPreferredDataSource(row.source)
    try await session.setPreferredPolarPattern(.stereo)
    try await session.setPreferredInputOrientation(.auto)
    try await rig.activate()
    // The accelerometer needs half a second to be believed.
    try await rig.pass(1)
    let route = try await session.route
    #expect(route.preferred.inputOrientation == nil)
    #expect(route.actual.inputOrientation == row.orientation)
    #expect(route.actual.dataSource == row.source && route.actual.polarPattern == .stereo)

    let pull = try await session.stereoPull()
    let buffers = try await session.stereo(queueSeconds: 10)
    let started = try await session.startTake()
    #expect(started.dataSource == row.source && started.inputOrientation == row.orientation)
    var pulled: [Float] = []
    for _ in 0..<25 {
      try await rig.pass(0.02)
      pulled += CaptureRig.pulled(pull, frames: 4096).1
    }
    let take = try await session.stopTake()
    await session.close()

    let file = try TakeFile.read(path: #require(take.files.first))
    #expect(file.metadata.orientation == row.orientation.rawValue && file.channels == 2)
    let heard = await buffers.reduce(into: [Float]()) { $0 += $1.samples }
    for samples in [try CaptureRig.samples(file.path).samples, pulled, heard] {
      let difference = CaptureRig.leftOverRight(samples)
      #expect(row.azimuth > 0 ? difference < -1 : difference > 1, "\(difference) dB")
    }
  }
}
