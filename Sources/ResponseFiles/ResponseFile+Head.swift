import Acoustics
import Boards

extension ResponseFile {
  /// The least likeness of time differences to those of ears: 1 for a spherical head, about 0 for anything else.
  private static let likeEars = 0.5
  /// The share of the horizon that must have been measured.
  private static let leastHorizon = 0.5
  /// The fewest directions of a head.
  private static let fewestDirections = 4
  /// The least distance in metres between receivers to the left and to the right that tells the ears apart.
  private static let apart = 0.001

  /// Reads a head: impulse responses with exactly two receivers, at the sample rate asked for.
  ///
  /// The left ear comes first, whichever comes first in the file.
  /// - Throws: ``ResponseFileError``, which names the file and the problem.
  public static func readHead(
    path: String, rate: Int
  ) throws(ResponseFileError) -> ImpulseResponseSet {
    let file = try SOFAFile(path: path)
    try file.checkConvention()
    return try head(file.responses(rate: rate), ears: file.receivers())
  }

  /// The same responses with the left ear first, if they can be a head.
  ///
  /// - Parameter ears: the positions of the receivers (X forward, Y left, Z up), if they are known.
  /// - Throws: ``ResponseFileError``: another number of receivers than two, too few directions, silence, ears without
  ///   time differences or with those of the other side.
  public static func head(
    _ responses: ImpulseResponseSet, ears: [Vector3] = []
  ) throws(ResponseFileError) -> ImpulseResponseSet {
    let path = responses.name
    guard responses.receivers == 2 else {
      throw .receivers(path: path, count: responses.receivers)
    }
    guard responses.directions.count >= fewestDirections else {
      throw .fewDirections(path: path, count: responses.directions.count)
    }
    if let silent = responses.firstSilent {
      throw .silent(path: path, measurement: silent + 1)
    }
    let horizon = responses.measuredHorizon
    guard horizon >= leastHorizon, let agreement = EarAgreement(responses) else {
      throw .partOfHorizon(path: path, percent: Int((100 * horizon).rounded()))
    }
    guard max(agreement.straight, agreement.crossed) >= likeEars else {
      throw .noTimeDifferences(path: path)
    }
    let isLeftFirst = agreement.straight > agreement.crossed
    if ears.count == 2, abs(ears[0].y - ears[1].y) > apart, (ears[0].y > ears[1].y) != isLeftFirst {
      throw .mirrored(path: path)
    }
    return isLeftFirst ? responses : responses.picking(receivers: [1, 0])
  }
}
