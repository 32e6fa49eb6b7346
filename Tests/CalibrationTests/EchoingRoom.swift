import Acoustics
import Boards
import Calibration
import Diagnostics
import Glibc
import TestSupport

/// A furnished room in which a person claps around a board: a box whose walls all reflect the same part of a pressure.
///
/// - Source: J. Allen and D. Berkley, "Image method for efficiently simulating small-room acoustics", JASA 65, 1979.
struct EchoingRoom {
  /// Metres.
  var size = Vector3(5, 4.2, 2.6)
  /// The part of a pressure that a wall reflects: 0.85 is 0.4 s of reverberation here, 0.9 is 0.6 s.
  var reflection = 0.85
  /// The middle of the microphones, on a table.
  var place = Vector3(2.3, 1.9, 0.9)
  /// The places of the microphones, device frame; the board lies flat, so the axes are those of the room.
  let microphones: [Vector3]
  /// Decibels by which each channel is louder.
  let gains: [Double]
  /// The directions that are stated.
  let told: [Vector3]
  let seed: UInt64

  private static let rate = 48000
  /// Seconds for which a clap and its echoes are recorded, and seconds of silence after it.
  private static let (heard, pause) = (0.12, 0.25)
  private static let distance = 1.35
  /// The frames on each side over which a late sample is spread.
  private static let reach = 6

  /// The recording, with a sound for each clap.
  func claps() -> (sound: CapturedSound, sounds: [RoughSound]) {
    var random = SeededGenerator(seed: seed)
    let frames = Int((Self.heard + Self.pause) * Double(Self.rate))
    let quiet = Self.rate / 5
    let channels = microphones.count
    var samples = [Double](repeating: 0, count: (quiet + frames * told.count) * channels)
    var sounds: [RoughSound] = []
    for (index, direction) in told.enumerated() {
      let source = place + moved(direction, &random) * Self.distance
      let clap = Self.clap(&random)
      let start = quiet + index * frames
      for (n, microphone) in microphones.enumerated() {
        let response = response(from: source, to: place + microphone)
        let gain = pow(10, gains[n] / 20)
        for (late, part) in response.enumerated() where part != 0 {
          for (k, value) in clap.enumerated() {
            samples[(start + late + k) * channels + n] += gain * part * value
          }
        }
      }
      let begin = Double(start) / Double(Self.rate)
      sounds.append(
        RoughSound(
          name: "clap \(index + 1)", start: begin, end: begin + Self.heard, direction: direction))
    }
    let largest = samples.reduce(0) { max($0, abs($1)) }
    let words = samples.map { value in
      Int32((value / largest * 0.5 + Double.random(in: -1e-4...1e-4, using: &random)) * 0x1p31)
    }
    let sound = CapturedSound(samples: words, channels: channels, rate: Self.rate, format: .s32)
    let found = sounds.flatMap { $0.single(in: sound) }
    return (sound, found.count == sounds.count ? found : sounds)
  }

  /// A direction that is off by up to 12 degrees to the side and 8 up and down, as people are.
  private func moved(_ direction: Vector3, _ random: inout SeededGenerator) -> Vector3 {
    let side = cross(Vector3(0, 0, 1), direction)
    let across = side.length > 0.1 ? side.normalized : Vector3(1, 0, 0)
    let (a, b) = (
      Double.random(in: -0.2...0.2, using: &random), Double.random(in: -0.14...0.14, using: &random)
    )
    return (direction + across * a + cross(direction, across) * b).normalized
  }

  /// A clap: noise that decays within some milliseconds.
  private static func clap(_ random: inout SeededGenerator) -> [Double] {
    (0..<288).map { Double.random(in: -1...1, using: &random) * exp(-Double($0) / 70) }
  }

  /// The impulse response from a source to a place: the sum over all images of the source.
  private func response(from source: Vector3, to place: Vector3) -> [Double] {
    let count = Int(Self.heard * Double(Self.rate)) - 400
    var response = [Double](repeating: 0, count: count)
    let farthest = Double(count) / Double(Self.rate) * Air.speedOfSound
    let reaches = (0..<3).map { Int((farthest / size[$0]).rounded(.up)) }
    // Along one axis: the distance to each image, and the number of walls that it has passed.
    let axes = (0..<3).map { axis in
      (-reaches[axis]...reaches[axis]).map { image -> (way: Double, walls: Int) in
        let isEven = image % 2 == 0
        let at = Double(image) * size[axis] + (isEven ? source[axis] : size[axis] - source[axis])
        return (at - place[axis], abs(image))
      }
    }
    for x in axes[0] {
      for y in axes[1] where x.way * x.way + y.way * y.way < farthest * farthest {
        for z in axes[2] {
          let way = (x.way * x.way + y.way * y.way + z.way * z.way).squareRoot()
          let late = way / Air.speedOfSound * Double(Self.rate)
          guard late < Double(count - Self.reach - 1) else { continue }
          let level = pow(reflection, Double(x.walls + y.walls + z.walls)) / way
          Self.add(level, late, to: &response)
        }
      }
    }
    return response
  }

  /// Adds an impulse at a time between samples.
  private static func add(_ level: Double, _ late: Double, to response: inout [Double]) {
    let first = Int(late)
    for place in max(0, first - reach + 1)...(first + reach) {
      let x = Double(place) - late
      let window = 0.5 + 0.5 * cos(.pi * x / Double(reach))
      response[place] += level * window * (abs(x) < 1e-9 ? 1 : sin(.pi * x) / (.pi * x))
    }
  }
}
