import Acoustics
import Boards

extension ResponseFile {
  /// The required similarity to the time differences of ears; the similarity is 1 for a spherical head, and about 0 for
  /// anything that is not a head.
  private static let likeEars = 0.5
  /// The share of the horizon that the measured directions must cover.
  private static let leastHorizon = 0.5
  /// A head must have been measured in at least this many directions.
  private static let fewestDirections = 4
  /// If a sound is louder by this many decibels at the ear that it reaches last, levels and arrival times contradict
  /// each other.
  private static let contradiction = 3.0
  /// The two receivers must be at least this many metres apart from left to right for their positions to identify the
  /// ears.
  private static let apart = 0.001

  /// Reads a head: impulse responses with exactly two receivers, at the requested sample rate.
  ///
  /// The left ear comes first in the result, whichever ear comes first in the file. If the file contradicts itself,
  /// remarks say so.
  /// - Throws: ``ResponseFileError``, which names the file and the problem.
  package static func readHead(
    path: String, rate: Int
  ) throws(ResponseFileError) -> ImpulseResponseSet {
    let file = try SOFAFile(path: path)
    try file.checkConvention()
    return try head(file.responses(rate: rate), ears: file.receivers())
  }

  /// The same responses with the left ear first, if they can be the responses of a head.
  ///
  /// The arrival times of sounds from the side identify the ears. The positions of the receivers may contradict the
  /// arrival times as long as the order of the receivers does not: files from 2014, such as the CIPIC and LISTEN files,
  /// have the left ear first but place it to the right. The responses then receive a remark.
  /// - Parameter ears: the positions of the receivers (X forward, Y left, Z up), if known.
  /// - Throws: ``ResponseFileError``: a number of receivers other than two, too few directions, silence, ears without
  ///   time differences, or ears whose arrival times contradict their levels, or contradict both the order and the
  ///   positions of the receivers.
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

  /// The responses with the left ear first, unless the levels or the positions contradict the arrival times.
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
    "ReceiverPosition puts the first receiver to the right, as files from 2014 do, but sounds from the left "
    + "reach it first: this receiver is taken as the left ear"
  private static let unplacedSecond =
    "ReceiverPosition does not state which receiver is the left ear, and sounds from the left reach the "
    + "second one first: the second receiver is taken as the left ear"
}
