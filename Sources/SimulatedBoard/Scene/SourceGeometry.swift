import Boards
import Glibc

/// The position of a source relative to a device that may turn, frame by frame.
struct SourceGeometry: Sendable {
  private let position: SoundSource.Position
  private let rate: Double
  private let layouts: LayoutTimeline
  private let turnFrames: Double
  /// The scene that a person can change; `walks` is true if this source walks in it.
  private let live: LiveScene?
  private let walks: Bool

  /// The duration, in seconds, of a turn of the device, during which the sound fades from the old layout to the new
  /// one.
  static let turnSeconds = 0.010

  init(
    _ source: SoundSource, layouts: LayoutTimeline, rate: Double, live: LiveScene? = nil,
    walks: Bool = false
  ) {
    position = source.position
    (self.live, self.walks) = (live, walks)
    self.rate = rate
    self.layouts = layouts
    turnFrames = Self.turnSeconds * rate
  }

  /// A position of the source, with its weight; during a turn of the device, there are two such
  /// positions.
  struct Blend: Sendable, Equatable {
    var incidence: Incidence
    var weight: Double
  }

  /// The positions of the source at a frame, with their weights.
  func blends(at frame: Int) -> [Blend] {
    if case .device(let direction, let distance) = position {
      let incidence = Incidence(
        direction: direction.normalized, distance: distance.metres, gain: 1)
      return [Blend(incidence: incidence, weight: 1)]
    }
    var (direction, distance, gain) = place(at: frame)
    let (old, new, progress): (Layout, Layout, Double)
    if let now = live?.now {
      if walks, let azimuth = now.azimuth { direction.azimuth = azimuth }
      (old, new, progress) = (now.layout, now.layout, 1)
    } else {
      (old, new, progress) = layout(at: frame)
    }
    func seen(_ layout: Layout) -> Incidence {
      Incidence(
        direction: layout.device(direction.sceneVector), distance: distance, gain: gain)
    }
    if progress >= 1 { return [Blend(incidence: seen(new), weight: 1)] }
    return [
      Blend(incidence: seen(old), weight: 1 - progress),
      Blend(incidence: seen(new), weight: progress),
    ]
  }

  private func layout(at frame: Int) -> (old: Layout, new: Layout, progress: Double) {
    let changes = layouts.changes
    guard let index = changes.lastIndex(where: { $0.frame <= frame }) else {
      return (layouts.initial, layouts.initial, 1)
    }
    let old = index > 0 ? changes[index - 1].layout : layouts.initial
    let progress = Double(frame - changes[index].frame) / turnFrames
    // The layout at the start also applies before the start.
    return (old, changes[index].layout, changes[index].frame <= 0 ? 1 : min(1, progress))
  }

  private func place(at frame: Int) -> (Direction, distance: Double, gain: Double) {
    switch position {
    case .listener(let direction, let distance): return (direction, distance.metres, 1)
    case .device: preconditionFailure("a source in the device frame has no listener")
    case .path(let points):
      let seconds = Double(frame) / rate
      let repeated = live.map { seconds.truncatingRemainder(dividingBy: $0.seconds) }
      return Self.place(on: points, seconds: repeated ?? seconds)
    }
  }

  /// Interpolates azimuth, elevation and distance linearly; before the first point and after the last, the source stays
  /// still.
  private static func place(
    on points: [SoundSource.PathPoint], seconds: Double
  ) -> (Direction, distance: Double, gain: Double) {
    let reference = points[0].distance
    guard let next = points.firstIndex(where: { $0.time > seconds }), next > 0 else {
      let point = seconds < points[0].time ? points[0] : points[points.count - 1]
      return (point.direction, point.distance, reference / point.distance)
    }
    let (a, b) = (points[next - 1], points[next])
    let t = (seconds - a.time) / (b.time - a.time)
    func between(_ from: Double, _ to: Double) -> Double { from + (to - from) * t }
    let distance = between(a.distance, b.distance)
    let direction = Direction(
      azimuth: between(a.direction.azimuth, b.direction.azimuth),
      elevation: between(a.direction.elevation, b.direction.elevation))
    return (direction, distance, reference / distance)
  }
}

extension SoundSource.Distance {
  /// The distance in metres; infinite for plane waves.
  var metres: Double {
    switch self {
    case .far: .infinity
    case .metres(let metres): metres
    }
  }
}
