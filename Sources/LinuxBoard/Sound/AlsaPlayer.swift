import CAlsa
import Essentials
import Recorder

/// Plays sound from files on an ALSA device; the device sets the pace.
///
/// - Thread: an ordinary thread, one at a time.
package struct AlsaPlayer: ~Copyable, Sendable {
  private let device: String
  private let pcm: AlsaPCM

  /// The latency of the device's buffer in microseconds.
  private static let latency: UInt32 = 200_000

  /// Opens a device for 32-bit floats; alsa-lib converts them, except for a `hw:` device.
  ///
  /// - Parameters:
  ///   - channels: 1 or 2.
  ///   - rate: frames per second.
  /// - Throws: ``Recorder/PlaybackFault`` if the device is absent or busy, or does not accept such sound.
  package init(device: String, channels: Int, rate: Int) throws(PlaybackFault) {
    // No property is set before this call, because Swift 6.0.3 could not undo that if the call
    // failed.
    pcm = try translating(
      to: { (error: AlsaFault) in error.playback(device: device) }
    ) { () throws(AlsaFault) in
      let pcm = try AlsaPCM(device, .playback)
      let result = snd_pcm_set_params(
        pcm.handle, SND_PCM_FORMAT_FLOAT_LE, SND_PCM_ACCESS_RW_INTERLEAVED, UInt32(channels),
        UInt32(rate), 1, Self.latency)
      guard result >= 0 else {
        throw .refused(
          asked: "\(channels) channels at \(rate) Hz as FLOAT_LE",
          offered: try CaptureOffer(pcm.handle).description)
      }
      return pcm
    }
    self.device = device
  }

  /// Plays interleaved frames, in which full scale is 1; returns when the device has accepted them.
  ///
  /// - Throws: ``Recorder/PlaybackFault`` if the device is gone, or a call keeps failing.
  package func play(_ samples: UnsafePointer<Float>, frames: Int, channels: Int)
    throws(PlaybackFault)
  {
    var done = 0
    while done < frames {
      let written = snd_pcm_writei(
        pcm.handle, samples + done * channels, snd_pcm_uframes_t(frames - done))
      if written >= 0 {
        done += written
      } else {
        // After an underrun or a suspend, playback continues from here.
        let result = snd_pcm_recover(pcm.handle, Int32(written), 1)
        guard result >= 0 else {
          throw AlsaFault(result, call: "snd_pcm_writei").playback(device: device)
        }
      }
    }
  }

  /// Waits until all accepted sound has been played.
  package func finish() { snd_pcm_drain(pcm.handle) }

  /// Stops playback immediately.
  package func stop() { snd_pcm_drop(pcm.handle) }
}
