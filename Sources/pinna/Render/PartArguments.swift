import TakeFiles

/// The options for rendering a part of a recording.
enum PartArguments {
  private static let from = Option.text(
    "from", "TIME", "the first moment to render; default: the start of the recording")
  private static let to = Option.text(
    "to", "TIME", "the moment at which the rendering ends; default: the end of the recording")

  /// Both options.
  static let all: [any AnyOption] = [from, to]

  /// The frames of a recording that are to be rendered; `nil` for all.
  static func range(
    _ arguments: Arguments, _ recording: RawRecording
  ) throws(CommandError) -> Range<Int>? {
    guard arguments.has(from) || arguments.has(to) else { return nil }
    return try range(arguments, from, to, of: recording.frames, rate: recording.rate)
  }

  /// The frames between the times that two options give.
  static func range(
    _ arguments: Arguments, _ from: Option<String?>, _ to: Option<String?>, of frames: Int,
    rate: Int
  ) throws(CommandError) -> Range<Int> {
    let times = try [(from, 0), (to, frames)].map { (option, usual) throws(CommandError) in
      guard let text = arguments[option] else { return usual }
      guard let seconds = Command.seconds(text) else {
        throw arguments.usageError(
          "--\(option.form.name) '\(text)': is not a time; write 1:02:03.5, 2:03 or 123")
      }
      let frame = (seconds * Double(rate)).rounded()
      guard frame <= Double(frames) else {
        let length = TakeMetadata.place(frame: frames, rate: rate)
        throw arguments.usageError(
          "--\(option.form.name) \(text) is beyond the end: the recording is \(length) long"
        )
      }
      return Int(frame)
    }
    guard times[0] < times[1] else {
      let start = arguments[from].flatMap(Command.seconds) ?? 0
      let end = arguments[to].flatMap(Command.seconds) ?? Double(frames) / Double(rate)
      throw arguments.usageError(
        start < end
          ? "there is less than one frame, 1/\(rate) s, between --from and --to"
          : "--from must be before --to: there is no sound between them")
    }
    return times[0]..<times[1]
  }
}
