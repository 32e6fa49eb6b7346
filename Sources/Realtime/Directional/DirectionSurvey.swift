/// The direction of every band's sound, window after window, as the stage after the filters finds it.
///
/// The survey serves plots and statistics of recordings; it renders nothing.
public struct DirectionSurvey: ~Copyable, @unchecked Sendable {
  // Sendable is unchecked because of the pointers: their memory can be reached only through this value.

  /// The sound of a band in the last window.
  public struct Sound: Sendable, Equatable {
    /// Degrees to the right of forward: -180 to 180, or -90 to 90 if the microphones lie in an upright plane.
    public var azimuth: Float
    /// The belief that the sound comes from ``azimuth``, 0 to 1.
    public var belief: Float
    /// The mean power at the microphones, summed over the bins of the band.
    public var power: Float
  }

  /// The number of frames from the start of one window to the start of the next.
  public let hop: Int

  private var memory = Memory()
  private let grid: DirectionalGrid
  private let groups: Int
  private let transform: WindowTransform
  private var scan: DirectionScan
  /// The frames of a window, the oldest first.
  private let heard: UnsafeMutablePointer<Lanes>
  private let spectrum: SpectrumRows

  /// Creates a survey that has heard nothing but silence.
  public init(_ tables: DirectionalTables) {
    grid = tables.grid
    hop = grid.hop
    groups = (grid.microphones + Lanes.count - 1) / Lanes.count
    transform = WindowTransform(size: grid.window)
    scan = DirectionScan(tables)
    heard = memory.make(grid.window * groups, of: .zero)
    spectrum = .make(count: groups * Lanes.count, bins: grid.window / 2, in: &memory)
  }

  /// Processes the next ``hop`` interleaved frames of the microphones.
  public mutating func next(_ frames: UnsafePointer<Float>) {
    // Use a local copy, because Swift 6.3's thread sanitizer cannot compile a change through a pointer in `self`.
    let (kept, heard) = ((grid.window - hop) * groups, heard)
    for n in 0..<kept { heard[n] = heard[n + hop * groups] }
    for n in 0..<hop {
      for microphone in 0..<grid.microphones {
        heard[kept + n * groups + microphone / Lanes.count][microphone % Lanes.count] =
          frames[n * grid.microphones + microphone]
      }
    }
    for group in 0..<groups {
      let first = group * Lanes.count
      transform.forward(
        heard + group, stride: groups, into: spectrum.from(row: first),
        count: min(Lanes.count, grid.microphones - first))
    }
    _ = scan.next(spectrum)
  }

  /// The sound of a band in the last window.
  public func sound(of band: Int) -> Sound {
    var power: Float = 0
    for bin in grid.bands[band] {
      for microphone in 0..<grid.microphones {
        let place = microphone * spectrum.stride + bin
        let (re, im) = (spectrum.real[place], spectrum.imaginary[place])
        power += re * re + im * im
      }
    }
    return Sound(
      azimuth: azimuth(at: scan.places[band]), belief: scan.beliefs[band],
      power: power / Float(grid.microphones))
  }

  /// For each band, the belief that its sound comes from one direction, 0 to 1.
  public var beliefs: [Float] { grid.bands.indices.map { scan.beliefs[$0] } }

  /// The azimuth, in degrees to the right of forward, of a position in the list of directions, which run
  /// counter-clockwise.
  private func azimuth(at place: Float) -> Float {
    var (rest, step) = (place, grid.rings[0].step)
    for ring in grid.rings {
      step = ring.step
      // In a ring that goes all the way around, a position after the last direction still belongs to the same ring.
      if rest < Float(ring.count) { break }
      rest -= Float(ring.count)
    }
    guard grid.isAround else { return 90 - rest * step }
    let left = rest * step
    return left > 180 ? 360 - left : -left
  }
}
