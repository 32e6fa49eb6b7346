import Realtime

/// The live sound that programs take by themselves: what each of them pulls from, over closed and opened devices.
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
    /// The capture that it reads; `nil` while it reads none.
    var capture: ObjectIdentifier?
    /// The filters that it is rendered with.
    var shown: LiveMonitor.Choice?
  }

  /// Frames that are rendered ahead of what is pulled: those of one step.
  private static let tapFrames = 4096

  private var entries: [Entry] = []

  /// True when left and right are pulled by anything.
  var wantsStereo: Bool {
    entries.contains { if case .stereo = $0.content { true } else { false } }
  }

  /// Lets a program pull from now on.
  func attach(_ pull: LivePull, isRaw: Bool) {
    entries.append(Entry(pull: pull, content: isRaw ? .raw : .stereo(LiveSwitch())))
  }

  /// Lets it pull no more.
  func detach(_ pull: LivePull) {
    pull.disconnect()
    entries.removeAll { $0.pull === pull }
  }

  /// Connects those that read no device yet, and frees what they use no more.
  ///
  /// - Throws: ``Realtime/FrameRingError`` when all readers of the ring are in use; it is tried again.
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
    // One switch for each loop: the one before may still be followed by the thread that pulls.
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
  /// - Parameter configuration: the renderer's; `nil` when the filters are not designed yet, which leaves all as it is.
  func show(_ choice: LiveMonitor.Choice, _ configuration: () -> TakeRendererConfiguration?) {
    for index in entries.indices where entries[index].shown != choice {
      guard case .stereo(let control) = entries[index].content, entries[index].capture != nil,
        let made = configuration()
      else { continue }
      control.render(made)
      entries[index].shown = choice
    }
  }

  /// Gives nothing any more until a device is opened again.
  func disconnect() {
    for index in entries.indices {
      entries[index].pull.disconnect()
      entries[index].capture = nil
    }
  }
}
