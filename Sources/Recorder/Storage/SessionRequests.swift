/// The other programs requested by a hold of the source button, if configured, and the system's notice to be reported.
///
/// - Thread: control.
struct SessionRequests {
  /// Copies takes to another medium.
  let copies: ProgramRequest?
  /// Opens or closes the recorder's own Wi-Fi.
  let wifi: ProgramRequest?
  /// The system's own news from before the start.
  let notice: SystemNotice?

  /// The requests of a configuration.
  init(_ configuration: SessionConfiguration) {
    copies = configuration.copy.map { ProgramRequest($0) }
    wifi = configuration.wifi.map { ProgramRequest($0) }
    notice = configuration.notice.flatMap { SystemNotice($0) }
  }

  /// True while one of them is working.
  var isBusy: Bool { copies?.isBusy == true || wifi?.isBusy == true }

  /// True if one of them failed since the last press of a button, or the system before the start.
  var hasFailed: Bool {
    copies?.hasFailed == true || wifi?.hasFailed == true || notice?.isUnseen == true
  }

  /// Notes that a person is present and has seen the failure shown so far.
  func acknowledge() {
    copies?.acknowledge()
    wifi?.acknowledge()
    notice?.acknowledge()
  }

  /// Returns the news, at most twice a second for each program.
  func poll(_ now: Double) -> [SessionEvent] {
    var events: [SessionEvent] = []
    if let news = copies?.poll(now) { events.append(.copy(news)) }
    if let news = wifi?.poll(now) { events.append(.wifi(news)) }
    if let words = notice?.poll() { events.append(.notice(words)) }
    return events
  }
}
