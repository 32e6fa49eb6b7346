import Acoustics
import Boards
import Glibc
import Testing

@Suite("Measured bodies")
struct MeasuredBodyTests {
  private static let rate = 48000
  private static let taps = 512
  private static let radius = 0.04
  private static let delay = 2.003e-3
  private static let places = [
    Vector3(0.6, 0.8, 0), Vector3(-0.8, 0, 0.6), Vector3(0, -0.28, -0.96),
  ].map { $0 * radius }

  /// A rigid sphere as if it had been measured: impulse responses, late and weak, on the standard grid.
  private static func measuredSphere(delay: Double, gain: Double) -> ImpulseResponseSet {
    let transform = RealFourierTransform(length: taps)
    let step = Double(rate) / Double(taps)
    let series = (0..<transform.bins).map { sphere(Double($0) * step) }
    var samples: [Double] = []
    for direction in DirectionGrid.standard.directions {
      for place in places {
        let cosine = dot(place / radius, MeasuredBody.device(sofa: direction))
        let spectrum = series.enumerated().map { bin, sphere in
          let phase = -2 * Double.pi * Double(bin) * step * delay
          return sphere.response(cosine: cosine) * Complex(cos(phase), sin(phase)) * gain
        }
        samples += transform.inverse(spectrum)
      }
    }
    return ImpulseResponseSet(
      name: "sphere", rate: rate, directions: DirectionGrid.standard.directions,
      receivers: places.count, taps: taps, samples: samples)
  }

  private static func sphere(_ frequency: Double) -> RigidSphere {
    RigidSphere(ka: 2 * .pi * frequency * radius / Air.speedOfSound)
  }

  private let body: MeasuredBody

  init() {
    body = MeasuredBody(
      Self.measuredSphere(delay: Self.delay, gain: 0.1), microphones: Self.places)
  }

  /// The largest difference to the analytic sphere, late by what the fit did not find, towards some directions of the
  /// device frame.
  private func error(_ directions: [Vector3], frequency: Double) -> Double {
    let table = body.table(towards: directions)
    var lanes = [ComplexLanes](repeating: .zero, count: table.microphones * table.chunks)
    table.read(frequency: frequency, into: &lanes)
    let sphere = Self.sphere(frequency)
    let phase = -2 * Double.pi * frequency * (Self.delay - body.bulkDelay)
    let late = Complex(cos(phase), sin(phase))
    var largest = 0.0
    for (n, place) in Self.places.enumerated() {
      for (q, direction) in directions.enumerated() {
        let wanted = sphere.response(cosine: dot(place / Self.radius, direction)) * late
        let found = lanes[n * table.chunks + q / 4][q % 4]
        largest = max(largest, (found - wanted).magnitude)
      }
    }
    return largest
  }

  @Test("The delay and the level of the measurement are taken out")
  func commons() {
    // The mean over all directions is late by a (ka)^2 / 3c even on the sphere itself.
    #expect(abs(body.bulkDelay - Self.delay) < 8e-6)
    #expect(abs(20 * log10(body.level / 0.1)) < 0.1)
  }

  @Test(
    "A measured sphere is the sphere, where it was measured",
    arguments: [250.0, 1000, 3333, 7000, 15000])
  func measured(frequency: Double) {
    let directions = DirectionGrid.standard.directions.map(MeasuredBody.device(sofa:))
    #expect(error(directions, frequency: frequency) < 0.03)
  }

  @Test(
    "A measured sphere is the sphere, between the directions of the measurement",
    arguments: [(250.0, 0.03), (1000, 0.03), (4000, 0.08), (10000, 0.25)])
  func between(frequency: Double, tolerance: Double) {
    // The rings of the grid are 10 degrees apart, so these are in the middle of four measured directions.
    let directions = stride(from: 2.5, to: 360, by: 15).flatMap { azimuth in
      [-35.0, -5, 5, 45].map { Direction(azimuth: azimuth, elevation: $0).sceneVector }
    }
    #expect(
      error(directions.map(MeasuredBody.device(sofa:)), frequency: frequency) < tolerance)
  }

  @Test("Forward in a SOFA file is out of the front, left is the right edge, up is the top edge")
  func axes() {
    #expect(MeasuredBody.device(sofa: Vector3(1, 0, 0)) == DeviceFace.front.direction)
    #expect(MeasuredBody.device(sofa: Vector3(0, 1, 0)) == DeviceFace.right.direction)
    #expect(MeasuredBody.device(sofa: Vector3(0, 0, 1)) == DeviceFace.top.direction)
    // Looking out of the front with the top up, the layout has the same left.
    let layout = Layout(
      forward: DeviceFace.front.direction, up: DeviceFace.top.direction)
    #expect(layout?.scene(MeasuredBody.device(sofa: Vector3(0, 1, 0))) == Vector3(0, 1, 0))
  }

  @Test("Reflections that arrive after the body has rung are left out")
  func reflections() {
    let clean = ImpulseResponseSet(
      name: "dot", rate: Self.rate, directions: DirectionGrid.standard.directions, receivers: 1,
      taps: 600, samples: Self.dots(reflection: 0))
    let room = ImpulseResponseSet(
      name: "dot", rate: Self.rate, directions: DirectionGrid.standard.directions, receivers: 1,
      taps: 600, samples: Self.dots(reflection: 0.5))
    let (a, b) = (
      MeasuredBody(clean, microphones: [.zero]), MeasuredBody(room, microphones: [.zero])
    )
    var (x, y) = ([ComplexLanes.zero], [ComplexLanes.zero])
    for frequency in [1000.0, 3100, 9000] {
      a.table(towards: [Vector3(0, 0, 1)]).read(frequency: frequency, into: &x)
      b.table(towards: [Vector3(0, 0, 1)]).read(frequency: frequency, into: &y)
      #expect(abs(x[0][0].magnitude - 1) < 0.01)
      #expect(abs(y[0][0].magnitude - 1) < 0.01)
    }
  }

  /// A sound after 1 ms, and a reflection 8 ms later.
  private static func dots(reflection: Double) -> [Double] {
    var response = [Double](repeating: 0, count: 600)
    response[48] = 1
    response[48 + 384] = reflection
    return DirectionGrid.standard.directions.flatMap { _ in response }
  }
}
