import Realtime

/// A request to a playback device.
package struct PlaybackRequest: Sendable, Equatable {
  /// The device's name.
  package var device: String
  /// The frames per second that the recorder delivers; they are resampled if the device runs at another rate.
  package var rate: Int
  /// The desired number of frames per period, at ``rate``.
  package var period: Int
  /// The desired length of the hardware buffer in frames, at ``rate``.
  package var buffer: Int
}

/// The settings that a playback device actually granted.
package struct PlaybackGrant: Sendable, Equatable {
  /// The number of channels of the device.
  ///
  /// The first two channels are left and right; a single channel is their mean.
  package var channels: Int
  /// The nominal number of frames per second by the device's own clock.
  package var rate: Int
  /// The number of frames per period.
  package var period: Int
  /// The length of the hardware buffer in frames.
  package var buffer: Int

  /// Creates a grant from its parts.
  package init(channels: Int, rate: Int, period: Int, buffer: Int) {
    (self.channels, self.rate) = (channels, rate)
    (self.period, self.buffer) = (period, buffer)
  }
}

/// The reason why a playback device cannot be used.
package enum PlaybackFault: Error, Sendable, Equatable {
  /// There is no such device.
  case absent(device: String)
  /// Another process is using the device.
  case busy(device: String, holder: String?)
  /// The device does not offer the requested settings.
  case refused(device: String, asked: String, offered: String)
  /// A call to the device failed.
  case failed(device: String, call: String, errno: Int32)
}

/// The reason why playback ended.
package enum PlaybackEnd: Sendable, Equatable {
  /// A stop was requested.
  case stopped
  /// The playback device is gone.
  case disconnected
  /// Calls to the device kept failing with this errno.
  case failed(errno: Int32)
}

/// A device that plays left and right, for instance to headphones, at the pace of its own clock.
///
/// The frames arrive at the pace of the microphones' clock. The two clocks differ by a few parts per million, so the
/// port measures how full the ring is, and resamples just enough to keep the ring equally full.
package protocol PlaybackPort: Sendable {
  /// Opens the device and configures it.
  ///
  /// - Throws: ``PlaybackFault`` if the device cannot be used; it is then left closed.
  /// - Thread: control.
  func open(_ request: PlaybackRequest) throws(PlaybackFault) -> PlaybackGrant

  /// Plays frames as they arrive, and silence if there are none, until the flag is raised or the device stops playing.
  ///
  /// - Parameter source: the reader of the frames, which have two channels at the rate of the request.
  /// - Thread: playback.
  func run(_ source: consuming SampleRingReader, stop: StopFlag) -> PlaybackEnd

  /// Closes the device, after `run` has returned.
  ///
  /// - Thread: control.
  func close()
}
