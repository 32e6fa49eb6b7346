import CAlsa
import Glibc

/// The possible hardware configurations of a PCM; every choice narrows them.
struct AlsaHardwareParameters: ~Copyable {
  /// The handle of alsa-lib.
  let handle: OpaquePointer

  /// All possible configurations of a device.
  init(all pcm: OpaquePointer) throws(AlsaFault) {
    var allocated: OpaquePointer?
    try check(snd_pcm_hw_params_malloc(&allocated), "snd_pcm_hw_params_malloc")
    guard let allocated else { throw .failed(call: "snd_pcm_hw_params_malloc", errno: ENOMEM) }
    let result = snd_pcm_hw_params_any(pcm, allocated)
    guard result >= 0 else {
      snd_pcm_hw_params_free(allocated)
      throw AlsaFault(result, call: "snd_pcm_hw_params_any")
    }
    handle = allocated
  }

  deinit { snd_pcm_hw_params_free(handle) }
}

/// The parameters that determine how a PCM starts, stops, wakes its user and makes timestamps.
struct AlsaSoftwareParameters: ~Copyable {
  private let handle: OpaquePointer
  private let pcm: OpaquePointer

  /// The present parameters of a configured device.
  init(_ pcm: OpaquePointer) throws(AlsaFault) {
    var allocated: OpaquePointer?
    try check(snd_pcm_sw_params_malloc(&allocated), "snd_pcm_sw_params_malloc")
    guard let allocated else { throw .failed(call: "snd_pcm_sw_params_malloc", errno: ENOMEM) }
    let result = snd_pcm_sw_params_current(pcm, allocated)
    guard result >= 0 else {
      snd_pcm_sw_params_free(allocated)
      throw AlsaFault(result, call: "snd_pcm_sw_params_current")
    }
    handle = allocated
    self.pcm = pcm
  }

  deinit { snd_pcm_sw_params_free(handle) }

  /// Configures a stream that starts on request, never stops automatically, wakes its user every `wakeFrames`, and
  /// has timestamps from CLOCK_MONOTONIC.
  ///
  /// The stop threshold is the boundary at which the pointers wrap, so it is never reached.
  ///
  /// - Parameter stopsWhenEmpty: the size of the playback buffer in frames, for a stream that must stop when the buffer
  ///   runs empty, instead of repeating old sound.
  func install(wakeFrames: Int, stopsWhenEmpty buffer: Int? = nil) throws(AlsaFault) {
    var boundary: snd_pcm_uframes_t = 0
    try check(
      snd_pcm_sw_params_get_boundary(handle, &boundary), "snd_pcm_sw_params_get_boundary")
    try check(
      snd_pcm_sw_params_set_start_threshold(pcm, handle, boundary),
      "snd_pcm_sw_params_set_start_threshold")
    try check(
      snd_pcm_sw_params_set_stop_threshold(
        pcm, handle, buffer.map { snd_pcm_uframes_t($0) } ?? boundary),
      "snd_pcm_sw_params_set_stop_threshold")
    try check(
      snd_pcm_sw_params_set_avail_min(pcm, handle, snd_pcm_uframes_t(wakeFrames)),
      "snd_pcm_sw_params_set_avail_min")
    // A device without timestamps returns zero; the time then comes from the clock.
    snd_pcm_sw_params_set_tstamp_mode(pcm, handle, SND_PCM_TSTAMP_ENABLE)
    snd_pcm_sw_params_set_tstamp_type(pcm, handle, SND_PCM_TSTAMP_TYPE_MONOTONIC)
    try check(snd_pcm_sw_params(pcm, handle), "snd_pcm_sw_params")
  }
}
