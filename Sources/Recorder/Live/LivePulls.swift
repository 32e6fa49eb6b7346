import Realtime

/// The live sound pulled by programs: a source for each of them, across closed and reopened devices.
///
/// - Thread: control.
final class LivePulls {
  /// The sound that a program pulls.
  enum Content {
    /// Left and right, rendered with the filters of a switch.
    case stereo(LiveSwitch)
    /// Every channel as it is.
    case raw
  }

  private struct Entry {
    let pull: LivePull
    var content: Content
    /// The capture it reads; `nil` while it reads none.
    var capture: ObjectIdentifier?
    /// The filters in use.
    var shown: LiveMonitor.Choice?
  }

  /// Frames rendered ahead of the pulling: one step.
  private static let tapFrames = 4096

  private var entries: [Entry] = []

  /// True if left and right are pulled by any program.
  var wantsStereo: Bool {
    entries.contains { if case .stereo = $0.content { true } else { false } }
  }

  /// Lets a program pull.
  func attach(_ pull: LivePull, isRaw: Bool) {
    entries.append(Entry(pull: pull, content: isRaw ? .raw : .stereo(LiveSwitch())))
  }

  /// Ends its pulling.
  func detach(_ pull: LivePull) {
    pull.disconnect()
    entries.removeAll { $0.pull === pull }
  }

  /// Connects programs that read no device yet, and frees what they no longer use.
  ///
  /// - Throws: ``Realtime/FrameRingError`` if all readers of the ring are in use; the next call tries again.
  func tend(_ capture: CaptureRunner) throws(FrameRingError) {
    for index in entries.indices {
      entries[index].pull.collect()
      if case .stereo(let control) = entries[index].content { control.collect() }
      guard entries[index].capture != ObjectIdentifier(capture) else { continue }
      try connect(index, capture)
      entries[index].capture = ObjectIdentifier(capture)
    }
  }

  private func connect(_ index: Int, _ capture: CaptureRunner) throws(FrameRingError) {
    let pull = entries[index].pull
    let rate = Double(capture.grant.rate)
    let reader = try capture.ring.makeReader()
    guard case .stereo = entries[index].content else {
      guard pull.channels == capture.grant.channels else { return }
      return pull.connect(
        LiveRawLoop(
          reader: reader, channels: capture.grant.channels, format: capture.grant.format.raw,
          rate: rate,
          meters: pull.meters.makeWriter(rate: rate, clipLevel: capture.grant.clipLevel)))
    }
    // One switch per loop: the pulling thread may still follow the previous one.
    let (control, tap) = (LiveSwitch(), LiveTap(capacity: Self.tapFrames))
    control.connect(tap)
    pull.connect(
      LiveRenderLoop(
        reader: reader, control: control, rate: rate, meters: pull.meters.makeWriter(rate: rate),
        writer: nil, gain: 0, tones: ([], [])), tap: tap)
    entries[index].content = .stereo(control)
    entries[index].shown = nil
  }

  /// Renders with the filters of a choice.
  ///
  /// - Parameter configuration: the renderer's; `nil` if the filters are not designed yet, which changes nothing.
  func show(_ choice: LiveMonitor.Choice, _ configuration: () -> TakeRendererConfiguration?) {
    for index in entries.indices where entries[index].shown != choice {
      guard case .stereo(let control) = entries[index].content, entries[index].capture != nil,
        let made = configuration()
      else { continue }
      control.render(made)
      entries[index].shown = choice
    }
  }

  /// Delivers nothing until a device is opened again.
  func disconnect() {
    for index in entries.indices {
      entries[index].pull.disconnect()
      entries[index].capture = nil
    }
  }
}
