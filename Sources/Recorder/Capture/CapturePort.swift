import Boards
import Realtime
import Synchronization
import TakeFiles

/// A request to a capture device.
package struct CaptureRequest: Sendable, Equatable {
  /// The device's name.
  package var device: String
  /// Channels.
  package var channels: Int
  /// Sample format.
  package var format: CaptureFormat
  /// Frames per second.
  package var rate: Int
  /// Frames per period.
  package var period: Int
  /// Frames of the hardware buffer.
  package var buffer: Int
  /// Frames per wake-up of the capture thread: one period, or several if nobody listens live.
  package var wakeFrames: Int
  /// The input gain of the card; `nil` to leave it as it is.
  package var inputGain: InputGain?

  /// Seconds between two wake-ups if nobody listens live: a take, the pre-roll and the meters can wait.
  ///
  /// A wake-up costs more than the work of a period. The control thread looks 20 times a second; more frequent wake-ups
  /// would not show it more.
  package static let quietSeconds = 0.055

  /// The request of a board file.
  ///
  /// - Parameter wakeSeconds: the longest time that frames may wait before the capture thread wakes up for them;
  ///   rounded down to whole periods, at least one.
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

/// The settings granted by a capture device: actual values, as opposed to preferred ones.
package struct CaptureGrant: Sendable, Equatable {
  /// Channels of every frame.
  package var channels: Int
  /// Sample format.
  package var format: CaptureFormat
  /// Frames per second.
  package var rate: Int
  /// Frames per period.
  package var period: Int
  /// Frames of the hardware buffer.
  package var buffer: Int
  /// Frames per wake-up of the capture thread.
  package var wakeFrames: Int
  /// Bits of a sample that carry sound, if the device reports them; the others are zero.
  package var significantBits: Int
  /// The input gain of the card in decibels, if one was requested.
  package var inputGain: Double?

  /// A grant from its parts.
  ///
  /// - Parameters:
  ///   - wakeFrames: `nil` for one period.
  ///   - significantBits: `nil` for all bits of the format.
  package init(
    channels: Int, format: CaptureFormat, rate: Int, period: Int, buffer: Int,
    wakeFrames: Int? = nil, significantBits: Int? = nil
  ) {
    self.wakeFrames = wakeFrames ?? period
    self.significantBits = significantBits ?? format.validBits
    self.channels = channels
    self.format = format
    self.rate = rate
    self.period = period
    self.buffer = buffer
  }
}

extension CaptureGrant {
  /// The magnitude from which a sample counts as clipped.
  package var clipLevel: Float { format.raw.clipLevel(significantBits: significantBits) }
}

/// The reason why a capture device cannot be used.
package enum CaptureFault: Error, Sendable, Equatable {
  /// There is no such device.
  case absent(device: String)
  /// Another process has it.
  case busy(device: String, holder: String?)
  /// It does not offer the requested settings.
  case refused(device: String, asked: String, offered: String)
  /// A call failed.
  case failed(device: String, call: String, errno: Int32)
}

/// A stop request that one thread makes and another sees.
package final class StopFlag: Sendable {
  private let flag = Atomic<Bool>(false)

  /// A flag that is not raised.
  package init() {}

  /// Requests the stop.
  package func raise() { flag.store(true, ordering: .releasing) }

  /// True when a stop was requested.
  package var isRaised: Bool { flag.load(ordering: .acquiring) }
}

/// A device that captures the microphones.
package protocol CapturePort: Sendable {
  /// Opens the device exclusively and configures it.
  ///
  /// - Throws: ``CaptureFault``; the device is then closed.
  /// - Thread: control.
  func open(_ request: CaptureRequest) throws(CaptureFault) -> CaptureGrant

  /// Puts period after period into the inlet until the flag is raised or the device ends.
  ///
  /// A thin shell around ``Realtime/CaptureLoop``: it waits for a period, asks the loop and does what the loop says.
  ///
  /// - Thread: capture.
  func run(_ inlet: consuming CaptureInlet, stop: StopFlag) -> CaptureEnd

  /// Closes the device, after `run` has returned.
  ///
  /// - Thread: control.
  func close()

  /// Sets the input gain of a device's card and returns the actual gain.
  ///
  /// - Throws: ``CaptureFault/refused(device:asked:offered:)`` if the card does not offer this gain.
  /// - Thread: control.
  func setGain(_ gain: InputGain, device: String) throws(CaptureFault) -> Double

  /// Reads the settings of the mixer controls of a device's card; changes nothing.
  ///
  /// - Thread: control.
  func examineMixer(device: String) -> MixerReport
}

extension CapturePort {
  /// A device that is not on a card has no gain.
  ///
  /// - Throws: ``CaptureFault/refused(device:asked:offered:)``.
  package func setGain(_ gain: InputGain, device: String) throws(CaptureFault) -> Double {
    throw .refused(
      device: device, asked: gain.asked, offered: "none, because it is not on a sound card")
  }

  /// A device that is not on a card has no mixer.
  package func examineMixer(device: String) -> MixerReport { .none }
}

extension CaptureFormat {
  /// The layout of the format in memory.
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

  /// The sample format of a file that keeps every bit.
  package var fileSamples: SampleFormat {
    switch self {
    case .s32: .s32
    case .s24, .s24Packed: .s24
    case .s16: .s16
    case .float: .f32
    }
  }

  /// Bits of a sample that carry sound.
  package var validBits: Int {
    switch self {
    case .s32, .float: 32
    case .s24, .s24Packed: 24
    case .s16: 16
    }
  }
}
