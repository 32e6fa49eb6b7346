import Boards
import Recorder
import TakeFiles

/// An event of a recorder: its type and its facts for programs, its words for people.
package struct RecorderEvent: Codable, Sendable, Equatable {
  /// The types of events; types are only ever added.
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

  /// The weight of an event for a person.
  package enum Tone: String, Codable, Sendable, CaseIterable {
    /// Something that happens all the time.
    case minor
    /// Something that a person asked for.
    case notable
    /// Something as it should be.
    case good
    /// A take that begins.
    case recording
    /// Something to attend to.
    case warning
    /// Something wrong.
    case alarm
  }

  /// The value behind an event, for the process in which it happens.
  package enum Subject: Sendable, Equatable {
    /// Nothing but its fields.
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
  /// Its type, a word of ``Kind``.
  package var type: String
  /// Its weight.
  package var tone: Tone
  /// Its title.
  package var title: String
  /// Its details.
  package var details: String
  /// Its facts by their names, numbers as text.
  package var fields: [String: String]
  /// The value behind it; not sent to other processes.
  package var subject = Subject.none

  private enum CodingKeys: CodingKey { case time, type, tone, title, details, fields }

  /// An event from its words; the tracker that notes it sets its time.
  package init(
    _ kind: Kind, _ title: String, _ details: String, _ tone: Tone,
    _ fields: [String: String?] = [:], _ subject: Subject = .none
  ) {
    (type, self.title, self.details, self.tone) = (kind.rawValue, title, details, tone)
    (self.fields, self.subject) = (fields.compactMapValues { $0 }, subject)
  }

  /// Its type; `nil` if it comes from a later recorder.
  package var kind: Kind? { Kind(rawValue: type) }

  /// The event in one sentence.
  package var sentence: String { details.isEmpty ? title : "\(title): \(details)" }
}
