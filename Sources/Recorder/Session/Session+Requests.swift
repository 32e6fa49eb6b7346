import Beamforming
import Boards
import Realtime

// The requests made by people and programs.

extension Session {
  /// Starts a take with the current filters; the orientation is latched.
  ///
  /// - Throws: ``SessionRefusal`` if a take is running, the recorder is not armed, power is failing, the storage
  ///   accepts no new take, or the take cannot be started.
  package func startTake(_ now: Double) throws(SessionRefusal) { try ask(.start, at: now) }

  /// Keeps the sound so far out of every take: the next one has no pre-roll from before this call.
  package func discardHistory() { device.discardHistory() }

  /// Ends the take; its files are closed in the background, and ``SessionEvent/takeFinished(_:)`` follows.
  ///
  /// - Throws: ``SessionRefusal/notRecording`` if no take is running.
  package func stopTake(end: TakeEnd = .stopped) throws(SessionRefusal) { try ask(.stop(end)) }

  /// Pauses or resumes the take.
  ///
  /// - Throws: ``SessionRefusal/notRecording`` if no take is running, ``SessionRefusal/tooManyPauses`` if the take can
  ///   have no further segment.
  package func togglePause() throws(SessionRefusal) { try ask(.togglePause) }

  /// Sets a marker at this instant of the take.
  ///
  /// - Parameter text: its text, in one line; `nil` for a numbered marker.
  /// - Throws: ``SessionRefusal/notRecording`` if no take is running.
  package func mark(_ text: String? = nil) throws(SessionRefusal) { try ask(.mark(text: text)) }

  /// Selects a data source by its name.
  ///
  /// A pattern that it does not support becomes stereo, or its first supported pattern.
  ///
  /// - Throws: ``SessionRefusal`` while a take is running or latched, or if the board has no such data source; nothing
  ///   has then changed.
  package func setDataSource(_ name: String) throws(SessionRefusal) {
    try choose("the data source") { (controls: inout Controls) throws(SessionRefusal) in
      try controls.choose(dataSource: name)
    }
  }

  /// Selects a data source, or reports an event with the reason why not: for buttons, which do not wait for an answer.
  package func request(dataSource name: String) {
    do throws(SessionRefusal) { try setDataSource(name) } catch { tell(error) }
  }

  /// Requests a copy of all takes on the other medium.
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

  /// Requests a copy, or reports an event with the reason why not.
  func requestCopy(_ now: Double) {
    do throws(SessionRefusal) { try copyTakes(now) } catch { tell(error) }
  }

  /// Requests the recorder's own Wi-Fi, or reports an event with the reason why not.
  func requestWiFi(_ now: Double) {
    guard let wifi = requests.wifi else { return }
    do throws(SessionRefusal) {
      try wifi.ask(now)
      tell(.wifi(.asked))
    } catch {
      tell(error)
    }
  }

  /// Reports an event with the reason for a refusal: for a person who does not wait for an answer.
  package func tell(_ refusal: SessionRefusal) { tell(.refused(refusal)) }

  /// Selects a polar pattern, or reports an event with the reason why not.
  func request(pattern: PolarPattern) {
    do throws(SessionRefusal) { try setPattern(pattern) } catch { tell(error) }
  }

  /// Selects a polar pattern.
  ///
  /// - Throws: ``SessionRefusal`` while a take is running or latched, or if the data source does not support the
  ///   pattern; nothing has then changed.
  package func setPattern(_ wanted: PolarPattern) throws(SessionRefusal) {
    try choose("the polar pattern") { (controls: inout Controls) throws(SessionRefusal) in
      try controls.choose(wanted)
    }
  }

  /// Selects a data source, a polar pattern, or both at once.
  ///
  /// - Throws: ``SessionRefusal`` as ``setDataSource(_:)`` and ``setPattern(_:)``; nothing has then changed.
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
  /// The pre-roll starts over with another gain.
  ///
  /// - Parameters:
  ///   - lowCut: hertz, or `.some(nil)` for none; `nil` leaves it unchanged.
  ///   - gain: decibels; `nil` leaves it unchanged.
  /// - Throws: ``SessionRefusal`` while a take is running or latched, and for settings the board does not have; the low
  ///   cut may then have changed.
  package func adjust(lowCut: Double??, inputGain gain: Double?) throws(SessionRefusal) {
    try choose("the sound of takes") { (controls: inout Controls) throws(SessionRefusal) in
      if let lowCut { try controls.choose(lowCutHertz: lowCut) }
    }
    guard let gain else { return }
    let controls = configuration.board.capture.gainControls
    guard !controls.isEmpty else {
      throw .unavailable(
        "the board \(configuration.board.id) names no input gain control of its card")
    }
    guard Capture.inputGains.contains(gain) else {
      throw .unavailable("an input gain must be from -60 to 60 dB")
    }
    do throws(CaptureFault) {
      try device.setGain(InputGain(controls: controls, decibels: gain))
    } catch {
      throw .unavailable("\(error)")
    }
  }

  /// Fixes the orientation; `nil` follows the accelerometer again.
  ///
  /// - Throws: ``SessionRefusal`` while a take is running or latched, or if the orientation of the board is fixed;
  ///   nothing has then changed.
  package func setOrientation(_ wanted: InputOrientation?) throws(SessionRefusal) {
    try choose("the orientation") { (controls: inout Controls) throws(SessionRefusal) in
      try controls.choose(wanted)
    }
  }

  // MARK: - Requests of the control socket

  /// Pauses or resumes the take; nothing happens if it already is.
  ///
  /// - Throws: like ``togglePause()``.
  package func setPaused(_ isPaused: Bool) throws(SessionRefusal) { try ask(.pause(isPaused)) }

  /// Closes the capture device for another program, until ``reopenDevice(_:)``.
  ///
  /// - Throws: ``SessionRefusal`` while a take is running or about to start, and while another program has the device.
  package func lendDevice(to borrower: String, _ now: Double) throws(SessionRefusal) {
    try ask(.lend(to: borrower), at: now)
  }

  /// Opens the capture device again; after a failure ``tick(_:)`` retries.
  package func reopenDevice(_ now: Double) {
    do throws(SessionRefusal) { try ask(.reopenDevice, at: now) } catch { tell(error) }
  }

  /// Renders left and right for their meters even without a take.
  package func meterEars(_ isWanted: Bool) {
    live.meterEars(isWanted || configuration.metersEars)
  }

  /// Renders left and right for listening programs, even without a take; `nil` when none is listening any more.
  ///
  /// - Precondition: the tap is always the same.
  package func listen(_ tap: LiveTap?) {
    if tap != nil { stayAwake() }
    live.listen(tap)
  }

  /// Lets a program pull live sound, even across closing and reopening of the device.
  ///
  /// - Parameter isRaw: true for every channel unprocessed, as many as the pull has; false for left and right.
  package func attach(_ pull: LivePull, isRaw: Bool) { live.pulls.attach(pull, isRaw: isRaw) }

  /// Ends its pulling.
  package func detach(_ pull: LivePull) { live.pulls.detach(pull) }

  // MARK: - Sleep

  /// Wakes up for a person or a program, and stays awake for a while.
  func stayAwake() {
    guard let sleep else { return }
    sleep.stayAwake(present)
    apply(.wake)
  }

  /// Sleeps until the next scheduled take when there is nothing else to do, and wakes up for it.
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

  /// Source button presses that changed the source so far: a sign that a person is at the recorder.
  package var sourcePresses: Int { hands.sourcePresses }

  /// Shows on the lights, outside takes, that presses of the source button are requested.
  package func showAsked(_ isAsked: Bool) { hands.isAsked = isAsked }

  /// The names of takes with open files: the running one, and those being closed.
  package var openTakes: [String] {
    ([takes.take].compactMap { $0 } + takes.finishing).compactMap(\.name)
  }

  /// The identity of the running take.
  package var takeIdentity: String? { takes.take?.plan.uid }

  /// The folder of the running take.
  package var takeFolder: String { takes.take?.plan.folder ?? configuration.directory }

  /// The name of the running take, once its first file has it.
  package var takeName: String? { takes.take?.name }
}
