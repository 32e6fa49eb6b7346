import Realtime

/// One output for the live sound: headphones, or a device from which other programs take it.
///
/// Its device comes and goes; the rendering continues, leaves frames in its ring and drops them while nothing plays
/// them.
///
/// - Thread: control.
final class LiveOutput {
  /// The kind of listener behind a device.
  enum Use: Equatable {
    /// A person, who wants the sound at once.
    case headphones
    /// Other programs, which want it without holes.
    case programs
  }

  /// Seconds between two attempts to open a device.
  static let retrySeconds = 1.0
  /// Periods of the hardware buffer: few, because the sound is heard live.
  private static let periods = 4
  /// The shortest period for programs: a thread that is some milliseconds late then makes no gap.
  private static let calmSeconds = 0.01
  /// Seconds of sound that may wait to be played; more than any device buffer needs.
  private static let ringSeconds = 0.5

  /// The listener.
  let use: Use
  private let device: String
  private let port: (any PlaybackPort)?
  private let priority: Int?
  private var request: PlaybackRequest?
  private var ring: SampleRing?
  private var player: PlaybackRunner?
  private var retryAt = -Double.infinity
  private var fault: MonitorFault?

  /// An output whose device is not open.
  ///
  /// - Parameters:
  ///   - port: the playback port; `nil` if there is none.
  ///   - priority: the priority of its thread; `nil` for an ordinary thread.
  init(_ use: Use, device: String, port: (any PlaybackPort)?, priority: Int?) {
    (self.use, self.device, self.port, self.priority) = (use, device, port, priority)
  }

  /// The grant of the device; `nil` while it does not play.
  var grant: PlaybackGrant? { player?.grant }

  /// True when there is a way to play.
  var isPossible: Bool { port != nil }

  /// The ring for the rendering of a newly started capture.
  func begin(_ capture: CaptureGrant) -> SampleRing? {
    guard isPossible else { return nil }
    let rate = Double(capture.rate)
    let period =
      use == .headphones ? capture.period : max(capture.period, Int(Self.calmSeconds * rate))
    let request = PlaybackRequest(
      device: device, rate: capture.rate, period: period, buffer: Self.periods * period)
    self.request = request
    let made = SampleRing(
      channels: 2, capacity: max(4 * request.buffer, Int(Self.ringSeconds * rate)))
    ring = made
    return made
  }

  /// Opens a device that should be playing, and closes one that has ended.
  func tend(_ now: Double) -> [SessionEvent] {
    var events: [SessionEvent] = []
    if let end = player?.end {
      closeDevice()
      retryAt = now + Self.retrySeconds
      events += report(.ended(device: device, end))
    }
    guard player == nil, now >= retryAt else { return events }
    guard let port else {
      retryAt = .infinity
      return events + report(.unavailable)
    }
    guard let ring, let request else { return events }
    do throws(MonitorFault) {
      let opened = try PlaybackRunner(port: port, request: request, ring: ring, priority: priority)
      player = opened
      fault = nil
      events.append(
        use == .headphones ? .monitorStarted(opened.grant) : .programsStarted(opened.grant))
      if let errno = opened.priorityRefusal {
        events.append(.priorityRefused(.playback, errno: errno))
      }
      return events
    } catch {
      retryAt = now + Self.retrySeconds
      return events + report(error)
    }
  }

  /// Ends everything.
  func close() {
    closeDevice()
    (ring, request) = (nil, nil)
    retryAt = -.infinity
  }

  private func closeDevice() {
    player?.shutDown()
    player = nil
  }

  /// Reports a fault once, however often opening fails.
  private func report(_ fault: MonitorFault) -> [SessionEvent] {
    guard fault != self.fault else { return [] }
    self.fault = fault
    return [use == .headphones ? .monitorFault(fault) : .programsFault(fault)]
  }
}
