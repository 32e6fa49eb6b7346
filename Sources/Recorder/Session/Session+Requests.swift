import Beamforming
import Boards
import Realtime

// The requests of people and programs.

extension Session {
  /// Starts a take with the filters of this instant; the orientation is latched.
  ///
  /// - Throws: ``SessionRefusal`` when a take is being made, when the recorder is not armed, when power fails, when the
  ///   storage takes no new take, or when the take cannot be started.
  package func startTake(_ now: Double) throws(SessionRefusal) { try ask(.start, at: now) }

  /// Leaves the sound so far out of every take: the next one has no seconds before its start.
  package func discardHistory() { device.discardHistory() }

  /// Ends the take; its files are closed in the background, and ``SessionEvent/takeFinished(_:)`` follows.
  ///
  /// - Throws: ``SessionRefusal/notRecording`` when no take is made.
  package func stopTake(end: TakeEnd = .stopped) throws(SessionRefusal) { try ask(.stop(end)) }

  /// Pauses the take, or goes on with it.
  ///
  /// - Throws: ``SessionRefusal/notRecording`` when no take is made, ``SessionRefusal/tooManyPauses`` when the take can
  ///   have no further segment.
  package func togglePause() throws(SessionRefusal) { try ask(.togglePause) }

  /// Sets a marker at this instant of the take.
  ///
  /// - Parameter text: its text, in one line; `nil` for one with a number.
  /// - Throws: ``SessionRefusal/notRecording`` when no take is made.
  package func mark(_ text: String? = nil) throws(SessionRefusal) { try ask(.mark(text: text)) }

  /// Selects a data source by its name.
  ///
  /// A pattern that it does not support becomes stereo, or the first one that it supports.
  ///
  /// - Throws: ``SessionRefusal`` while a take is made or latched, or when the board has no such data source; nothing
  ///   has changed then.
  package func setDataSource(_ name: String) throws(SessionRefusal) {
    try choose("the data source") { (controls: inout Controls) throws(SessionRefusal) in
      try controls.choose(dataSource: name)
    }
  }

  /// Selects a data source, or says in an event why not: for hands that do not wait for an answer.
  package func request(dataSource name: String) {
    do throws(SessionRefusal) { try setDataSource(name) } catch { tell(error) }
  }

  /// Asks for a copy of all takes on the other medium.
  ///
  /// - Throws: ``SessionRefusal`` in a take, when power fails, when there is no storage to copy from, when no other
  ///   medium is configured, and while a copy is made.
  package func copyTakes(_ now: Double) throws(SessionRefusal) {
    guard configuration.makesTakes else { throw .takesOff }
    guard transport.state.running == nil else { throw .copyDuringTake }
    guard !transport.state.troubles.isPowerFailing else { throw .fault(.powerFailing) }
    guard let copies = requests.copies else { throw .copyNotConfigured }
    if let fault = transport.state.troubles.storage { throw .fault(.storage(fault)) }
    try copies.ask(now)
    tell(.copy(.asked))
  }

  /// Asks for a copy, or says in an event why not.
  func requestCopy(_ now: Double) {
    do throws(SessionRefusal) { try copyTakes(now) } catch { tell(error) }
  }

  /// Asks for the Wi-Fi of the recorder's own, or says in an event why not.
  func requestWiFi(_ now: Double) {
    guard let wifi = requests.wifi else { return }
    do throws(SessionRefusal) {
      try wifi.ask(now)
      tell(.wifi(.asked))
    } catch {
      tell(error)
    }
  }

  /// Says in an event why a request was refused: for a person who does not wait for an answer.
  package func tell(_ refusal: SessionRefusal) { tell(.refused(refusal)) }

  /// Selects a polar pattern, or says in an event why not.
  func request(pattern: PolarPattern) {
    do throws(SessionRefusal) { try setPattern(pattern) } catch { tell(error) }
  }

  /// Selects a polar pattern.
  ///
  /// - Throws: ``SessionRefusal`` while a take is made or latched, or when the data source does not support the
  ///   pattern; nothing has changed then.
  package func setPattern(_ wanted: PolarPattern) throws(SessionRefusal) {
    try choose("the polar pattern") { (controls: inout Controls) throws(SessionRefusal) in
      try controls.choose(wanted)
    }
  }

  /// Selects a data source, a polar pattern, or both at once.
  ///
  /// - Throws: ``SessionRefusal`` as ``setDataSource(_:)`` and ``setPattern(_:)``; nothing has changed then.
  package func select(dataSource name: String?, _ pattern: PolarPattern?) throws(SessionRefusal) {
    try choose(name == nil ? "the polar pattern" : "the data source") {
      (controls: inout Controls) throws(SessionRefusal) in
      var wanted = controls
      if let name { try wanted.choose(dataSource: name) }
      if let pattern { try wanted.choose(pattern) }
      controls = wanted
    }
  }

  /// Changes the low cut and the input gain of the card, until the recorder is started anew.
  ///
  /// The pre-roll begins anew with another gain.
  ///
  /// - Parameters:
  ///   - lowCut: hertz, or `.some(nil)` for none; `nil` leaves it as it is.
  ///   - gain: decibels; `nil` leaves it as it is.
  /// - Throws: ``SessionRefusal`` while a take is made or latched, and for what the board does not have; the low
  ///   cut may have changed then.
  package func adjust(lowCut: Double??, inputGain gain: Double?) throws(SessionRefusal) {
    try choose("the sound of takes") { (controls: inout Controls) throws(SessionRefusal) in
      if let lowCut { try controls.choose(lowCutHertz: lowCut) }
    }
    guard let gain else { return }
    let controls = configuration.board.capture.gainControls
    guard !controls.isEmpty else {
      throw .unavailable(
        "the board \(configuration.board.id) names no control of its card for an input gain")
    }
    guard Capture.inputGains.contains(gain) else {
      throw .unavailable("an input gain is from -60 to 60 dB")
    }
    do throws(CaptureFault) {
      try device.setGain(InputGain(controls: controls, decibels: gain))
    } catch {
      throw .unavailable("\(error)")
    }
  }

  /// Fixes the orientation, or follows the accelerometer again with `nil`.
  ///
  /// - Throws: ``SessionRefusal`` while a take is made or latched, or when the orientation of the board is fixed;
  ///   nothing has changed then.
  package func setOrientation(_ wanted: InputOrientation?) throws(SessionRefusal) {
    try choose("the orientation") { (controls: inout Controls) throws(SessionRefusal) in
      try controls.choose(wanted)
    }
  }

  // MARK: - Requests of the control socket

  /// Pauses the take, or goes on with it; nothing happens when it is so already.
  ///
  /// - Throws: as ``togglePause()``.
  package func setPaused(_ isPaused: Bool) throws(SessionRefusal) { try ask(.pause(isPaused)) }

  /// Closes the capture device for another program, until ``reopenDevice(_:)``.
  ///
  /// - Throws: ``SessionRefusal`` while a take is made or is about to start, and while another program has the device.
  package func lendDevice(to borrower: String, _ now: Double) throws(SessionRefusal) {
    try ask(.lend(to: borrower), at: now)
  }

  /// Opens the capture device again; when that fails it is tried again in ``tick(_:)``.
  package func reopenDevice(_ now: Double) {
    do throws(SessionRefusal) { try ask(.reopenDevice, at: now) } catch { tell(error) }
  }

  /// Renders left and right also without a take while their meters are looked at.
  package func meterEars(_ isWanted: Bool) {
    live.meterEars(isWanted || configuration.metersEars)
  }

  /// Renders left and right for programs that listen, also without a take; `nil` when none does any more.
  ///
  /// - Precondition: it is always the same tap.
  package func listen(_ tap: LiveTap?) {
    if tap != nil { stayAwake() }
    live.listen(tap)
  }

  /// Lets a program pull live sound from now on, also when the device is closed and opened again.
  ///
  /// - Parameter isRaw: true for every channel as it is, as many as the pull has; false for left and right.
  package func attach(_ pull: LivePull, isRaw: Bool) { live.pulls.attach(pull, isRaw: isRaw) }

  /// Lets it pull no more.
  package func detach(_ pull: LivePull) { live.pulls.detach(pull) }

  // MARK: - Sleep

  /// Wakes up for a person or a program, and sleeps no more for a while.
  func stayAwake() {
    guard let sleep else { return }
    sleep.stayAwake(present)
    apply(.wake)
  }

  /// Sleeps until the next take of the schedule when nothing else is to be done, and wakes up for it.
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

  /// The program that has the capture device for a while.
  package var borrower: String? { transport.state.borrower }

  /// The polar patterns of the present data source.
  package var selectablePatterns: [PolarPattern] {
    configuration.board.dataSources[hands.controls.dataSource].patterns
  }

  /// Presses of the source button for another source so far: a sign that a person is at the recorder.
  package var sourcePresses: Int { hands.sourcePresses }

  /// Shows on the lights, while no take is made, that presses of the source button are asked for.
  package func showAsked(_ isAsked: Bool) { hands.isAsked = isAsked }

  /// The names of takes whose files are open: the one that is made, and those that are being closed.
  package var openTakes: [String] {
    ([takes.take].compactMap { $0 } + takes.finishing).compactMap(\.name)
  }

  /// The identity of the take that is made.
  package var takeIdentity: String? { takes.take?.plan.uid }

  /// The folder of the take that is made.
  package var takeFolder: String { takes.take?.plan.folder ?? configuration.directory }

  /// The name of the take that is made, as soon as its first file has it.
  package var takeName: String? { takes.take?.name }
}
