/// The requests that a hold of the source button makes to other programs, if these are configured, and the system's
/// notice that must be reported.
///
/// - Thread: control.
struct SessionRequests {
  /// The request to copy takes to another medium; `nil` if that is not configured.
  let copies: ProgramRequest?
  /// The request to open or close the recorder's own Wi-Fi; `nil` if that is not configured.
  let wifi: ProgramRequest?
  /// The notice that the system left before the recorder started; `nil` if there is none.
  let notice: SystemNotice?

  /// Creates the requests that a configuration allows.
  init(_ configuration: SessionConfiguration) {
    copies = configuration.copy.map { ProgramRequest($0) }
    wifi = configuration.wifi.map { ProgramRequest($0) }
    notice = configuration.notice.flatMap { SystemNotice($0) }
  }

  /// True while one of the other programs is working.
  var isBusy: Bool { copies?.isBusy == true || wifi?.isBusy == true }

  /// True if one of the requests has failed since the last press of a button, or if the system left a notice that
  /// nobody has acknowledged yet.
  var hasFailed: Bool {
    copies?.hasFailed == true || wifi?.hasFailed == true || notice?.isUnseen == true
  }

  /// Notes that a person is present and has seen any failure shown so far.
  func acknowledge() {
    copies?.acknowledge()
    wifi?.acknowledge()
    notice?.acknowledge()
  }

  /// Returns news of the requests and the notice; each program's status is read at most twice a second.
  func poll(_ now: Double) -> [SessionEvent] {
    var events: [SessionEvent] = []
    if let news = copies?.poll(now) { events.append(.copy(news)) }
    if let news = wifi?.poll(now) { events.append(.wifi(news)) }
    if let words = notice?.poll() { events.append(.notice(words)) }
    return events
  }
}
