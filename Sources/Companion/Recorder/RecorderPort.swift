import Face

/// The recorder, as the companion uses it.
///
/// - Thread: any, several at a time; calls wait for the recorder.
package protocol RecorderPort: Sendable {
  /// Calls a method of its interface, and waits for the reply.
  func call<Parameters, Reply>(
    _ method: RecorderMethod<Parameters, Reply>, _ parameters: Parameters
  ) throws(RecorderProblem) -> Reply
  /// Shows a request for presses of the source button on the lights, while the announcement is kept.
  func announce(_ name: String) throws(RecorderProblem) -> any Announcement
  /// The live sound, as it comes.
  func sound() throws(RecorderProblem) -> any ListenerSound
}

extension RecorderPort {
  /// The current state.
  func status() throws(RecorderProblem) -> RecorderStatus {
    try call(RecorderInterface.getStatus, NoValues()).status
  }

  /// A take.
  func take(_ number: Int) throws(RecorderProblem) -> TakeRecord {
    try call(RecorderInterface.getTake, .init(number)).take
  }

  /// Selects a data source.
  func select(source: String) throws(RecorderProblem) {
    _ = try call(RecorderInterface.select, .init(dataSource: source, pattern: nil))
  }
}

/// A hold on the recorder's lights, for as long as it is kept.
package protocol Announcement: Sendable {}

/// The live sound of a recorder.
///
/// - Thread: one.
package protocol ListenerSound: AnyObject {
  /// The next piece; `nil` if none comes in time.
  func next(within seconds: Double) throws(RecorderProblem) -> SoundBlock?
}

/// The reason why the recorder did not do something.
package enum RecorderProblem: Error, Sendable, Equatable {
  /// It does not answer: a sentence that says why.
  case away(String)
  /// It refused: the reason as a word and as a sentence.
  case refused(reason: String, message: String)
}
