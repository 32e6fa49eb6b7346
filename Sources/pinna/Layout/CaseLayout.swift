import Boards
import Drawings

/// One case in the form for `--json`; all vectors are in the device frame.
struct CaseLayout: Encodable {
  /// The number of the case, 1 to 8, if the board is hand-held and the data source looks out of its front or back.
  var number: Int?
  var name: String
  var dataSource: String
  var orientation: InputOrientation?
  var forward: [Double]?
  var up: [Double]?
  var left: [Double]?
  var right: [Double]?
  var forwardFace: DeviceFace?
  var upEdge: DeviceFace?
  var leftEdge: DeviceFace?
  var rightEdge: DeviceFace?

  init(of which: Board.Case, board: Board) {
    number = board.number(of: which)
    name = board.name(of: which)
    dataSource = board.dataSources[which.dataSource].name
    orientation = which.orientation
    let layout = board.layout(which)
    forward = layout?.forward.facts
    up = layout?.up.facts
    left = layout?.left.facts
    right = layout?.right.facts
    forwardFace = layout?.forwardFace
    upEdge = layout?.upEdge
    leftEdge = layout?.leftEdge
    rightEdge = layout?.rightEdge
  }
}
