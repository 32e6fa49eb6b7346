import Acoustics
import Boards
import Glibc
import Testing

@testable import ResponseFiles

/// Measured bodies whose directions or receivers are not those that they are said to be.
@Suite("What is wrong with a measured body is found from its arrival times")
struct BodyCheckTests {
  /// A phone's microphones: metres, device frame.
  private static let flat = [
    Vector3(-0.03, 0.07, 0.004), Vector3(0.03, 0.07, 0.004), Vector3(-0.03, -0.07, 0.004),
    Vector3(0.02, -0.05, 0.004),
  ]
  /// Four places on a ball of 5 cm.
  private static let round = [
    Vector3(0.05, 0, 0), Vector3(-0.05, 0, 0), Vector3(0, 0.03, 0.04), Vector3(0, -0.03, 0.04),
  ]
  private static let (rate, taps) = (48000, 256)

  /// Every 10 degrees of azimuth and 20 of elevation, in SOFA's axes.
  private static let directions = stride(from: -40.0, through: 60, by: 20).flatMap { elevation in
    stride(from: -180.0, to: 180, by: 10).map {
      Direction(azimuth: -$0, elevation: elevation).sceneVector
    }
  }

  /// Responses of microphones in the air, or on a rigid ball of 5 cm.
  ///
  /// - Parameters:
  ///   - towards: the actual directions, where the file states ``directions``.
  ///   - noise: a part of the responses that differs from one to the next.
  private static func body(
    _ microphones: [Vector3], towards actual: [Vector3] = directions, isBall: Bool = false,
    noise: Double = 0
  ) -> ImpulseResponseSet {
    let transform = RealFourierTransform(length: taps)
    let step = Double(rate) / Double(taps)
    let balls = (0..<transform.bins).map {
      RigidSphere(ka: 2 * .pi * Double($0) * step * 0.05 / Air.speedOfSound)
    }
    var phase = 0.0
    let samples = actual.flatMap { direction -> [Double] in
      let device = MeasuredBody.device(sofa: direction)
      return microphones.flatMap { place -> [Double] in
        phase += 2.4
        let spectrum = (0..<transform.bins).map { bin -> Complex in
          let frequency = Double(bin) * step
          let late = PlaneWave.pressure(
            at: Vector3(0, 0, -0.5), from: Vector3(0, 0, 1), frequency: frequency)
          let rest = Complex(cos(phase * Double(bin)), sin(phase * Double(bin))) * noise
          let sound =
            isBall
            ? balls[bin].response(cosine: dot(place.normalized, device))
            : PlaneWave.pressure(at: place, from: device, frequency: frequency)
          return bin == transform.bins - 1 ? .zero : sound * late + rest
        }
        return transform.inverse(spectrum)
      }
    }
    return ImpulseResponseSet(
      name: "body.sofa", rate: rate, directions: directions, receivers: microphones.count,
      taps: taps, samples: samples)
  }

  private static func problem(
    _ set: ImpulseResponseSet, _ microphones: [Vector3]
  ) -> ResponseFileError? {
    do throws(ResponseFileError) {
      try ResponseFile.checkBody(set, microphones: microphones)
      return nil
    } catch {
      return error
    }
  }

  /// Directions turned around the vertical axis, counter-clockwise from above.
  private static func turned(_ degrees: Double) -> [Vector3] {
    let (c, s) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
    return directions.map { Vector3(c * $0.x - s * $0.y, s * $0.x + c * $0.y, $0.z) }
  }

  @Test("Microphones in the air and on a ball are right, also with noise and some degrees off")
  func right() {
    for noise in [0.0, 0.01] {
      #expect(Self.problem(Self.body(Self.flat, noise: noise), Self.flat) == nil)
      let ball = Self.body(Self.round, isBall: true, noise: noise)
      #expect(Self.problem(ball, Self.round) == nil)
    }
    let beside = Self.body(Self.round, towards: Self.turned(4), isBall: true)
    #expect(Self.problem(beside, Self.round) == nil)
  }

  @Test("Azimuths that are turned are found, with the degrees", arguments: [30, -30, 90, 180, -15])
  func turned(degrees: Int) {
    for (microphones, isBall) in [(Self.round, true), (Self.flat, false)] {
      // A flat body at right angles to the view has nothing to tell 180 degrees from a mirror, and is turned as well.
      let set = Self.body(microphones, towards: Self.turned(Double(degrees)), isBall: isBall)
      guard case .turned(let path, let found) = Self.problem(set, microphones) else {
        Issue.record("\(String(describing: Self.problem(set, microphones)))")
        continue
      }
      #expect(path == "body.sofa")
      #expect(min(abs(found - degrees), 360 - abs(found - degrees)) <= 2)
    }
  }

  @Test("Azimuths that are counted the other way round are found")
  func clockwise() {
    let mirrored = Self.directions.map { Vector3($0.x, -$0.y, $0.z) }
    let set = Self.body(Self.round, towards: mirrored, isBall: true)
    // This body is its own mirror image from left to right, but for the exchange of two microphones.
    let words = Self.problem(set, Self.round)?.description ?? ""
    #expect(words.contains("counted clockwise"), "\(words)")
  }

  @Test("Two receivers that are exchanged are named")
  func exchanged() {
    var wrong = Self.flat
    wrong.swapAt(0, 2)
    let error = Self.problem(Self.body(wrong), Self.flat)
    #expect(error == .exchanged(path: "body.sofa", first: 1, second: 3))
    #expect(error?.description.contains("receivers 1 and 3 are exchanged") == true)
  }

  @Test("Exchanged receivers are named where turned azimuths explain a part of it")
  func exchangedBeside() {
    // The two at the upper edge: a mirror image would put both of them right, and the lower ones wrong.
    var wrong = Self.flat
    wrong.swapAt(0, 1)
    let error = Self.problem(Self.body(wrong), Self.flat)
    #expect(error == .exchanged(path: "body.sofa", first: 1, second: 2))
  }

  @Test("Where exchanged receivers and turned azimuths are the same, both are said")
  func turnedOrExchanged() {
    let pair = [Vector3(-0.05, 0, 0), Vector3(0.05, 0, 0)]
    let error = Self.problem(Self.body([pair[1], pair[0]], isBall: true), pair)
    guard case .turnedOrExchanged(_, _, _, 1, 2) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    let words = error?.description ?? ""
    #expect(words.contains("receivers 1 and 2 are exchanged, and about as well if "), "\(words)")
  }

  @Test("Positions of another board do not fit")
  func otherPlaces() {
    let others = [
      Vector3(0.07, 0, 0.03), Vector3(-0.02, 0.02, -0.04), Vector3(0, -0.05, 0.02),
      Vector3(0.01, 0.03, 0.05),
    ]
    guard case .otherPlaces = Self.problem(Self.body(Self.flat), others) else {
      Issue.record("\(String(describing: Self.problem(Self.body(Self.flat), others)))")
      return
    }
  }

  @Test("A turntable that never turned is found as such, though no arrival time fits")
  func neverTurned() {
    let still = Self.directions.map { _ in Self.directions[0] }
    let error = Self.problem(Self.body(Self.round, towards: still, isBall: true), Self.round)
    guard case .stuck = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("A turntable that did not turn is found, with its place", arguments: [0.0, 0.01])
  func stuck(noise: Double) {
    for (microphones, isBall) in [(Self.round, true), (Self.flat, false)] {
      var actual = Self.directions
      // Three measurements of azimuth -180 to -160 on the horizon are the first of them.
      let start = 2 * 36
      actual[start + 1] = actual[start]
      actual[start + 2] = actual[start]
      let set = Self.body(microphones, towards: actual, isBall: isBall, noise: noise)
      let problem = Self.problem(set, microphones)
      guard case .stuck(_, let first, let second, let pairs) = problem else {
        Issue.record("\(String(describing: problem))")
        continue
      }
      #expect(first == "azimuth 180, elevation 0 degrees")
      #expect(second == "azimuth 190, elevation 0 degrees")
      #expect((2...3).contains(pairs))
    }
  }
}
