import Acoustics
import Boards
import Glibc

extension ResponseFile {
  /// Reads the responses of a body's microphones, at the sample rate of the file; there must be one receiver per
  /// microphone.
  ///
  /// - Parameter microphones: the positions of the microphones in metres, in the device frame.
  /// - Throws: ``ResponseFileError``, which names the file and the problem: a wrong number of receivers, neighbouring
  ///   directions with the same responses, or arrival times that do not fit the positions.
  package static func readBody(
    path: String, microphones: [Vector3]
  ) throws(ResponseFileError) -> ImpulseResponseSet {
    let file = try SOFAFile(path: path)
    try file.checkConvention()
    let set = try file.responses(rate: nil)
    guard set.receivers == microphones.count else {
      throw .microphones(path: path, found: set.receivers, wanted: microphones.count)
    }
    try checkBody(set, microphones: microphones)
    return set
  }

  /// Checks that responses belong to a body with microphones at these positions.
  ///
  /// - Throws: ``ResponseFileError``: neighbouring directions with the same responses, or arrival times that do not fit
  ///   the positions.
  static func checkBody(
    _ set: ImpulseResponseSet, microphones: [Vector3]
  ) throws(ResponseFileError) {
    let arrivals =
      set.directions.count < fewestBodyDirections
      ? nil : BodyArrivals(set, microphones: microphones)
    let fit = arrivals?.fit() ?? 1
    if let arrivals { try checkOrder(set.name, arrivals, fit: fit) }
    let same = SameResponses(set, microphones: microphones)
    // If the positions do not fit, some neighbouring directions have the same responses by chance.
    let isMost = Double(same.pairs.count) > mostAlike * Double(same.compared)
    if let first = same.pairs.first, fit >= leastFit || isMost {
      throw .stuck(
        path: set.name, first: angles(set.directions[first.first]),
        second: angles(set.directions[first.second]), pairs: same.pairs.count)
    }
    guard fit >= leastFit else {
      throw .otherPlaces(path: set.name, percent: Int((100 * fit).rounded()))
    }
  }

  /// Refuses arrival times that would fit if all directions were rotated, or if two receivers were exchanged.
  private static func checkOrder(
    _ path: String, _ arrivals: BodyArrivals, fit: Double
  ) throws(ResponseFileError) {
    let turn = arrivals.bestTurn
    let isTurned = turn.isClockwise || abs(turn.degrees) >= leastTurn
    let turned = isTurned ? arrivals.fit(turn) : 0
    let exchange = arrivals.bestExchange
    let exchanged = exchange?.fit ?? 0
    if let exchange, isBetter(exchanged, than: fit), exchanged >= turned - sameFit {
      let (first, second) = (exchange.pair.0 + 1, exchange.pair.1 + 1)
      guard isTurned, turned >= exchanged - sameFit else {
        throw .exchanged(path: path, first: first, second: second)
      }
      throw .turnedOrExchanged(
        path: path, isClockwise: turn.isClockwise, degrees: turn.degrees, first: first,
        second: second)
    }
    if isTurned, isBetter(turned, than: fit) {
      throw turn.isClockwise
        ? .clockwise(path: path, degrees: turn.degrees) : .turned(path: path, degrees: turn.degrees)
    }
  }

  /// True if the arrival times fit well after a change, and the change removes most of the misfit that exists without
  /// it.
  private static func isBetter(_ changed: Double, than fit: Double) -> Bool {
    changed >= goodFit && 1 - changed < betterShare * (1 - fit)
  }

  /// The azimuth and elevation of a direction in whole degrees, counted as SOFA files count them.
  private static func angles(_ direction: Vector3) -> String {
    let seen = Direction(sceneVector: direction)
    let azimuth = (-seen.azimuth).rounded()
    return "azimuth \(Int(azimuth < 0 ? azimuth + 360 : azimuth)),"
      + " elevation \(Int(seen.elevation.rounded())) degrees"
  }

  /// With fewer directions than this, a rotated body cannot be distinguished from a different body.
  private static let fewestBodyDirections = 8
  /// The smallest rotation in degrees that counts as an error; placing a device on a turntable by hand is not more
  /// exact than this.
  private static let leastTurn = 8
  /// The share of arrival times that must fit after a change for the change to be credible.
  private static let goodFit = 0.8
  /// If the fits of two changes differ by no more than this, neither change is better than the other.
  private static let sameFit = 0.03
  /// A change must leave less than this share of the misfit.
  private static let betterShare = 0.3
  /// The smallest share of the arrival times that must fit; if fewer than half fit, the file belongs to another body.
  private static let leastFit = 0.5
  /// If the responses of more than this share of all neighbouring directions are identical, the turntable was stuck,
  /// whether or not the positions fit.
  private static let mostAlike = 0.6
}
