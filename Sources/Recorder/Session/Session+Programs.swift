import Boards

// The requests of programs on the control socket, beside those that keys make too.

extension Session {
  /// Pauses the take, or goes on with it; nothing happens when it is so already.
  ///
  /// - Throws: as ``togglePause()``.
  public func setPaused(_ isPaused: Bool) throws(SessionRefusal) { try ask(.pause(isPaused)) }

  /// Closes the capture device for another program, until ``takeDeviceBack(_:)``.
  ///
  /// - Throws: ``SessionRefusal`` while a take is made or is about to start, and while another program has the device.
  public func lendDevice(to borrower: String, _ now: Double) throws(SessionRefusal) {
    try ask(.lend(to: borrower), at: now)
  }

  /// Opens the capture device again; when that fails it is tried again in ``tick(_:)``.
  public func takeDeviceBack(_ now: Double) {
    do throws(SessionRefusal) { try ask(.takeBack, at: now) } catch { tell(error) }
  }

  /// Renders left and right also without a take while their meters are looked at.
  public func meterEars(_ isWanted: Bool) {
    live.meterEars(isWanted || configuration.metersEars)
  }

  /// The program that has the capture device for a while.
  public var borrower: String? { recorder.borrower }

  /// The polar patterns of the present data source.
  public var selectablePatterns: [PolarPattern] {
    configuration.board.dataSources[controls.dataSource].patterns
  }

  /// The name of the take that is made, as soon as its first file has it.
  public var takeName: String? { takes.take?.name }
}
