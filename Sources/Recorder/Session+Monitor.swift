import Beamforming
import Boards
import Realtime

extension Session {
  /// What the headphones' device granted; `nil` while it does not play.
  public var playbackGrant: PlaybackGrant? { live.grant }

  /// Frames that were captured and are not rendered for headphones and meters yet; 0 while nothing is.
  public var liveBacklog: Int { live.backlog(capturedFrames) }

  /// Levels of left and right: of the take that is being made, else of what one would have now; none while nothing is
  /// rendered.
  var ears: [MeterReading] {
    if let take, !live.isHeard { return take.meters.snapshot() }
    return live.meters
  }

  /// Keeps headphones and meters at what a take has, or would have now.
  func watchMonitor(_ now: Double) {
    guard let capture else { return }
    for event in live.tend(capture, now) {
      if case .priorityRefused(let thread, let errno) = event {
        tell(errno, of: thread)
      } else {
        events.append(event)
      }
    }
    guard live.needsRendering(duringTake: take != nil) else {
      live.show(nil) { nil }
      return
    }
    let (which, pattern) = (
      take?.plan.design.which ?? currentCase, take?.plan.design.preferredPattern ?? self.pattern
    )
    // Filters that are not there yet are not waited for: hands must not wait. Refined ones are heard as soon as they are
    // there, but in a take, which keeps its own.
    let design =
      take?.plan.design ?? filters.prepared(which, pattern: pattern, unusable: unusable)
    let choice = LiveMonitor.Choice(
      which: which, pattern: pattern, unusable: unusable, isRefined: design?.isRefined ?? false)
    live.show(choice) { design.map { renderer($0, capture.grant) } }
  }

  private func renderer(_ design: Design, _ grant: CaptureGrant) -> TakeRendererConfiguration {
    TakeRendererConfiguration(
      design: design, board: configuration.board, channels: grant.channels,
      format: grant.format == .float ? .float : .integer,
      lowCutHertz: configuration.form.lowCutHertz, limits: configuration.form.limits)
  }
}
