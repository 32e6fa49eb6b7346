import Boards
import Realtime

/// The sensitivity of a data source in each direction.
public typealias PolarPattern = Boards.PolarPattern

/// The orientation of a board, named after the position of its connector.
public typealias InputOrientation = Boards.InputOrientation

/// A face or an edge of a device.
public typealias DeviceFace = Boards.DeviceFace

/// The position of a data source on a device.
public typealias DataSourceLocation = Boards.DataSourceLocation

/// The outcome of a pull.
public typealias PullOutcome = Realtime.LivePullOutcome
