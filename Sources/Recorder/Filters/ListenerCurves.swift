import Beamforming
import Boards
import Realtime
import TakeFiles

/// Curves that show how a listener hears pink noise from all around the board: the differences between the two channels
/// of a take, beside those between the two ears of the target.
///
/// The noise passes through the same renderer as takes, once with the filters alone and once by direction. All values
/// are positive to the RIGHT.
package struct ListenerCurves: Sendable, Equatable, Codable {
  /// The directions of the noise in degrees, positive to the RIGHT, from -180 up to but not including 180.
  package var azimuths: [Double]
  /// The differences between the target's ears.
  package var target: Differences
  /// The differences between the channels of a take rendered with the filters alone.
  package var linear: Differences
  /// The differences between the channels of a take rendered by direction; `nil` if that is not possible.
  package var directional: Differences?

  /// The differences between two channels, for every azimuth.
  package struct Differences: Sendable, Equatable, Codable {
    /// Decibels by which the right channel is louder than the left.
    package var levels: [Double] = []
    /// Microseconds by which the right channel is ahead of the left.
    package var times: [Double] = []
    /// The directions from which a listener hears the sound, in degrees to the RIGHT, -90 to 90.
    package var directions: [Double] = []

    /// The mean absolute deviations from other differences, in decibels, microseconds and degrees.
    package func errors(against other: Differences) -> (level: Double, time: Double, angle: Double)
    {
      func mean(_ a: [Double], _ b: [Double]) -> Double {
        zip(a, b).reduce(0) { $0 + abs($1.0 - $1.1) } / Double(max(1, a.count))
      }
      return (
        mean(levels, other.levels), mean(times, other.times), mean(directions, other.directions)
      )
    }

    /// Adds the result for one more azimuth.
    ///
    /// The localiser counts differences as positive to the left, hence the minus signs.
    fileprivate mutating func append(_ heard: Heard) {
      levels.append(-heard.levelDifference)
      times.append(-heard.timeDifference * 1e6)
      directions.append(heard.azimuth)
    }
  }

  /// Creates curves from their parts.
  package init(
    azimuths: [Double], target: Differences, linear: Differences, directional: Differences?
  ) {
    (self.azimuths, self.target) = (azimuths, target)
    (self.linear, self.directional) = (linear, directional)
  }

  /// The number of degrees between neighbouring azimuths.
  private static let step = 15
  /// The number of periods of noise that pass through the renderer; the localiser hears the last but one.
  private static let periods = 3

  /// Computes the curves of a stereo design; `nil` if the design has no left and right.
  ///
  /// - Parameter directional: the same design with tables for rendering by direction; `nil` if there are none.
  package init?(
    _ design: Design, directional: Design?, designer: FilterDesigner, localiser: Localiser
  ) {
    guard design.pattern == .stereo, let sounds = HorizonSounds(designer, design) else {
      return nil
    }
    azimuths = stride(from: -180, to: 180, by: Self.step).map(Double.init)
    (target, linear) = (Differences(), Differences())
    self.directional = directional == nil ? nil : Differences()
    for azimuth in azimuths {
      let ears = sounds.ears(azimuth: azimuth)
      target.append(
        localiser.listen(left: ears[0].map(Float.init), right: ears[1].map(Float.init)))
      let received = sounds.microphones(azimuth: azimuth)
      linear.append(Self.heard(received, design.linear, designer.board, localiser))
      guard let directional else { continue }
      var calm = directional
      calm.wind = nil
      self.directional?.append(Self.heard(received, calm, designer.board, localiser))
    }
  }

  /// Passes the noise through the renderer of takes, and lets the localiser hear one period of it.
  private static func heard(
    _ received: [[Double]], _ design: Design, _ board: Board, _ localiser: Localiser
  ) -> Heard {
    let period = received[0].count
    let channels = (board.microphones.map(\.channel).max() ?? 0) + 1
    var raw = [Int32](repeating: 0, count: period * channels)
    for (microphone, signal) in zip(board.microphones, received) {
      for (frame, value) in signal.enumerated() {
        raw[frame * channels + microphone.channel] = Int32(
          bitPattern: Float(value).bitPattern)
      }
    }
    var renderer = TakeRenderer(
      TakeRendererConfiguration(
        design: design, board: board, channels: channels, format: .float, lowCutHertz: nil,
        limits: false))
    var frames = [Float](
      repeating: 0, count: 2 * periods * renderer.maximumOutput(frames: period))
    var count = 0
    raw.withUnsafeBufferPointer { raw in
      frames.withUnsafeMutableBufferPointer { frames in
        guard let raw = raw.baseAddress, let frames = frames.baseAddress else { return }
        for _ in 0..<periods {
          count += renderer.render(raw, frames: period, into: frames + 2 * count)
        }
      }
    }
    // The last period but one is complete, however long the renderer's delay.
    let range = (period * (periods - 2))..<(period * (periods - 1))
    precondition(count >= range.upperBound)
    return localiser.listen(
      left: range.map { frames[2 * $0] }, right: range.map { frames[2 * $0 + 1] })
  }
}
