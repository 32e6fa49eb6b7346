/// The configuration of the sound in the headphones.
package struct MonitorConfiguration: Sendable, Equatable {
  /// The name of the playback device.
  package var device: String
  /// True if the live sound is played: the sound of the running take, or of a take started now.
  package var playsSound = true
  /// True if one short tone signals the start of a take, and another its end.
  ///
  /// The tones are played only to the headphones and are never recorded.
  package var playsTones = false
  /// The gain of the sound in the headphones relative to the take, in decibels; a limiter keeps the sound below full
  /// scale.
  package var volumeDecibels = 0.0

  /// Creates a configuration that plays the live sound on a playback device.
  package init(device: String) {
    self.device = device
  }
}

/// The reason why the live sound is not played; takes continue without it.
package enum MonitorFault: Error, Sendable, Equatable {
  /// The session has no playback port.
  case unavailable
  /// The playback device cannot be opened.
  case device(PlaybackFault)
  /// The playback device was open and then stopped playing.
  case ended(device: String, PlaybackEnd)
  /// The system has no free thread.
  case threadRefused(errno: Int32)
}

extension MonitorFault: CustomStringConvertible {
  /// A sentence that says what happened, and what to do.
  package var description: String {
    switch self {
    case .unavailable:
      "this recorder cannot play sound; remove [monitor] and [live] from its settings"
    case .device(let fault): "\(fault)"
    case .ended(let device, .stopped): "\(device): playback was stopped"
    case .ended(let device, .disconnected):
      "\(device): the playback device was disconnected; plug it in again"
    case .ended(let device, .failed(let errno)): "\(device): playback failed (errno \(errno))"
    case .threadRefused(let errno): "the system refused a thread for playback (errno \(errno))"
    }
  }
}

extension PlaybackFault: CustomStringConvertible {
  /// A sentence that says which device was opened, what failed, and how to remedy it.
  package var description: String {
    switch self {
    case .absent(let device): "\(device): there is no such playback device; see 'aplay -L'"
    case .busy(let device, let holder):
      "\(device): the playback device is in use" + (holder.map { " by \($0)" } ?? "")
        + "; end that program"
    case .refused(let device, let asked, let offered):
      "\(device): asked for \(asked), but the device offers \(offered); "
        + "change [playback] of the board"
    case .failed(let device, let call, let errno): "\(device): \(call) failed (errno \(errno))"
    }
  }
}
