import CAlsa
import Essentials
import Realtime
import Recorder
import Synchronization

/// An ALSA playback device, for headphones.
///
/// The device runs on its own clock. Samples arrive at the rate of the microphones' clock, so playback resamples them
/// to compensate for the difference. A PCM that has no clock, such as `null`, is paced by CLOCK_MONOTONIC.
package final class AlsaPlayback: PlaybackPort {
  private let state = Mutex<State>(State())
  private let configuration: String?

  /// The state kept by the control thread; while the playback thread runs, it holds the device.
  private struct State: ~Copyable {
    var device: AlsaPCM?
    var setup: Setup?
    var underruns = 0
    var speed = 1.0
  }

  private struct Setup {
    var request: PlaybackRequest
    var grant: PlaybackGrant
    var format: PlaybackFormat
  }

  /// Creates a device that is closed.
  package convenience init() { self.init(configuration: nil) }

  /// Creates a closed device whose name is looked up in the text of an ALSA configuration, in place of the
  /// system's configuration.
  init(configuration: String?) { self.configuration = configuration }

  /// The number of underruns in the last run, in the ring or in the device.
  ///
  /// - Thread: control, after `run` has returned.
  package var underruns: Int { state.withLock { $0.underruns } }

  /// The speed of the microphones' clock relative to the device's clock in the last run: 1 plus or minus a few parts
  /// per million.
  ///
  /// - Thread: control, after `run` has returned.
  package var speed: Double { state.withLock { $0.speed } }

  /// Opens the device, and configures it as close to the request as it allows.
  ///
  /// - Throws: ``Recorder/PlaybackFault`` if the device is absent or busy, or has no known format, or if a call fails;
  ///   the device is then closed.
  package func open(_ request: PlaybackRequest) throws(PlaybackFault) -> PlaybackGrant {
    close()
    return try translating(
      to: { (error: AlsaFault) in error.playback(device: request.device) }
    ) { () throws(AlsaFault) in
      let device = try AlsaPCM(request.device, .playback, configuration: configuration)
      let (grant, format) = try device.configurePlayback(request)
      keep(device, Setup(request: request, grant: grant, format: format))
      return grant
    }
  }

  private func keep(_ device: consuming AlsaPCM, _ setup: Setup) {
    var device: AlsaPCM? = consume device
    state.withLock { state in
      state.device = device.take()
      state.setup = setup
    }
  }

  /// Starts the device on this thread, and plays the samples that arrive.
  package func run(_ source: consuming SampleRingReader, stop: StopFlag) -> PlaybackEnd {
    guard let setup = state.withLock({ $0.setup }),
      let device = state.withLock({ $0.device.take() })
    else { return .disconnected }
    let end = play(device, setup, source, stop: stop)
    var finished: AlsaPCM? = consume device
    state.withLock { state in
      // If the device has been closed in the meantime, it is dropped.
      if state.setup != nil { state.device = finished.take() }
    }
    return end
  }

  private func play(
    _ device: borrowing AlsaPCM, _ setup: Setup, _ source: consuming SampleRingReader,
    stop: StopFlag
  ) -> PlaybackEnd {
    // The reserve is two blocks of the microphones plus two blocks of the device.
    let deviceBlock = setup.grant.period * setup.request.rate / setup.grant.rate
    let reserve = 2 * (setup.request.period + deviceBlock)
    do throws(AlsaFault) {
      var feed = try PlaybackFeed(
        source: source, sourceRate: Double(setup.request.rate),
        deviceRate: Double(setup.grant.rate), reserve: reserve,
        queued: setup.grant.buffer - setup.grant.period)
      var stream = AlsaPlaybackStream(device, grant: setup.grant, format: setup.format)
      let end = stream.run(&feed, stop: stop)
      let (underruns, speed) = (feed.underruns + stream.underruns, feed.speed)
      state.withLock { state in
        state.underruns = underruns
        state.speed = speed
      }
      return end
    } catch {
      guard case .failed(_, let errno) = error else { return .disconnected }
      return .failed(errno: errno)
    }
  }

  /// Closes the device after `run` has returned.
  package func close() {
    state.withLock { state in
      state.device = nil
      state.setup = nil
    }
  }
}

extension AlsaPCM {
  /// Configures the device: in stereo if possible, with the best format and the nearest rate.
  func configurePlayback(
    _ request: PlaybackRequest
  ) throws(AlsaFault) -> (PlaybackGrant, PlaybackFormat) {
    let space = try AlsaHardwareParameters(all: handle)
    let parameters = space.handle
    // Drift compensation needs a resampler anyway, and one resampler is enough.
    snd_pcm_hw_params_set_rate_resample(handle, parameters, 0)
    try check(
      snd_pcm_hw_params_set_access(handle, parameters, SND_PCM_ACCESS_RW_INTERLEAVED),
      "snd_pcm_hw_params_set_access")
    let format = PlaybackFormat.allCases.first {
      snd_pcm_hw_params_set_format(handle, parameters, $0.alsa) >= 0
    }
    guard let format else {
      throw .refused(
        asked: "S32_LE, FLOAT_LE, S24_3LE, S24_LE or S16_LE",
        offered: try CaptureOffer(handle).description)
    }
    var channels: UInt32 = 2
    try check(
      snd_pcm_hw_params_set_channels_near(handle, parameters, &channels),
      "snd_pcm_hw_params_set_channels_near")
    var rate = UInt32(request.rate)
    var direction: Int32 = 0
    try check(
      snd_pcm_hw_params_set_rate_near(handle, parameters, &rate, &direction),
      "snd_pcm_hw_params_set_rate_near")
    let scale = Double(rate) / Double(request.rate)
    try setSizes(
      parameters, period: Int(Double(request.period) * scale),
      buffer: Int(Double(request.buffer) * scale))
    try check(snd_pcm_hw_params(handle, parameters), "snd_pcm_hw_params")
    let sizes = try Self.sizes(parameters)
    try AlsaSoftwareParameters(handle).install(
      wakeFrames: sizes.period, stopsWhenEmpty: sizes.buffer)
    let grant = PlaybackGrant(
      channels: Int(try Self.channels(parameters)), rate: Int(try Self.rate(parameters)),
      period: sizes.period, buffer: sizes.buffer)
    return (grant, format)
  }
}
