import Realtime

/// One output for the live sound: headphones, or a device from which other programs take the sound.
///
/// The output's device may come and go. The rendering continues in any case: it writes frames to the output's ring, and
/// drops frames for which the ring has no room while nothing plays them.
///
/// - Thread: control.
final class LiveOutput {
  /// The kind of listener for whom a device plays.
  enum Use: Equatable {
    /// A person, who wants the sound at once.
    case headphones
    /// Other programs, which want the sound without gaps.
    case programs
  }

  /// Seconds between two attempts to open a device.
  static let retrySeconds = 1.0
  /// The number of periods in the hardware buffer, which is small because the sound is heard live.
  private static let periods = 4
  /// The shortest period, in seconds, of a device for programs: long enough that a thread a few milliseconds late
  /// causes no gap.
  private static let calmSeconds = 0.01
  /// Seconds of sound that may wait in the ring to be played; this is more than the buffer of any device needs.
  private static let ringSeconds = 0.5

  /// The kind of listener for whom the output plays.
  let use: Use
  private let device: String
  private let port: (any PlaybackPort)?
  private let priority: Int?
  private var request: PlaybackRequest?
  private var ring: SampleRing?
  private var player: PlaybackRunner?
  private var retryAt = -Double.infinity
  private var fault: MonitorFault?

  /// Creates an output whose device is not open yet.
  ///
  /// - Parameters:
  ///   - port: the playback port; `nil` if there is none.
  ///   - priority: the realtime priority of the playback thread; `nil` for an ordinary thread.
  init(_ use: Use, device: String, port: (any PlaybackPort)?, priority: Int?) {
    (self.use, self.device, self.port, self.priority) = (use, device, port, priority)
  }

  /// The settings that the device granted; `nil` while it does not play.
  var grant: PlaybackGrant? { player?.grant }

  /// True if there is a port through which to play.
  var isPossible: Bool { port != nil }

  /// Makes the ring to which the rendering of a newly started capture writes; `nil` if there is no port.
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

  /// Opens the device if it should be playing, and closes it if it stopped playing.
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

  /// Closes the device and drops the ring.
  func close() {
    closeDevice()
    (ring, request) = (nil, nil)
    retryAt = -.infinity
  }

  private func closeDevice() {
    player?.shutDown()
    player = nil
  }

  /// Reports a fault, but only once, however often opening the device fails.
  private func report(_ fault: MonitorFault) -> [SessionEvent] {
    guard fault != self.fault else { return [] }
    self.fault = fault
    return [use == .headphones ? .monitorFault(fault) : .programsFault(fault)]
  }
}
