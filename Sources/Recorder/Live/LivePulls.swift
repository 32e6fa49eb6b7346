import Realtime

/// The live sound that programs pull: each program has a source of its own, which survives the closing and reopening of
/// the capture device.
///
/// - Thread: control.
final class LivePulls {
  /// The sound that a program pulls.
  enum Content {
    /// Left and right, rendered with the filters that a switch selects.
    case stereo(LiveSwitch)
    /// Every channel of the capture device, unprocessed.
    case raw
  }

  private struct Entry {
    let pull: LivePull
    var content: Content
    /// The capture from which the program reads; `nil` while it reads from none.
    var capture: ObjectIdentifier?
    /// The choice of filters with which its sound is rendered.
    var shown: LiveMonitor.Choice?
  }

  /// The number of frames that may be rendered before they are pulled, which is one step of the rendering.
  private static let tapFrames = 4096

  private var entries: [Entry] = []

  /// True if any program pulls left and right.
  var wantsStereo: Bool {
    entries.contains { if case .stereo = $0.content { true } else { false } }
  }

  /// Lets a program pull live sound from now on.
  func attach(_ pull: LivePull, isRaw: Bool) {
    entries.append(Entry(pull: pull, content: isRaw ? .raw : .stereo(LiveSwitch())))
  }

  /// Ends the pulling of a program.
  func detach(_ pull: LivePull) {
    pull.disconnect()
    entries.removeAll { $0.pull === pull }
  }

  /// Connects programs that do not read from the capture yet, and frees memory that they no longer use.
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
    // Make a new switch for each loop, because the pulling thread may still be using the previous switch.
    let (control, tap) = (LiveSwitch(), LiveTap(capacity: Self.tapFrames))
    control.connect(tap)
    pull.connect(
      LiveRenderLoop(
        reader: reader, control: control, rate: rate, meters: pull.meters.makeWriter(rate: rate),
        writer: nil, gain: 0, tones: ([], [])), tap: tap)
    entries[index].content = .stereo(control)
    entries[index].shown = nil
  }

  /// Renders from now on with the filters of a choice.
  ///
  /// - Parameter configuration: returns the renderer's configuration; `nil` if the filters are not designed yet, and
  ///   the rendering then stays as it is.
  func show(_ choice: LiveMonitor.Choice, _ configuration: () -> TakeRendererConfiguration?) {
    for index in entries.indices where entries[index].shown != choice {
      guard case .stereo(let control) = entries[index].content, entries[index].capture != nil,
        let made = configuration()
      else { continue }
      control.render(made)
      entries[index].shown = choice
    }
  }

  /// Delivers nothing to programs until a capture device is opened again.
  func disconnect() {
    for index in entries.indices {
      entries[index].pull.disconnect()
      entries[index].capture = nil
    }
  }
}
