import Realtime

/// A request to a playback device.
package struct PlaybackRequest: Sendable, Equatable {
  /// The device's name.
  package var device: String
  /// Frames per second fed to the device; a device with another rate resamples.
  package var rate: Int
  /// Desired frames per period, at ``rate``.
  package var period: Int
  /// Desired frames of the hardware buffer, at ``rate``.
  package var buffer: Int

  /// A request from its parts.
  package init(device: String, rate: Int, period: Int, buffer: Int) {
    self.device = device
    self.rate = rate
    self.period = period
    self.buffer = buffer
  }
}

/// The grant of a playback device.
package struct PlaybackGrant: Sendable, Equatable {
  /// Channels of the device; the first two are left and right, a single one is their mean.
  package var channels: Int
  /// Nominal frames per second of the device's own clock.
  package var rate: Int
  /// Frames per period.
  package var period: Int
  /// Frames of the hardware buffer.
  package var buffer: Int

  /// A grant from its parts.
  package init(channels: Int, rate: Int, period: Int, buffer: Int) {
    self.channels = channels
    self.rate = rate
    self.period = period
    self.buffer = buffer
  }
}

/// The reason why a playback device cannot be used.
package enum PlaybackFault: Error, Sendable, Equatable {
  /// There is no such device.
  case absent(device: String)
  /// Another process has it.
  case busy(device: String, holder: String?)
  /// It does not offer the requested settings.
  case refused(device: String, asked: String, offered: String)
  /// A call failed.
  case failed(device: String, call: String, errno: Int32)
}

/// The reason why playback ended.
package enum PlaybackEnd: Sendable, Equatable {
  /// A stop was requested.
  case stopped
  /// The device is gone.
  case disconnected
  /// Calls kept failing with this errno.
  case failed(errno: Int32)
}

/// A device that plays left and right to headphones, by its own clock.
///
/// The frames arrive by the clock of the microphones. The two clocks differ by a few parts per million, so the port
/// measures the fill of the ring and resamples just enough to keep it constant.
package protocol PlaybackPort: Sendable {
  /// Opens the device and configures it.
  ///
  /// - Throws: ``PlaybackFault``; the device is then closed.
  /// - Thread: control.
  func open(_ request: PlaybackRequest) throws(PlaybackFault) -> PlaybackGrant

  /// Plays arriving frames until the flag is raised or the device ends; plays silence when there are none.
  ///
  /// - Parameter source: two channels at the rate of the request.
  /// - Thread: playback.
  func run(_ source: consuming SampleRingReader, stop: StopFlag) -> PlaybackEnd

  /// Closes the device, after `run` has returned.
  ///
  /// - Thread: control.
  func close()
}
