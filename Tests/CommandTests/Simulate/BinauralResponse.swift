import Acoustics
import Glibc

@testable import CommandSupport

/// The response of a room from one source to two ears, at ``RoomScene/rate``.
struct BinauralResponse {
  var left: [Double]
  var right: [Double]

  /// With the ears exchanged.
  var swapped: BinauralResponse { BinauralResponse(left: right, right: left) }

  /// With the same in both ears.
  var mono: BinauralResponse {
    let mean = zip(left, right).map { ($0 + $1) / 2 }
    return BinauralResponse(left: mean, right: mean)
  }

  /// The direct sound: from 2 ms before the loudest 0.5 ms to 3.5 ms after it, faded.
  ///
  /// In the rooms of ``RoomScene`` the first reflection arrives at least 3.5 ms after the source.
  var direct: BinauralResponse {
    let loudest = loudest
    func cut(_ signal: [Double]) -> [Double] {
      (-96..<168).map { offset in
        let frame = loudest + offset
        guard signal.indices.contains(frame) else { return 0 }
        let fade = min(1, Double(offset + 96) / 24, Double(168 - offset) / 48)
        return signal[frame] * (0.5 - 0.5 * cos(.pi * fade))
      }
    }
    return BinauralResponse(left: cut(left), right: cut(right))
  }

  /// The late sound: from 50 ms after the direct one on, from all around.
  var late: BinauralResponse {
    let start = min(left.count, loudest + RoomScene.rate / 20)
    return BinauralResponse(left: Array(left[start...]), right: Array(right[start...]))
  }

  /// The middle of the loudest half a millisecond.
  private var loudest: Int {
    let energy = zip(left, right).map { $0 * $0 + $1 * $1 }
    var (sum, most, place) = (0.0, 0.0, 0)
    for frame in energy.indices {
      sum += energy[frame] - (frame >= 24 ? energy[frame - 24] : 0)
      if sum > most { (most, place) = (sum, frame - 12) }
    }
    return place
  }
}
