import Boards
import CAlsa
import Glibc
import Recorder

extension AlsaPCM {
  /// Configures the device exactly as requested, except for period and buffer, which are as close to the request as
  /// the device allows.
  ///
  /// - Throws: ``AlsaFault/refused(asked:offered:)``, which states the device's offer, or another ``AlsaFault`` if a
  ///   call fails.
  func configureCapture(_ request: CaptureRequest) throws(AlsaFault) -> CaptureGrant {
    let space = try AlsaHardwareParameters(all: handle)
    let parameters = space.handle
    // Samples are recorded at the device's own rate: a plugin may change the format, but never the
    // rate.
    snd_pcm_hw_params_set_rate_resample(handle, parameters, 0)
    let isOffered =
      snd_pcm_hw_params_set_access(handle, parameters, SND_PCM_ACCESS_MMAP_INTERLEAVED) >= 0
      && snd_pcm_hw_params_set_format(handle, parameters, request.format.alsa) >= 0
      && snd_pcm_hw_params_set_channels(handle, parameters, UInt32(request.channels)) >= 0
      && snd_pcm_hw_params_set_rate(handle, parameters, UInt32(request.rate), 0) >= 0
    guard isOffered else {
      let offer = try CaptureOffer(handle)
      throw .refused(asked: offer.refused(request), offered: offer.description)
    }
    try setSizes(parameters, period: request.period, buffer: request.buffer)
    try check(snd_pcm_hw_params(handle, parameters), "snd_pcm_hw_params")
    let sizes = try Self.sizes(parameters)
    let wakeFrames = WakePolicy(period: sizes.period, buffer: sizes.buffer)
      .frames(asked: request.wakeFrames)
    try AlsaSoftwareParameters(handle).install(wakeFrames: wakeFrames)
    return CaptureGrant(
      channels: Int(try Self.channels(parameters)), format: request.format,
      rate: Int(try Self.rate(parameters)), period: sizes.period, buffer: sizes.buffer,
      wakeFrames: wakeFrames,
      significantBits: Self.significantBits(parameters, format: request.format))
  }

  /// Sets the period and then the buffer to the nearest sizes that the device allows.
  func setSizes(_ parameters: OpaquePointer, period: Int, buffer: Int) throws(AlsaFault) {
    var periodFrames = snd_pcm_uframes_t(period)
    var direction: Int32 = 0
    try check(
      snd_pcm_hw_params_set_period_size_near(handle, parameters, &periodFrames, &direction),
      "snd_pcm_hw_params_set_period_size_near")
    var bufferFrames = snd_pcm_uframes_t(max(buffer, 2 * Int(periodFrames)))
    try check(
      snd_pcm_hw_params_set_buffer_size_near(handle, parameters, &bufferFrames),
      "snd_pcm_hw_params_set_buffer_size_near")
  }

  /// The period and the buffer that the device granted.
  static func sizes(
    _ parameters: OpaquePointer
  ) throws(AlsaFault) -> (period: Int, buffer: Int) {
    var (period, buffer): (snd_pcm_uframes_t, snd_pcm_uframes_t) = (0, 0)
    var direction: Int32 = 0
    try check(
      snd_pcm_hw_params_get_period_size(parameters, &period, &direction),
      "snd_pcm_hw_params_get_period_size")
    try check(
      snd_pcm_hw_params_get_buffer_size(parameters, &buffer),
      "snd_pcm_hw_params_get_buffer_size")
    return (Int(period), Int(buffer))
  }

  /// The number of significant bits in a sample; if the device does not report it, all bits of the format.
  static func significantBits(_ parameters: OpaquePointer, format: CaptureFormat) -> Int {
    let stated = Int(snd_pcm_hw_params_get_sbits(parameters))
    return (2...format.validBits).contains(stated) ? stated : format.validBits
  }

  /// The channel count that the device granted.
  static func channels(_ parameters: OpaquePointer) throws(AlsaFault) -> UInt32 {
    var channels: UInt32 = 0
    try check(
      snd_pcm_hw_params_get_channels(parameters, &channels), "snd_pcm_hw_params_get_channels")
    return channels
  }

  /// The rate that the device granted.
  static func rate(_ parameters: OpaquePointer) throws(AlsaFault) -> UInt32 {
    var rate: UInt32 = 0
    var direction: Int32 = 0
    try check(
      snd_pcm_hw_params_get_rate(parameters, &rate, &direction), "snd_pcm_hw_params_get_rate")
    return rate
  }
}
