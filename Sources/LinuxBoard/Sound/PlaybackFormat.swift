import CAlsa

/// The sample formats for playback devices, the best first.
enum PlaybackFormat: CaseIterable, Equatable {
  case s32
  case float
  case s24Packed
  case s24
  case s16

  /// The name that alsa-lib has for the format.
  var alsa: snd_pcm_format_t {
    switch self {
    case .s32: SND_PCM_FORMAT_S32_LE
    case .float: SND_PCM_FORMAT_FLOAT_LE
    case .s24Packed: SND_PCM_FORMAT_S24_3LE
    case .s24: SND_PCM_FORMAT_S24_LE
    case .s16: SND_PCM_FORMAT_S16_LE
    }
  }

  /// The number of bytes in a sample.
  var bytes: Int {
    switch self {
    case .s32, .float, .s24: 4
    case .s24Packed: 3
    case .s16: 2
    }
  }

  /// Packs left and right into the frames of a device: into the first two channels or, for a device with one channel,
  /// as their mean.
  ///
  /// Other channels are left unchanged.
  ///
  /// - Thread: playback; this allocates nothing.
  func pack(
    _ stereo: UnsafePointer<Float>, frames: Int, channels: Int,
    into memory: UnsafeMutableRawPointer
  ) {
    for frame in 0..<frames {
      let (left, right) = (stereo[2 * frame], stereo[2 * frame + 1])
      let place = memory + frame * channels * bytes
      if channels == 1 {
        store(0.5 * (left + right), to: place)
      } else {
        store(left, to: place)
        store(right, to: place + bytes)
      }
    }
  }

  private func store(_ sample: Float, to place: UnsafeMutableRawPointer) {
    switch self {
    case .float: place.storeBytes(of: sample.bitPattern.littleEndian, as: UInt32.self)
    case .s32: place.storeBytes(of: whole(sample, bits: 32).littleEndian, as: Int32.self)
    case .s24: place.storeBytes(of: whole(sample, bits: 24).littleEndian, as: Int32.self)
    case .s16:
      place.storeBytes(
        of: Int16(truncatingIfNeeded: whole(sample, bits: 16)).littleEndian, as: Int16.self)
    case .s24Packed:
      let value = whole(sample, bits: 24)
      for byte in 0..<3 {
        place.storeBytes(
          of: UInt8(truncatingIfNeeded: value >> (8 * Int32(byte))), toByteOffset: byte,
          as: UInt8.self)
      }
    }
  }

  /// The integer nearest to a sample, limited to full scale; NaN becomes silence.
  private func whole(_ sample: Float, bits: Int) -> Int32 {
    let scale = Double(1 << (bits - 1))
    let value = (Double(sample) * scale).rounded()
    guard value == value else { return 0 }
    return Int32(min(scale - 1, max(-scale, value)))
  }
}
