import Control

/// The recorder, as the companion uses it.
///
/// - Thread: any, several at a time; calls wait for the recorder.
package protocol RecorderPort: Sendable {
  /// Does what a hand can do.
  func order(_ order: HandOrder) throws(RecorderProblem)
  /// Takes, the newest first.
  func takes(before: Int?, limit: Int) throws(RecorderProblem) -> (
    takes: [ListedTake], hasMore: Bool
  )
  /// A take.
  func take(_ number: Int) throws(RecorderProblem) -> DetailedTake
  /// Deletes a take.
  func delete(_ number: Int, name: String) throws(RecorderProblem)
  /// A drawing of how the board is held.
  func drawing(dataSource: String, orientation: String?) throws(RecorderProblem) -> String
  /// Shows on the lights that presses of the source button are asked for, while the announcement is kept.
  func announce(_ name: String) throws(RecorderProblem) -> any Announcement
  /// The state now.
  func status() throws(RecorderProblem) -> RecorderStatus
  /// The live sound, as it comes.
  func sound() throws(RecorderProblem) -> any SoundSource
}

/// The lights of a recorder as long as it is kept.
package protocol Announcement: Sendable {}

/// Something that a hand can do.
package enum HandOrder: Sendable, Equatable {
  case start, stop, pause, resume
  case mark(String?)
  case source(String)
  case pattern(String)
}

/// The live sound of a recorder.
///
/// - Thread: one.
package protocol SoundSource: AnyObject {
  /// The next piece; `nil` when none comes in time.
  func next(within seconds: Double) throws(RecorderProblem) -> SoundBlock?
}

/// The reason why the recorder did not do something.
package enum RecorderProblem: Error, Sendable, Equatable {
  /// It does not answer: a sentence that says why.
  case away(String)
  /// It refused: the reason as a word and as a sentence.
  case refused(reason: String, message: String)
}
