/// The other programs that are asked by a hold of the source button, each where it is configured, and what the system
/// left to be told.
///
/// - Thread: control.
struct SessionRequests {
  /// It copies takes to another medium.
  let copies: ProgramRequest?
  /// It opens a Wi-Fi of the recorder's own, or closes it.
  let wifi: ProgramRequest?
  /// The system's own news from before the start.
  let notice: SystemNotice?

  /// The requests of a configuration.
  init(_ configuration: SessionConfiguration) {
    copies = configuration.copy.map { ProgramRequest($0) }
    wifi = configuration.wifi.map { ProgramRequest($0) }
    notice = configuration.notice.flatMap { SystemNotice($0) }
  }

  /// True while one of them works.
  var isBusy: Bool { copies?.isBusy == true || wifi?.isBusy == true }

  /// True when one of them failed since a button was pressed last, or the system before it was.
  var hasFailed: Bool {
    copies?.hasFailed == true || wifi?.hasFailed == true || notice?.isUnseen == true
  }

  /// Notes that a person is there, who has seen a failure that was shown until now.
  func acknowledge() {
    copies?.acknowledge()
    wifi?.acknowledge()
    notice?.acknowledge()
  }

  /// Gives the news, at most twice a second of each.
  func poll(_ now: Double) -> [SessionEvent] {
    var events: [SessionEvent] = []
    if let news = copies?.poll(now) { events.append(.copy(news)) }
    if let news = wifi?.poll(now) { events.append(.wifi(news)) }
    if let words = notice?.poll() { events.append(.notice(words)) }
    return events
  }
}
