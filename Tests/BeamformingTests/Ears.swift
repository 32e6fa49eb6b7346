import Acoustics
import Beamforming
import Boards
import Glibc

/// Level and time difference of a design, measured apart from its own figures: from responses at single frequencies.
struct Ears {
  /// Decibels by which the right channel is louder, mean of 300 to 3000 Hz.
  var level: Double
  /// Microseconds by which the right channel is earlier, from phases of 300 to 700 Hz.
  var time: Double

  init(_ designer: FilterDesigner, _ design: Design, azimuth: Double) {
    let frequencies = (3...30).map { Double($0) * 100 }
    let outputs = designer.response(
      design, direction: Direction(azimuth: azimuth), frequencies: frequencies)
    let powers = outputs.map { $0.reduce(0) { $0 + $1.power } }
    level = 10 * log10(powers[1] / powers[0])
    var sum = 0.0
    for index in 0..<5 {
      let cross = outputs[1][index] * outputs[0][index].conjugate
      sum += atan2(cross.im, cross.re) / (2 * .pi * frequencies[index])
    }
    time = sum / 5 * 1e6
  }
}
