import CAlsa
import CAlsaQuiet
import Glibc

/// The direction of a stream.
enum AlsaDirection {
  case capture
  case playback

  var stream: snd_pcm_stream_t {
    switch self {
    case .capture: SND_PCM_STREAM_CAPTURE
    case .playback: SND_PCM_STREAM_PLAYBACK
    }
  }
}

/// An open PCM device, which is closed when it goes out of scope.
///
/// - Thread: one thread at a time. The type is Sendable because its values cannot be copied, so only the owner of a
///   value uses it.
struct AlsaPCM: ~Copyable, @unchecked Sendable {
  /// The handle of alsa-lib, which is valid as long as this value exists.
  let handle: OpaquePointer

  /// Opens a device, without waiting for another process to close it.
  ///
  /// - Parameter configuration: the text of an ALSA configuration in which to look up the name, in place of the
  ///   system's configuration.
  init(
    _ name: String, _ direction: AlsaDirection, configuration: String? = nil
  ) throws(AlsaFault) {
    Self.quiet
    var opened: OpaquePointer?
    let result: Int32
    // Without this flag, the call would wait in the kernel until the device is free.
    let mode = Int32(SND_PCM_NONBLOCK)
    if let configuration {
      let local = try AlsaConfiguration(configuration)
      result = snd_pcm_open_lconf(&opened, name, direction.stream, mode, local.top)
    } else {
      result = snd_pcm_open(&opened, name, direction.stream, mode)
    }
    try check(result, "snd_pcm_open")
    guard let opened else { throw .failed(call: "snd_pcm_open", errno: EIO) }
    handle = opened
    snd_pcm_nonblock(opened, 0)
  }

  deinit { snd_pcm_close(handle) }

  /// True if the PCM is the device itself, without a plugin in between.
  var isHardware: Bool { snd_pcm_type(handle) == SND_PCM_TYPE_HW }

  /// Stops alsa-lib from printing messages; initialised only once per process.
  static let quiet: Void = pinna_alsa_quiet()
}

/// A configuration of alsa-lib for a single call.
private struct AlsaConfiguration: ~Copyable {
  let top: OpaquePointer

  init(_ text: String) throws(AlsaFault) {
    var config: OpaquePointer?
    try check(snd_config_top(&config), "snd_config_top")
    guard let config else { throw .failed(call: "snd_config_top", errno: ENOMEM) }
    let result = Self.load(text, into: config)
    guard result >= 0 else {
      snd_config_delete(config)
      throw AlsaFault(result, call: "snd_config_load")
    }
    top = config
  }

  private static func load(_ text: String, into config: OpaquePointer) -> Int32 {
    var input: OpaquePointer?
    let result = snd_input_buffer_open(&input, text, text.utf8.count)
    guard result >= 0, let input else { return result }
    defer { snd_input_close(input) }
    return snd_config_load(config, input)
  }

  deinit { snd_config_delete(top) }
}
