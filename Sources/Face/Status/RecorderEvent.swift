import Boards
import Recorder
import TakeFiles

/// An event of a recorder: a type and facts for programs, and words for people.
package struct RecorderEvent: Codable, Sendable, Equatable {
  /// The types of events; types may be added but are never removed.
  package enum Kind: String, Sendable, CaseIterable {
    case armed, takeLatched, takeStarted, patternReplaced, takePaused, takeResumed, takeFinished
    case turned, selected, refused, calledOff, locked, unlocked, marker, deviceLent
    case microphonesDead, microphonesBack, fault, storageLow, storageSlow, recovered
    case scheduleStarted, scheduleRefused, scheduleMissed, scheduleWaits, scheduleWithoutSun
    case clock, clockSet, levelReached, levelLimited, priorityRefused, ringShortened
    case powerFailing, powerBack, batteryLow, batteryEmpty, batteryGood, batterySilent
    case copyAsked, copyStarted, copyFinished, copyFailed
    case wifiAsked, wifiStarted, wifiFinished, wifiFailed
    case notice, sensorSilent, sensorBack, channelsRotated, doubt
    case headphonesPlay, headphonesFault, programsPlay, programsFault
    case hardwareFault, hardwareBack
    case mirrorReady, mirrorAway, mirrorLost, mainLost
    case asleep, poweringOff, powerOffFailed
  }

  /// The importance of an event to a person.
  package enum Tone: String, Codable, Sendable, CaseIterable {
    /// An event that happens all the time.
    case minor
    /// An event that a person asked for.
    case notable
    /// An event that shows that something is as it should be.
    case good
    /// The beginning of a take.
    case recording
    /// An event that calls for attention.
    case warning
    /// An event that shows that something is wrong.
    case alarm
  }

  /// The value from which an event was made, available only in the process in which the event happens.
  package enum Subject: Sendable, Equatable {
    /// The event has only its fields.
    case none
    /// A finished take.
    case take(TakeResult)
    /// A fault.
    case fault(SessionFault)
    /// A refusal.
    case refusal(SessionRefusal)
    /// How the board is held.
    case orientation(InputOrientation)
    /// A fault of the headphones.
    case headphones(MonitorFault)
  }

  /// The time of day, in seconds since 1970 (UTC).
  package var time: Double = 0
  /// The type of the event: a word of ``Kind``.
  package var type: String
  /// The importance of the event.
  package var tone: Tone
  /// The title of the event.
  package var title: String
  /// The details of the event.
  package var details: String
  /// The facts of the event by name, with numbers as text.
  package var fields: [String: String]
  /// The value from which the event was made; it is not sent to other processes.
  package var subject = Subject.none

  private enum CodingKeys: CodingKey { case time, type, tone, title, details, fields }

  /// Creates an event from its words; its time is set later, by the tracker that notes the event.
  package init(
    _ kind: Kind, _ title: String, _ details: String, _ tone: Tone,
    _ fields: [String: String?] = [:], _ subject: Subject = .none
  ) {
    (type, self.title, self.details, self.tone) = (kind.rawValue, title, details, tone)
    (self.fields, self.subject) = (fields.compactMapValues { $0 }, subject)
  }

  /// The type as a case of ``Kind``; `nil` if a newer recorder sent a type that this version does not know.
  package var kind: Kind? { Kind(rawValue: type) }

  /// The event in one sentence.
  package var sentence: String { details.isEmpty ? title : "\(title): \(details)" }
}
