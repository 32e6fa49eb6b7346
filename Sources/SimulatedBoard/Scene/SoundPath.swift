import Glibc

/// The paths of one source's sound to all microphones.
struct SoundPath: Sendable {
  private var signal: SourceSignal
  private let geometry: SourceGeometry
  /// The station at the start of the next block.
  private var now: Station?

  /// The positions of the source at one frame, with the responses of every microphone.
  private struct Station: Sendable {
    var blends: [SourceGeometry.Blend]
    // [blend][microphone]
    var responses: [[Response]]
  }

  init(signal: SourceSignal, geometry: SourceGeometry) {
    self.signal = signal
    self.geometry = geometry
  }

  /// Adds this source to one block of every microphone.
  ///
  /// - Parameter output: the samples of the block, indexed `[microphone][frame of the block]`.
  mutating func render(
    from frame: Int, reach: Int, specimens: [Specimen], propagation: Propagation,
    into output: UnsafeMutablePointer<Float>
  ) {
    let end = frame + BlockFilter.frames
    signal.prepare(from: frame - reach, to: end + reach)
    // If the scene has changed, the sound continues from its position at the end of the previous block.
    let start = now ?? station(at: frame, after: nil, specimens, propagation)
    let next = station(at: end, after: start, specimens, propagation)
    now = next
    if start.blends == next.blends {
      add(start, from: 1, to: 1, frame: frame, specimens: specimens, into: output)
    } else {
      add(start, from: 1, to: 0, frame: frame, specimens: specimens, into: output)
      add(next, from: 0, to: 1, frame: frame, specimens: specimens, into: output)
    }
  }

  /// Computes the station at a frame, and reuses the responses for positions that the previous station already has.
  private func station(
    at frame: Int, after before: Station?, _ specimens: [Specimen], _ propagation: Propagation
  ) -> Station {
    let blends = geometry.blends(at: frame)
    if let before, before.blends == blends { return before }
    let responses = blends.map { blend -> [Response] in
      if let known = before?.blends.firstIndex(where: { $0.incidence == blend.incidence }),
        let before
      {
        return before.responses[known]
      }
      return specimens.map { propagation.response(of: $0, to: blend.incidence) }
    }
    return Station(blends: blends, responses: responses)
  }

  private func add(
    _ station: Station, from: Double, to: Double, frame: Int, specimens: [Specimen],
    into output: UnsafeMutablePointer<Float>
  ) {
    for (blend, responses) in zip(station.blends, station.responses) where blend.weight > 0 {
      for (index, response) in responses.enumerated() {
        let phase = specimens[index].phase
        let target = output + index * BlockFilter.frames
        signal.withSamples(from: frame + response.first) { samples, quadrature in
          // For a phase lead of phi, cos(wt + phi) = cos(phi) cos(wt) - sin(phi) sin(wt), and the quadrature of cos is
          // sin.
          let inPhase = blend.weight * cos(phase)
          BlockFilter.accumulate(
            samples, taps: response.taps, count: response.taps.count, from: Float(from * inPhase),
            to: Float(to * inPhase), into: target)
          guard phase != 0, let quadrature else { return }
          let across = -blend.weight * sin(phase)
          BlockFilter.accumulate(
            quadrature, taps: response.taps, count: response.taps.count,
            from: Float(from * across), to: Float(to * across), into: target)
        }
      }
    }
  }
}
