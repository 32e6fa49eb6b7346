import CAlsa
import Essentials
import Recorder

/// Plays the sound of files on an ALSA device, whose pace it follows by waiting for the device.
///
/// - Thread: an ordinary thread, one at a time.
package struct AlsaPlayer: ~Copyable, Sendable {
  private let device: String
  private let pcm: AlsaPCM

  /// The sound, in microseconds, that the device buffers.
  private static let latency: UInt32 = 200_000

  /// Opens a device for 32-bit floats, which alsa-lib converts unless the device is bare hardware.
  ///
  /// - Parameters:
  ///   - channels: 1 or 2.
  ///   - rate: frames per second.
  /// - Throws: ``Recorder/PlaybackFault`` if the device is absent or busy, or does not accept such sound.
  package init(device: String, channels: Int, rate: Int) throws(PlaybackFault) {
    // If a property were set before this call fails, Swift 6.0.3 could not undo that.
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

  /// Plays interleaved frames on a scale where full scale is 1; returns once the device has accepted them.
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
        // After an underrun or a suspend, playing continues from here.
        let result = snd_pcm_recover(pcm.handle, Int32(written), 1)
        guard result >= 0 else {
          throw AlsaFault(result, call: "snd_pcm_writei").playback(device: device)
        }
      }
    }
  }

  /// Waits until all accepted sound has been played.
  package func finish() { snd_pcm_drain(pcm.handle) }

  /// Stops playing at once.
  package func stop() { snd_pcm_drop(pcm.handle) }
}
