import Beamforming
import Boards
import Realtime

// Requests that people and programs make to a session.

extension Session {
  /// Starts a take with the current filters and the current orientation, which then stay fixed.
  ///
  /// - Throws: ``SessionRefusal`` if a take is running, the recorder is not armed, power is failing, the storage
  ///   accepts no new take, or the take cannot be started.
  package func startTake(_ now: Double) throws(SessionRefusal) { try ask(.start, at: now) }

  /// Keeps the sound captured so far out of all later takes: the next take has no pre-roll from before this call.
  package func discardHistory() { device.discardHistory() }

  /// Ends the take; its files are closed in the background, and when that is done, ``SessionEvent/takeFinished(_:)`` is
  /// reported.
  ///
  /// - Throws: ``SessionRefusal/notRecording`` if no take is running.
  package func stopTake(end: TakeEnd = .stopped) throws(SessionRefusal) { try ask(.stop(end)) }

  /// Pauses or resumes the take.
  ///
  /// - Throws: ``SessionRefusal/notRecording`` if no take is running, or ``SessionRefusal/tooManyPauses`` if the take
  ///   cannot have another segment.
  package func togglePause() throws(SessionRefusal) { try ask(.togglePause) }

  /// Sets a marker at this instant of the take.
  ///
  /// - Parameter text: the text of the marker, of which one line of at most 120 characters is kept; `nil` for a
  ///   numbered marker.
  /// - Throws: ``SessionRefusal/notRecording`` if no take is running.
  package func mark(_ text: String? = nil) throws(SessionRefusal) { try ask(.mark(text: text)) }

  /// Selects a data source by its name.
  ///
  /// If the data source does not support the current pattern, the pattern becomes stereo, or the first one that the
  /// source supports.
  ///
  /// - Throws: ``SessionRefusal`` while a take is running or latched, or if the board has no such data source; nothing
  ///   changes then.
  package func setDataSource(_ name: String) throws(SessionRefusal) {
    try choose("the data source") { (controls: inout Controls) throws(SessionRefusal) in
      try controls.choose(dataSource: name)
    }
  }

  /// Selects a data source on behalf of a button, which gets no answer: if that is refused, an event reports the
  /// reason.
  package func request(dataSource name: String) {
    do throws(SessionRefusal) { try setDataSource(name) } catch { tell(error) }
  }

  /// Requests that all takes be copied to the other medium.
  ///
  /// - Throws: ``SessionRefusal`` during a take, if power is failing, if there is no storage to copy from, if no other
  ///   medium is configured, and while a copy is in progress.
  package func copyTakes(_ now: Double) throws(SessionRefusal) {
    guard configuration.makesTakes else { throw .takesOff }
    guard transport.state.running == nil else { throw .copyDuringTake }
    guard !transport.state.troubles.isPowerFailing else { throw .fault(.powerFailing) }
    guard let copies = requests.copies else { throw .copyNotConfigured }
    if let fault = transport.state.troubles.storage { throw .fault(.storage(fault)) }
    try copies.ask(now)
    tell(.copy(.asked))
  }

  /// Requests a copy of the takes on behalf of a button; if that is refused, an event reports the reason.
  func requestCopy(_ now: Double) {
    do throws(SessionRefusal) { try copyTakes(now) } catch { tell(error) }
  }

  /// Requests, on behalf of a button, that the recorder's own Wi-Fi be opened or closed; if that is refused, an event
  /// reports the reason.
  func requestWiFi(_ now: Double) {
    guard let wifi = requests.wifi else { return }
    do throws(SessionRefusal) {
      try wifi.ask(now)
      tell(.wifi(.asked))
    } catch {
      tell(error)
    }
  }

  /// Reports the reason for a refusal as an event, for a person who does not wait for an answer.
  package func tell(_ refusal: SessionRefusal) { tell(.refused(refusal)) }

  /// Selects a polar pattern on behalf of a button; if that is refused, an event reports the reason.
  func request(pattern: PolarPattern) {
    do throws(SessionRefusal) { try setPattern(pattern) } catch { tell(error) }
  }

  /// Selects a polar pattern.
  ///
  /// - Throws: ``SessionRefusal`` while a take is running or latched, or if the data source does not support the
  ///   pattern; nothing changes then.
  package func setPattern(_ wanted: PolarPattern) throws(SessionRefusal) {
    try choose("the polar pattern") { (controls: inout Controls) throws(SessionRefusal) in
      try controls.choose(wanted)
    }
  }

  /// Selects a data source, a polar pattern, or both at once.
  ///
  /// - Throws: ``SessionRefusal`` for the same reasons as ``setDataSource(_:)`` and ``setPattern(_:)``; nothing changes
  ///   then.
  package func select(dataSource name: String?, _ pattern: PolarPattern?) throws(SessionRefusal) {
    try choose(name == nil ? "the polar pattern" : "the data source") {
      (controls: inout Controls) throws(SessionRefusal) in
      var wanted = controls
      if let name { try wanted.choose(dataSource: name) }
      if let pattern { try wanted.choose(pattern) }
      controls = wanted
    }
  }

  /// Changes the low cut and the input gain of the card, until the recorder is restarted.
  ///
  /// If the gain changes, the pre-roll starts over.
  ///
  /// - Parameters:
  ///   - lowCut: the frequency in hertz, or `.some(nil)` for no low cut; `nil` leaves the low cut unchanged.
  ///   - gain: the input gain in decibels; `nil` leaves it unchanged.
  /// - Throws: ``SessionRefusal`` while a take is running or latched, for settings that the board does not have, and
  ///   for a gain while the capture device is closed; nothing changes then.
  package func adjust(lowCut: Double??, inputGain gain: Double?) throws(SessionRefusal) {
    try choose("the sound of takes") { (controls: inout Controls) throws(SessionRefusal) in
      var wanted = controls
      if let lowCut { try wanted.choose(lowCutHertz: lowCut) }
      // The card comes last, because only it cannot be asked before it changes.
      if let gain { try set(inputGain: gain) }
      controls = wanted
    }
  }

  private func set(inputGain gain: Double) throws(SessionRefusal) {
    let controls = configuration.board.capture.gainControls
    guard !controls.isEmpty else {
      throw .unavailable(
        "the board \(configuration.board.id) does not name an input gain control")
    }
    guard Capture.inputGains.contains(gain) else {
      throw .unavailable("an input gain must be from -60 to 60 dB")
    }
    guard let runner = device.runner else { throw transport.state.refusalOfClosed }
    do throws(CaptureFault) {
      try device.setGain(InputGain(controls: controls, decibels: gain), of: runner)
    } catch {
      throw .unavailable("\(error)")
    }
  }

  /// Fixes the orientation; `nil` lets it follow the accelerometer again.
  ///
  /// - Throws: ``SessionRefusal`` while a take is running or latched, or if the orientation of the board is fixed;
  ///   nothing changes then.
  package func setOrientation(_ wanted: InputOrientation?) throws(SessionRefusal) {
    try choose("the orientation") { (controls: inout Controls) throws(SessionRefusal) in
      try controls.choose(wanted)
    }
  }

  // MARK: - Requests of the control socket

  /// Pauses or resumes the take; if it already is paused or resumed, nothing happens.
  ///
  /// - Throws: the same errors as ``togglePause()``.
  package func setPaused(_ isPaused: Bool) throws(SessionRefusal) { try ask(.pause(isPaused)) }

  /// Closes the capture device for another program, until ``reopenDevice(_:)``.
  ///
  /// - Throws: ``SessionRefusal`` while a take is running or about to start, and while another program has the device.
  package func lendDevice(to borrower: String, _ now: Double) throws(SessionRefusal) {
    try ask(.lend(to: borrower), at: now)
  }

  /// Opens the capture device again after it was lent; if that fails, ``tick(_:)`` retries.
  package func reopenDevice(_ now: Double) {
    do throws(SessionRefusal) { try ask(.reopenDevice, at: now) } catch { tell(error) }
  }

  /// Starts or stops rendering left and right for the meters while no take is running.
  package func meterEars(_ isWanted: Bool) {
    live.meterEars(isWanted || configuration.metersEars)
  }

  /// Renders left and right for listening programs, even without a take; `nil` once no program is listening.
  ///
  /// - Precondition: every call that passes a tap passes the same one.
  package func listen(_ tap: LiveTap?) {
    if tap != nil { stayAwake() }
    live.listen(tap)
  }

  /// Lets a program pull live sound from now on, even if the device is closed and reopened.
  ///
  /// - Parameter isRaw: true to deliver every channel unprocessed, which requires that the pull has as many channels as
  ///   the device; false to deliver left and right.
  package func attach(_ pull: LivePull, isRaw: Bool) { live.pulls.attach(pull, isRaw: isRaw) }

  /// Ends the pulling of a program.
  package func detach(_ pull: LivePull) { live.pulls.detach(pull) }

  // MARK: - Sleep

  /// Wakes the recorder up for a person or a program, and keeps it awake for a while.
  func stayAwake() {
    guard let sleep else { return }
    sleep.stayAwake(present)
    apply(.wake)
  }

  /// Puts the recorder to sleep when there is nothing to do before the next scheduled take, and wakes it up for that
  /// take.
  func watchSleep() {
    guard let sleep else { return }
    let (state, time) = (transport.state, wallTime(present))
    if !state.isAsleep { sleep.woke() }
    let isQuiet =
      state.activity == .none && state.fault == nil && takes.isEverythingClosed
      && !requests.isBusy && !schedule.isDue && !microphones.isDesigning && !live.isListenedTo
      && (state.isAsleep || state.deliversSince != nil && state.isOpen)
    let (step, news) = sleep.look(
      present, dayClock.isTrusted && time.isSet ? time : nil, isAsleep: state.isAsleep,
      isQuiet: isQuiet, schedule.schedule
    ) { wallTime(present + $0 - time.epochSeconds).utcOffsetSeconds }
    switch step {
    case .sleep: apply(.sleep)
    case .wake: apply(.wake)
    case nil: break
    }
    for piece in news { tell(.sleep(piece)) }
  }

  // MARK: - State for programs

  /// The program that has borrowed the capture device.
  package var borrower: String? { transport.state.borrower }

  /// The polar patterns of the current data source.
  package var selectablePatterns: [PolarPattern] {
    configuration.board.dataSources[hands.controls.dataSource].patterns
  }

  /// The number of presses of the source button that have changed the source so far; an increase shows that a person is
  /// at the recorder.
  package var sourcePresses: Int { hands.sourcePresses }

  /// Sets whether the lights show, while no take is running, that presses of the source button are requested.
  package func showAsked(_ isAsked: Bool) { hands.isAsked = isAsked }

  /// The names of all takes whose files are open: the running take, and those being closed.
  package var openTakes: [String] {
    ([takes.take].compactMap { $0 } + takes.finishing).compactMap(\.name)
  }

  /// The identity of the running take; `nil` if none is running.
  package var takeIdentity: String? { takes.take?.plan.uid }

  /// The folder of the running take; the folder of takes if none is running.
  package var takeFolder: String { takes.take?.plan.folder ?? configuration.directory }

  /// The name of the running take; `nil` until its first file is created.
  package var takeName: String? { takes.take?.name }
}
