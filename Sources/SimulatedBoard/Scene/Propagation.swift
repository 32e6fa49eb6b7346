import Acoustics
import Boards
import Glibc

/// The direction and distance of a sound at one instant, as seen from the device.
struct Incidence: Sendable, Equatable {
  /// The direction towards the source, in the device frame, with unit length.
  var direction: Vector3
  /// The distance from the array's centre in metres; infinite for plane waves.
  var distance: Double
  /// The factor for the source's amplitude at the array's centre.
  var gain: Double
}

/// A filter that turns the sound at the array's centre into the sound at a microphone: `sum taps[k] x[n + first + k]`.
struct Response: Sendable {
  var first: Int
  var taps: [Float]
}

/// The propagation of sound from a source to the microphones.
///
/// All times are relative to the arrival at the array's centre, so the travel time to the centre is left out: a source
/// that starts at 1 s arrives at 1 s from any distance, and a moving source has no Doppler shift.
struct Propagation: Sendable {
  /// The reference point for levels and times: the centroid of the microphones, the centre of the sphere, or the origin
  /// of the body responses.
  let centre: Vector3
  private let rate: Double
  private let kernel: SincKernel
  private let obstacle: Obstacle

  /// The obstacle that the sound meets.
  fileprivate enum Obstacle: Sendable {
    case none
    case sphere(SphereResponse)
    case body(BodyFilters)
  }

  /// The distance to a microphone, in metres, below which the level of a source no longer rises.
  private static let nearest = 0.01

  /// - Parameter body: the responses of the board's body, if the body is a box or given by measurements; without them,
  ///   the board is in a free field.
  init(board: Board, body: BodyResponses?, rate: Double, kernel: SincKernel) {
    self.rate = rate
    self.kernel = kernel
    // Clock errors are too small to change the shape of a filter.
    let nominal = Int(rate.rounded())
    switch board.body?.model {
    case .sphere(let radius)?:
      obstacle = .sphere(SphereResponse(radius: radius, rate: nominal))
      centre = .zero
      return
    case .box?, .measured?:
      if let body {
        precondition(body.microphones == board.microphones.count)
        obstacle = .body(BodyFilters(body, rate: nominal))
        centre = .zero
        return
      }
    case nil, .freeField?: break
    }
    obstacle = .none
    let sum = board.microphones.map(\.position).reduce(.zero, +)
    centre = sum / Double(max(1, board.microphones.count))
  }

  /// The largest number of frames before or after the present frame that the responses of these microphones
  /// use.
  func reach(_ specimens: [Specimen]) -> Int {
    let farthest = specimens.map {
      ($0.position - centre).length / Air.speedOfSound + abs($0.delay)
    }
    let frames = Int(((farthest.max() ?? 0) * rate).rounded(.up))
    return frames + SincKernel.taps + obstacle.taps + 2
  }

  /// The response of a microphone, including its gain and delay but not its phase.
  func response(of specimen: Specimen, to incidence: Incidence) -> Response {
    let late = specimen.delay * rate
    let gain = specimen.gain * incidence.gain
    switch obstacle {
    case .sphere(let sphere):
      let place = specimen.position.length > 0 ? specimen.position.normalized : Vector3(0, 0, 1)
      let cosine = dot(place, incidence.direction)
      return delayed(sphere.response(cosine: cosine, gain: gain), by: late)
    case .body(let filters):
      let response = filters.response(
        microphone: specimen.index, direction: incidence.direction, gain: gain)
      // If the microphone is not at the position for which the responses were computed, the wave gets the extra
      // delay that it would have in a free field.
      let ahead = dot(specimen.offset, incidence.direction) / Air.speedOfSound * rate
      return delayed(response, by: late - ahead)
    case .none:
      return freeField(specimen, incidence, gain: gain, late: late)
    }
  }

  private func freeField(
    _ specimen: Specimen, _ incidence: Incidence, gain: Double, late: Double
  ) -> Response {
    let place = specimen.position - centre
    var ahead = dot(place, incidence.direction)
    var loss = 1.0
    if incidence.distance.isFinite {
      let way = (incidence.direction * incidence.distance - place).length
      ahead = incidence.distance - way
      loss = incidence.distance / max(way, Self.nearest)
    }
    return advanced(by: ahead / Air.speedOfSound * rate - late, gain: gain * loss)
  }

  private func delayed(_ response: Response, by frames: Double) -> Response {
    frames == 0 ? response : response.followed(by: advanced(by: -frames, gain: 1))
  }

  private func advanced(by frames: Double, gain: Double) -> Response {
    let whole = frames.rounded(.down)
    return Response(
      first: Int(whole) - (SincKernel.reach - 1),
      taps: kernel.taps(fraction: frames - whole, gain: gain))
  }
}

extension Propagation.Obstacle {
  /// The number of taps in a response, not counting those for delays.
  fileprivate var taps: Int {
    switch self {
    case .none: 0
    case .sphere(let sphere): sphere.taps
    case .body(let filters): filters.taps
    }
  }
}
