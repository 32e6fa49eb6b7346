import Diagnostics
import Drawings

extension Verdict {
  /// How it stands before what was found; at most four columns.
  var word: String {
    switch self {
    case .pass: "ok"
    case .warn: "warn"
    case .fail: "FAIL"
    case .skip: "-"
    }
  }

  /// How the word looks where there are colours.
  var style: TextStyle {
    switch self {
    case .pass: .green
    case .warn: .yellow
    case .fail: .red
    case .skip: .dim
    }
  }
}
