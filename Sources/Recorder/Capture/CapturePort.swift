import Boards
import Realtime
import Synchronization
import TakeFiles

/// A request to a capture device.
package struct CaptureRequest: Sendable, Equatable {
  /// The device's name.
  package var device: String
  /// The number of channels.
  package var channels: Int
  /// The format of the samples.
  package var format: CaptureFormat
  /// The number of frames per second.
  package var rate: Int
  /// The number of frames per period.
  package var period: Int
  /// The length of the hardware buffer in frames.
  package var buffer: Int
  /// Frames that the capture thread takes at each wake-up: one period, or several if nobody listens live.
  package var wakeFrames: Int
  /// The input gain to set on the card; `nil` to leave the card's gain unchanged.
  package var inputGain: InputGain?

  /// Seconds between two wake-ups of the capture thread if nobody listens live; takes, pre-roll and meters can wait
  /// that long.
  ///
  /// A wake-up costs more than processing a period does. The control thread checks for frames 20 times a second, so
  /// more frequent wake-ups would gain nothing.
  package static let quietSeconds = 0.055

  /// The request for the device that a board file describes.
  ///
  /// - Parameter wakeSeconds: the longest time that frames may wait before the capture thread wakes up for them. It is
  ///   rounded down to whole periods, but never below one period.
  package init(_ capture: Capture, wakeSeconds: Double = 0) {
    let periods = wakeSeconds * Double(capture.rate) / Double(capture.period)
    wakeFrames = max(1, Int(periods)) * capture.period
    device = capture.device
    inputGain = capture.inputGain.map {
      InputGain(controls: capture.gainControls, decibels: $0)
    }
    channels = capture.channels
    format = capture.format
    rate = capture.rate
    period = capture.period
    buffer = Int(capture.bufferMilliseconds * Double(capture.rate) / 1000)
  }
}

/// The settings that a capture device actually granted, as opposed to those requested.
package struct CaptureGrant: Sendable, Equatable {
  /// The number of channels in every frame.
  package var channels: Int
  /// The format of the samples.
  package var format: CaptureFormat
  /// The number of frames per second.
  package var rate: Int
  /// The number of frames per period.
  package var period: Int
  /// The length of the hardware buffer in frames.
  package var buffer: Int
  /// Frames that the capture thread takes at each wake-up.
  package var wakeFrames: Int
  /// The number of bits in a sample that carry sound, if the device reports it; the other bits are zero.
  package var significantBits: Int
  /// The input gain of the card in decibels, if one was requested.
  package var inputGain: Double?

  /// Creates a grant from its parts.
  ///
  /// - Parameters:
  ///   - wakeFrames: `nil` stands for one period.
  ///   - significantBits: `nil` stands for all bits of the format.
  package init(
    channels: Int, format: CaptureFormat, rate: Int, period: Int, buffer: Int,
    wakeFrames: Int? = nil, significantBits: Int? = nil
  ) {
    self.wakeFrames = wakeFrames ?? period
    self.significantBits = significantBits ?? format.validBits
    (self.channels, self.format, self.rate) = (channels, format, rate)
    (self.period, self.buffer) = (period, buffer)
  }
}

extension CaptureGrant {
  /// The magnitude at and above which a sample counts as clipped.
  package var clipLevel: Float { format.raw.clipLevel(significantBits: significantBits) }
}

/// The reason why a capture device cannot be used.
package enum CaptureFault: Error, Sendable, Equatable {
  /// There is no such device.
  case absent(device: String)
  /// Another process is using the device.
  case busy(device: String, holder: String?)
  /// The device does not offer the requested settings.
  case refused(device: String, asked: String, offered: String)
  /// A call to the device failed.
  case failed(device: String, call: String, errno: Int32)
}

/// A flag with which one thread asks another to stop.
package final class StopFlag: Sendable {
  private let flag = Atomic<Bool>(false)

  /// Creates a flag that is not raised.
  package init() {}

  /// Requests the stop.
  package func raise() { flag.store(true, ordering: .releasing) }

  /// True once a stop has been requested.
  package var isRaised: Bool { flag.load(ordering: .acquiring) }
}

/// A device that captures the sound of the microphones.
package protocol CapturePort: Sendable {
  /// Opens the device exclusively and configures it.
  ///
  /// - Throws: ``CaptureFault`` if the device cannot be used; it is then left closed.
  /// - Thread: control.
  func open(_ request: CaptureRequest) throws(CaptureFault) -> CaptureGrant

  /// Passes one period after another to the inlet until the flag is raised or the device stops delivering.
  ///
  /// An implementation is a thin shell around ``Realtime/CaptureLoop``: it waits for a period, asks the loop what to
  /// do, and does that.
  ///
  /// - Thread: capture.
  func run(_ inlet: consuming CaptureInlet, stop: StopFlag) -> CaptureEnd

  /// Closes the device, after `run` has returned.
  ///
  /// - Thread: control.
  func close()

  /// Sets the input gain of the card that a device belongs to, and returns the gain that the card chose.
  ///
  /// - Throws: ``CaptureFault/refused(device:asked:offered:)`` if the card cannot be set to this gain.
  /// - Thread: control.
  func setGain(_ gain: InputGain, device: String) throws(CaptureFault) -> Double

  /// Reads the mixer settings of the card that a device belongs to, without changing them.
  ///
  /// - Thread: control.
  func examineMixer(device: String) -> MixerReport
}

extension CapturePort {
  /// Refuses every gain: by default, a device is not on a card and has no gain to set.
  ///
  /// - Throws: ``CaptureFault/refused(device:asked:offered:)``, always.
  package func setGain(_ gain: InputGain, device: String) throws(CaptureFault) -> Double {
    throw .refused(
      device: device, asked: gain.asked, offered: "none, because it is not on a sound card")
  }

  /// Reports no mixer: by default, a device is not on a card.
  package func examineMixer(device: String) -> MixerReport { .none }
}

extension CaptureFormat {
  /// The layout of the sample format in memory.
  package var wire: WireFormat {
    switch self {
    case .s32: .s32
    case .s24: .s24
    case .s24Packed: .s24Packed
    case .s16: .s16
    case .float: .float
    }
  }

  /// The format of the samples in the frame ring.
  package var raw: RawFormat { self == .float ? .float : .integer }

  /// The sample format that a file needs to keep every bit.
  package var fileSamples: SampleFormat {
    switch self {
    case .s32: .s32
    case .s24, .s24Packed: .s24
    case .s16: .s16
    case .float: .f32
    }
  }

  /// The number of bits in a sample that can carry sound.
  package var validBits: Int {
    switch self {
    case .s32, .float: 32
    case .s24, .s24Packed: 24
    case .s16: 16
    }
  }
}
