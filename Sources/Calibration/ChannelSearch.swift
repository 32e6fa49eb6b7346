import Acoustics
import Boards

/// Searches for the channel map that fits the measured delays best.
struct ChannelSearch {
  let places: [Vector3]
  let sounds: [RoughSound]
  /// The measured delays in seconds, `[sound][channel]`.
  let delays: [[Double]]
  let error: Double

  /// The cost of a map (half a sum of squared errors), and the directions and delays that make the cost smallest.
  ///
  /// Directions and delays are found alternately: with one of them fixed, finding the other is a linear problem.
  func fit(_ channels: [Int]) -> (cost: Double, directions: [Vector3], delays: [Double]) {
    var late = [Double](repeating: 0, count: places.count)
    var directions = sounds.map(\.direction)
    var starts = [Double](repeating: 0, count: sounds.count)
    let weight = 1 / (error * error)
    for _ in 0..<Self.rounds {
      for (k, sound) in sounds.enumerated() {
        let spread = sound.spread * .pi / 180
        var system = SymmetricSystem(order: 4)
        for axis in 0..<3 {
          var row = [0.0, 0, 0, 0]
          row[axis] = 1
          system.observe(row, sound.direction[axis], weight: 1 / (spread * spread))
        }
        for (n, place) in places.enumerated() {
          let row = [-place.x, -place.y, -place.z, Air.speedOfSound].map { $0 / Air.speedOfSound }
          system.observe(row, delays[k][channels[n]] - late[n], weight: weight)
        }
        let x = system.solution()
        directions[k] = Vector3(x[0], x[1], x[2])
        starts[k] = x[3]
      }
      for (n, place) in places.enumerated() {
        let sum = sounds.indices.reduce(0.0) {
          $0 + delays[$1][channels[n]] + dot(place, directions[$1]) / Air.speedOfSound - starts[$1]
        }
        let prior = 1 / (Self.usualDelay * Self.usualDelay)
        late[n] = sum * weight / (Double(sounds.count) * weight + prior)
      }
    }
    return (cost(channels, directions, starts, late), directions, late)
  }

  private func cost(
    _ channels: [Int], _ directions: [Vector3], _ starts: [Double], _ late: [Double]
  ) -> Double {
    var cost = late.reduce(0) { $0 + $1 * $1 } / (2 * Self.usualDelay * Self.usualDelay)
    for (k, sound) in sounds.enumerated() {
      let spread = sound.spread * .pi / 180
      let off = directions[k] - sound.direction
      cost += dot(off, off) / (2 * spread * spread)
      for (n, place) in places.enumerated() {
        let way = dot(place, directions[k]) / Air.speedOfSound
        let left = delays[k][channels[n]] - late[n] + way - starts[k]
        cost += left * left / (2 * error * error)
      }
    }
    return cost
  }

  /// The map that fits best if the stated directions are exact except for one turn common to all of them.
  func assigned(_ heard: [Int], turned: (Vector3) -> Vector3) -> [Int] {
    let directions = sounds.map { turned($0.direction) }
    let starts = delays.map { row in
      heard.reduce(0) { $0 + row[$1] } / Double(max(1, heard.count))
    }
    let costs = places.map { place -> [Double] in
      heard.map { channel in
        let left = sounds.indices.map {
          delays[$0][channel] - starts[$0] + dot(place, directions[$0]) / Air.speedOfSound
        }
        let mean = left.reduce(0, +) / Double(left.count)
        let spread = left.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        return spread / (Self.rough * Self.rough)
          + mean * mean / (Self.usualDelay * Self.usualDelay)
      }
    }
    return Assignment.best(costs).map { heard[$0] }
  }

  private static let rounds = 12
  /// The typical delay between channels in seconds: a sample or two.
  static let usualDelay = 50e-6
  /// The error of delays in seconds if directions are off by 15 degrees, on a board the size of a hand.
  private static let rough = 40e-6
}
