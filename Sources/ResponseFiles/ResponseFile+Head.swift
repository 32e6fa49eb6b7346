import Acoustics
import Boards

extension ResponseFile {
  /// The minimum similarity of time differences to those of ears: 1 for a spherical head, about 0 for anything else.
  private static let likeEars = 0.5
  /// The share of the horizon that must be measured.
  private static let leastHorizon = 0.5
  /// The minimum number of directions of a head.
  private static let fewestDirections = 4
  /// How much louder the farther ear must be to contradict the arrival times, in decibels.
  private static let contradiction = 3.0
  /// The minimum lateral distance in metres between the receivers to identify the ears.
  private static let apart = 0.001

  /// Reads a head: impulse responses with exactly two receivers, at the requested sample rate.
  ///
  /// The left ear comes first, whichever comes first in the file; remarks state a contradiction in the file.
  /// - Throws: ``ResponseFileError``, which names the file and the problem.
  package static func readHead(
    path: String, rate: Int
  ) throws(ResponseFileError) -> ImpulseResponseSet {
    let file = try SOFAFile(path: path)
    try file.checkConvention()
    return try head(file.responses(rate: rate), ears: file.receivers())
  }

  /// The same responses with the left ear first, if they can be a head.
  ///
  /// The arrival times of sounds from the side identify the ears. The positions of the receivers may contradict them if
  /// the order of the receivers does not: files from 2014, such as those of CIPIC and LISTEN, have the left ear first
  /// but place it to the right. The responses then have a remark.
  /// - Parameter ears: the positions of the receivers (X forward, Y left, Z up), if known.
  /// - Throws: ``ResponseFileError``: a number of receivers other than two, too few directions, silence, ears without
  ///   time differences, ears whose times contradict both their order and their positions, or their levels.
  package static func head(
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
    return try ordered(responses, isLeftFirst: agreement.straight > agreement.crossed, ears: ears)
  }

  /// The responses with the left ear first, if their levels and positions allow the order of their arrival times.
  private static func ordered(
    _ responses: ImpulseResponseSet, isLeftFirst: Bool, ears: [Vector3]
  ) throws(ResponseFileError) -> ImpulseResponseSet {
    let path = responses.name
    let louder = (EarLevels.nearer(responses) ?? 0) * (isLeftFirst ? 1 : -1)
    guard louder > -contradiction else {
      throw .timesAgainstLevels(path: path, decibels: Int(-louder.rounded()))
    }
    let isPlaced = ears.count == 2 && abs(ears[0].y - ears[1].y) > apart
    let isPlacedLeftFirst = isPlaced && ears[0].y > ears[1].y
    if !isLeftFirst, isPlacedLeftFirst { throw .mirrored(path: path) }
    var head = isLeftFirst ? responses : responses.picking(receivers: [1, 0])
    if isLeftFirst, isPlaced, !isPlacedLeftFirst { head.remarks.append(placedRight) }
    if !isLeftFirst, !isPlaced { head.remarks.append(unplacedSecond) }
    return head
  }

  private static let placedRight =
    "ReceiverPosition puts the first receiver to the right, as files of 2014 do, but sounds from the left "
    + "reach it first: this receiver is taken as the left ear"
  private static let unplacedSecond =
    "ReceiverPosition does not state which receiver is the left ear, and sounds from the left reach the "
    + "second one first: the second receiver is taken as the left ear"
}
