/// The process that has a PCM device open, from the kernel's files in /proc.
enum PCMHolder {
  /// The name of the process as users see it, such as `arecord (pid 1234)`; `nil` if unknown.
  static func name(_ device: String, direction: AlsaDirection) -> String? {
    guard let device = AlsaDeviceName(device), let card = device.cardNumber else { return nil }
    return name(
      card: card, device: device.device, subdevice: device.subdevice, direction: direction)
  }

  /// The name of the process, for a device on the card with this number.
  static func name(
    card: Int, device: Int, subdevice: Int? = nil, direction: AlsaDirection
  ) -> String? {
    let letter = direction == .capture ? "c" : "p"
    let folder = "/proc/asound/card\(card)/pcm\(device)\(letter)"
    // A device has at most a few subdevices, numbered without gaps.
    for number in subdevice.map({ $0...$0 }) ?? 0...31 {
      guard let status = SmallFile.text("\(folder)/sub\(number)/status") else { break }
      if let thread = owner(status: status) { return describe(thread: thread) }
    }
    return nil
  }

  /// The thread that opened a subdevice, from the text of the subdevice's status file.
  ///
  /// The file contains either `closed`, or lines of the form `key : value`.
  static func owner(status: String) -> Int? {
    KeyedText.field("owner_pid", in: status).flatMap { Int($0) }
  }

  /// The process to which a thread belongs, from the text of /proc/PID/status.
  static func process(status: String) -> Int? {
    KeyedText.field("Tgid", in: status).flatMap { Int($0) }
  }

  private static func describe(thread: Int) -> String {
    let process = SmallFile.text("/proc/\(thread)/status").flatMap(Self.process(status:)) ?? thread
    guard let name = SmallFile.text("/proc/\(process)/comm") else { return "pid \(process)" }
    return "\(name.prefix { !$0.isNewline }) (pid \(process))"
  }
}
