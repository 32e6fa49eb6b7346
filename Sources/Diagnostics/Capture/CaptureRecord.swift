import Boards
import Realtime
import Recorder

/// Some seconds of a capture device, with all that is known about how they came.
public struct CaptureRecord: Sendable {
  /// What was asked.
  public var request: CaptureRequest
  /// What was granted.
  public var grant: CaptureGrant
  /// Frames of the time line, gaps among them, that were waited for.
  public var wanted: Int
  /// The longest part without a gap.
  public var sound: CapturedSound
  /// What was lost, by the place on the time line.
  public var gaps: [Gap]
  /// When the capture thread woke up.
  public var wakeUps: [WakeUp]
  /// Why the device stopped by itself; `nil` when it was asked to.
  public var end: CaptureEnd?
  /// The errno of a refused realtime priority.
  public var priorityRefusal: Int32?

  /// A record from its parts.
  public init(
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

  /// How late the capture thread was woken; `nil` when it never was.
  public var lateness: WakeUpLateness? {
    WakeUpLateness(wakeUps, rate: Double(grant.rate), period: grant.period)
  }

  /// The rate of the device by the control clock; `nil` when it cannot be told.
  public var clock: ClockEstimate? {
    ClockEstimate(wakeUps, gaps: gaps, rate: Double(grant.rate))
  }

  /// What every microphone of a board heard over frequency; empty where too little was captured to say.
  public func spectra(_ board: Board) -> [MicrophoneSpectrum] {
    guard isEnough(for: board) else { return [] }
    return MicrophoneSpectrum.all(sound, board: board)
  }

  private func isEnough(for board: Board) -> Bool {
    grant.channels == board.capture.channels
      && Double(sound.frames) >= SoundChecks.leastSeconds * Double(sound.rate)
  }

  /// What the sound says about the microphones, or why it says nothing.
  func soundFindings(_ board: Board) -> (findings: [Finding], heard: HeardMicrophones) {
    guard isEnough(for: board) else {
      let needs = "needs \(Quantity.tenths(SoundChecks.leastSeconds)) s of sound without a gap"
      let skipped = Check.allCases.filter(\.isOfSound).map { Finding($0, .skip, needs) }
      return (skipped, HeardMicrophones())
    }
    return SoundChecks(sound, board: board).judged
  }
}
