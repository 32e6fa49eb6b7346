import CAlsa
import Glibc
import Recorder

/// The reason why a PCM cannot be used, for capture and playback alike.
enum AlsaFault: Error, Equatable {
  /// The device does not exist.
  case absent
  /// Another process uses the device.
  case busy
  /// The device does not support the request.
  case refused(asked: String, offered: String)
  /// A call failed.
  case failed(call: String, errno: Int32)

  /// The fault for a negative return value of a call.
  init(_ result: Int32, call: String) {
    self =
      switch -result {
      case ENOENT, ENODEV, ENXIO: .absent
      case EBUSY, EAGAIN: .busy
      default: .failed(call: call, errno: -result)
      }
  }

  /// The fault in words.
  var text: String {
    switch self {
    case .absent: "it does not exist"
    case .busy: "it is in use"
    case .refused(let asked, let offered): "it was asked for \(asked), but it offers \(offered)"
    case .failed(let call, let errno): "\(call): \(ErrnoText.text(errno))"
    }
  }

  /// The same fault as a fault of the capture port.
  func capture(device: String) -> CaptureFault {
    switch self {
    case .absent: .absent(device: device)
    case .busy: .busy(device: device, holder: PCMHolder.name(device, direction: .capture))
    case .refused(let asked, let offered):
      .refused(device: device, asked: asked, offered: offered)
    case .failed(let call, let errno): .failed(device: device, call: call, errno: errno)
    }
  }

  /// The same fault as a fault of the playback port.
  func playback(device: String) -> PlaybackFault {
    switch self {
    case .absent: .absent(device: device)
    case .busy: .busy(device: device, holder: PCMHolder.name(device, direction: .playback))
    case .refused(let asked, let offered):
      .refused(device: device, asked: asked, offered: offered)
    case .failed(let call, let errno): .failed(device: device, call: call, errno: errno)
    }
  }
}

/// Throws the fault for a negative return value.
func check(_ result: Int32, _ call: String) throws(AlsaFault) {
  guard result >= 0 else { throw AlsaFault(result, call: call) }
}
