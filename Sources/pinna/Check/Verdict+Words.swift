import Diagnostics
import Drawings

extension Verdict {
  /// The word of the verdict, which stands before the finding and has at most four columns.
  var word: String {
    switch self {
    case .pass: "ok"
    case .warn: "warn"
    case .fail: "FAIL"
    case .skip: "-"
    }
  }

  /// The style of the verdict's word on a terminal with colours.
  var style: TextStyle {
    switch self {
    case .pass: .green
    case .warn: .yellow
    case .fail: .red
    case .skip: .dim
    }
  }
}
