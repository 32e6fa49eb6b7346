import CAlsa
import Glibc
import Recorder

/// The gain of a volume control in decibels; alsa-lib uses hundredths of a decibel.
extension MixerElement {
  /// The gain of the first channel; `nil` if the element is not a volume, or has no scale in decibels.
  var gain: MixerControl.Gain? {
    guard case .volume(let isCapture) = kind else { return nil }
    var (least, most, now): (Int, Int, Int) = (0, 0, 0)
    let ranged =
      isCapture
      ? snd_mixer_selem_get_capture_dB_range(element, &least, &most)
      : snd_mixer_selem_get_playback_dB_range(element, &least, &most)
    let read =
      isCapture
      ? snd_mixer_selem_get_capture_dB(element, SND_MIXER_SCHN_MONO, &now)
      : snd_mixer_selem_get_playback_dB(element, SND_MIXER_SCHN_MONO, &now)
    guard ranged >= 0, read >= 0, least <= most else { return nil }
    return MixerControl.Gain(
      decibels: Double(now) / 100, range: Double(least) / 100...Double(most) / 100)
  }

  /// Sets the gain of all channels to the highest step that is not above the requested gain.
  ///
  /// - Returns: 0, or the negative errno.
  func set(decibels: Double) -> Int32 {
    guard case .volume(let isCapture) = kind else { return -EINVAL }
    let hundredths = Int((100 * decibels).rounded())
    return isCapture
      ? snd_mixer_selem_set_capture_dB_all(element, hundredths, -1)
      : snd_mixer_selem_set_playback_dB_all(element, hundredths, -1)
  }
}
