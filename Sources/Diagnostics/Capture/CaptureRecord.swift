import Boards
import Realtime
import Recorder
import TakeFiles

/// A few seconds of sound from a capture device, with all facts about the capture.
package struct CaptureRecord: Sendable {
  /// The requested form of capture.
  package var request: CaptureRequest
  /// The granted form of capture.
  package var grant: CaptureGrant
  /// The number of frames to capture on the time line, including gaps.
  package var wanted: Int
  /// The longest part of the sound without a gap.
  package var sound: CapturedSound
  /// The lost frames as gaps, each with its position on the time line.
  package var gaps: [Gap]
  /// The wake-ups of the capture thread.
  package var wakeUps: [WakeUp]
  /// The reason why the device stopped unexpectedly; `nil` if it stopped on request.
  package var end: CaptureEnd?
  /// The errno with which realtime priority was refused; `nil` if it was not refused.
  package var priorityRefusal: Int32?

  /// Creates a record from its parts.
  package init(
    request: CaptureRequest, grant: CaptureGrant, wanted: Int, sound: CapturedSound,
    gaps: [Gap] = [], wakeUps: [WakeUp] = [], end: CaptureEnd? = nil,
    priorityRefusal: Int32? = nil
  ) {
    self.request = request
    self.grant = grant
    self.wanted = wanted
    self.sound = sound
    self.gaps = gaps
    self.wakeUps = wakeUps
    self.end = end
    self.priorityRefusal = priorityRefusal
  }

  /// The lateness of the capture thread's wake-ups; `nil` if the thread was never woken.
  package var lateness: WakeUpLateness? {
    WakeUpLateness(wakeUps, rate: Double(grant.rate), period: grant.period)
  }

  /// The rate of the device as measured by the control clock; `nil` if it cannot be determined.
  package var clock: ClockEstimate? {
    ClockEstimate(wakeUps, gaps: gaps, rate: Double(grant.rate))
  }

  /// The spectra of a board's microphones; empty if too little sound was captured.
  package func spectra(_ board: Board) -> [MicrophoneSpectrum] {
    guard isEnough(for: board) else { return [] }
    return MicrophoneSpectrum.all(sound, board: board)
  }

  private func isEnough(for board: Board) -> Bool {
    grant.channels == board.capture.channels
      && Double(sound.frames) >= SoundChecks.leastSeconds * Double(sound.rate)
  }

  /// The findings about the microphones, or a single finding with the reason why the sound is
  /// insufficient.
  func soundFindings(_ board: Board) -> (findings: [Finding], heard: HeardMicrophones) {
    guard isEnough(for: board) else {
      let needs = "needs \(Quantity.tenths(SoundChecks.leastSeconds)) s of sound without a gap"
      let skipped = Check.allCases.filter(\.isOfSound).map { Finding($0, .skip, needs) }
      return (skipped, HeardMicrophones())
    }
    var (findings, heard) = SoundChecks(sound, board: board).judged
    findings.append(pressure(board))
    return (findings, heard)
  }

  /// The finding about the sound pressure level during the recording.
  private func pressure(_ board: Board) -> Finding {
    let stated = board.microphones.contains { $0.sensitivity != nil }
    guard let pressure = SoundPressure(board, inputGain: grant.inputGain) else {
      return Finding(
        .soundPressure, .skip,
        stated
          ? "the card's input gain is not set, so the level is unknown: set input-gain"
          : "the board file does not state a sensitivity; --calibrate-level measures it")
    }
    let bank = SoundLevelBank(channels: sound.channels)
    var writer = bank.makeWriter(rate: Double(sound.rate), format: sound.format.raw)
    sound.samples.withUnsafeBufferPointer { samples in
      if let start = samples.baseAddress { writer.measure(raw: start, frames: sound.frames) }
    }
    guard let level = pressure.equivalentLevels(bank) else {
      return Finding(.soundPressure, .skip, "digital silence has no level")
    }
    return Finding(
      .soundPressure, .pass, "\(level.words) at the microphones", value: level.aWeighted,
      unit: "dB(A)", limit: "none: this is the level of the surroundings")
  }
}
