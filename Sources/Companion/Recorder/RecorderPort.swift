import Face

/// The recorder as the companion sees it.
///
/// - Thread: any, several at a time; calls wait for the recorder.
package protocol RecorderPort: Sendable {
  /// Calls a method of the recorder's interface, and waits for the reply, at most the given number of seconds.
  func call<Parameters, Reply>(
    _ method: RecorderMethod<Parameters, Reply>, _ parameters: Parameters, within seconds: Double
  ) throws(RecorderProblem) -> Reply
  /// Shows a request for presses of the source button on the lights, for as long as the result is kept.
  func announce(_ name: String) throws(RecorderProblem) -> any Announcement
  /// The live sound from now on.
  func sound() throws(RecorderProblem) -> any ListenerSound
}

extension RecorderPort {
  /// Calls a method of the recorder's interface, and waits for the reply as long as the method says.
  func call<Parameters, Reply>(
    _ method: RecorderMethod<Parameters, Reply>, _ parameters: Parameters
  ) throws(RecorderProblem) -> Reply {
    try call(method, parameters, within: method.seconds)
  }

  /// The current status of the recorder.
  func status() throws(RecorderProblem) -> RecorderStatus {
    try call(RecorderInterface.getStatus, NoValues()).status
  }

  /// The take with this number and this name.
  func take(_ number: Int, _ name: String) throws(RecorderProblem) -> TakeRecord {
    try call(RecorderInterface.getTake, .init(number, name: name)).take
  }

  /// Selects a data source.
  func select(source: String) throws(RecorderProblem) {
    _ = try call(RecorderInterface.select, .init(dataSource: source, pattern: nil))
  }
}

/// Holds the recorder's lights for as long as it exists.
package protocol Announcement: Sendable {}

/// The live sound of a recorder.
///
/// - Thread: one.
package protocol ListenerSound: AnyObject {
  /// The next block; `nil` if none comes in time.
  func next(within seconds: Double) throws(RecorderProblem) -> SoundBlock?
}

/// The reason why the recorder did not do something.
package enum RecorderProblem: Error, Sendable, Equatable {
  /// The recorder does not answer; the sentence says why.
  case away(String)
  /// The recorder did not answer in time; what it was asked for may have begun.
  case timeout
  /// The recorder refused; the reason is given as a word and as a sentence.
  case refused(reason: String, message: String)
}
