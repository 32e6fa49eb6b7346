import Boards
import LinuxBoard
import Recorder

/// The capture devices of this machine, for programs.
struct CaptureDeviceList: Encodable {
  /// One capture device.
  struct Device: Encodable {
    var device: String
    var soundCard: String
    var name: String
    var formats: [String]?
    var channelCounts: [Int]?
    var rates: [Int]?
    var slowestRate: Int?
    var fastestRate: Int?
    var hasInterleavedMemory: Bool?
    var holder: String?
    var problem: String?
    var boards: [InputDescription]
  }

  var devices: [Device]
  /// The boards whose device is missing.
  var missing: [InputDescription]
  /// The boards whose device is a PCM in ALSA's configuration.
  var configured: [InputDescription]

  init(_ list: InputList) {
    devices = list.devices.map { device in
      Device(
        device: device.device, soundCard: device.card, name: device.name,
        formats: device.offer?.formats.map(\.rawValue), channelCounts: device.offer?.channels,
        rates: device.offer?.rates, slowestRate: device.offer?.rateRange.lowerBound,
        fastestRate: device.offer?.rateRange.upperBound,
        hasInterleavedMemory: device.offer?.hasInterleavedMemory, holder: device.holder,
        problem: device.problem,
        boards: list.boards(using: device).map { InputDescription($0) })
    }
    configured = list.configured.map { InputDescription($0) }
    missing = list.withoutDevice.map { InputDescription($0) }
  }
}
