import Beamforming
import Boards
import Essentials
import TakeFiles

/// The filters of an offline rendering: those of a pattern, or those of ambisonics, which takes do not have.
package enum OfflineFilters: Sendable, Equatable {
  /// One or two channels, as a take has them.
  case pattern(Design)
  /// The four channels of AmbiX.
  case ambisonics(AmbisonicDesign)

  /// The case they are for.
  package var which: Board.Case {
    switch self {
    case .pattern(let design): design.which
    case .ambisonics(let design): design.which
    }
  }

  /// Frames per second.
  var rate: Int {
    switch self {
    case .pattern(let design): design.filters.rate
    case .ambisonics(let design): design.pressureAndSide.rate
    }
  }

  /// The names of the channels.
  var tracks: [TakeMetadata.Track] {
    switch self {
    case .pattern(let design): design.tracks
    case .ambisonics: AmbisonicDesign.channels.map { .init(name: $0) }
    }
  }

  /// The words that tell one way of rendering from another, beside pattern and filters.
  var identity: [String] {
    guard case .pattern(let design) = self else { return [] }
    return (design.rendering == .directional ? ["directional"] : [])
      + (design.wind.map { ["wind \($0.strength)"] } ?? [])
  }
}

extension TakeMetadata {
  /// The word for ambisonics among the patterns.
  package static let ambisonicPattern = "ambix"

  /// Notes the filters with which a file was rendered.
  mutating func describe(_ filters: OfflineFilters) {
    switch filters {
    case .pattern(let design): describe(design)
    case .ambisonics(let design): describe(design)
    }
  }

  private mutating func describe(_ design: AmbisonicDesign) {
    pattern = Self.ambisonicPattern
    preferredPattern = Self.ambisonicPattern
    orientation = design.which.orientation?.rawValue
    (frontEmphasis, isRefined, rendering, wind) = (nil, nil, nil, nil)
    ambisonics = design.words
    filterHash = fnv1a(
      [design.pressureAndSide, design.ahead].lazy.flatMap { $0.coefficients.map(\.bitPattern) }
    ).hexadecimal(digits: 16)
    if !design.unused.isEmpty {
      notes.append("without \(design.unused.joined(separator: ", "))")
    }
  }
}

extension AmbisonicDesign {
  /// Order, scale and bandwidth in a line, as files carry it.
  package var words: String {
    let (low, high) = (bandwidth.lowerBound, bandwidth.upperBound)
    return "AmbiX, order \(Self.order), ACN, SN3D, horizontal (Z is silent), "
      + "good from \(Int(low.rounded())) to \(Int(high.rounded())) Hz"
  }
}
