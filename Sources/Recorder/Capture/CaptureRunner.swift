import Essentials
import Realtime

/// The measurements that a capture makes in addition to its meters.
package struct CaptureListening: Sendable {
  /// True if sound levels are measured.
  package var measuresLevels = false
  /// The band in hertz whose levels are measured; `nil` for none.
  package var band: ClosedRange<Double>?
}

/// A running capture: the open device, the thread that reads it, and the raw ring that holds its frames.
///
/// - Thread: control, except that the ring and the meters state their own rules.
package final class CaptureRunner {
  /// The settings that the device granted.
  package private(set) var grant: CaptureGrant
  /// The raw ring, which holds the captured frames.
  package let ring: FrameRing
  /// The desired length of the ring in frames.
  let preferredRingFrames: Int
  /// The place on the ring's time line where this capture begins; earlier frames come from an earlier opening of the
  /// device.
  let start: Int
  /// The gaps in the ring before ``start``: their number, and the frames lost in them.
  let earlierGaps: (count: Int, frames: Int)
  /// The level meters of every channel.
  let meters: MeterBank
  /// The sound level meters of every channel; `nil` if no microphone has a known sensitivity.
  let levels: SoundLevelBank?
  /// The meters of every channel's level in a band of frequencies; `nil` if no band is measured.
  let band: MeterBank?
  /// A clock that tells when the device delivered its newest frame.
  let clock = FrameClock()
  /// A log of the first frame, on the time line, of every burst of clipped samples of a microphone.
  let clips = EventLog()
  /// The errno with which a realtime priority was refused; `nil` if it was granted, or none was requested.
  package let priorityRefusal: Int32?
  private let port: any CapturePort
  private let stop = StopFlag()
  private let outcome = SharedValue<CaptureEnd?>(nil)
  private let thread: Thread

  /// Opens the device and starts its thread.
  ///
  /// - Parameters:
  ///   - historySeconds: the seconds of sound that the ring should hold.
  ///   - available: the bytes of memory that are available; `nil` if unknown.
  ///   - listening: the measurements to make in addition to the meters.
  ///   - earlier: the ring of an earlier opening, if a take still reads it. It is reused if it suits the device: a
  ///     second ring beside it would need twice the memory, just when a slow card makes memory scarce.
  ///   - priority: the SCHED_FIFO priority of the capture thread; `nil` for an ordinary thread.
  ///   - wakes: a log of the thread's wake-up times; `nil` for none.
  /// - Throws: ``SessionFault/capture(_:)`` if the device cannot be opened, ``SessionFault/channels(wanted:granted:)``
  ///   if it grants another number of channels than requested, or ``SessionFault/threadRefused(errno:)`` if the system
  ///   has no free thread. In each case the device is then closed.
  package init(
    port: any CapturePort, request: CaptureRequest, historySeconds: Double, priority: Int?,
    wakes: WakeLog? = nil, available: Int? = nil, listening: CaptureListening = .init(),
    earlier: (ring: FrameRing, rate: Int)? = nil
  ) throws(SessionFault) {
    let granted: CaptureGrant
    granted = try translate(try port.open(request), to: SessionFault.capture)
    guard granted.channels == request.channels else {
      port.close()
      throw .channels(wanted: request.channels, granted: granted.channels)
    }
    grant = granted
    self.port = port
    let size = RingGrant(seconds: historySeconds, grant: granted, available: available)
    preferredRingFrames = size.preferred
    if let earlier, earlier.rate == granted.rate, earlier.ring.channels == granted.channels {
      ring = earlier.ring
    } else {
      ring = FrameRing(channels: granted.channels, capacity: size.actual)
    }
    start = ring.timelineEnd
    earlierGaps = ring.gapTotals
    meters = MeterBank(channels: granted.channels)
    levels = listening.measuresLevels ? SoundLevelBank(channels: granted.channels) : nil
    self.band = listening.band.map { _ in MeterBank(channels: granted.channels) }
    let rate = Double(granted.rate)
    let clipLevel = granted.clipLevel
    let inlet = HandOver(
      CaptureInlet(
        writer: ring.makeWriter(),
        meters: meters.makeWriter(rate: rate, clipLevel: clipLevel),
        channels: granted.channels, format: granted.format.wire,
        further: FurtherMeters(
          levels: levels?.makeWriter(rate: rate, format: granted.format.raw),
          band: Self.writer(band, listening.band, rate: rate, granted.format.raw)),
        clips: ClipDetector(
          log: clips, channels: granted.channels, rate: Double(granted.rate),
          clipLevel: clipLevel),
        clock: clock.makeWriter(), wakes: wakes?.makeWriter()))
    let (ring, outcome, stop) = (ring, outcome, stop)
    do throws(SessionFault) {
      thread = try Thread(name: "capture", priority: priority) {
        if let inlet = inlet.remove() {
          outcome.value = port.run(inlet, stop: stop)
        }
        // The inlet writes to the ring's memory: keep it until the thread has ended.
        withExtendedLifetime(ring) {}
      }
    } catch {
      port.close()
      throw error
    }
    priorityRefusal = thread.refusal
  }

  private static func writer(
    _ bank: MeterBank?, _ band: ClosedRange<Double>?, rate: Double, _ format: RawFormat
  ) -> BandMeterWriter? {
    guard let bank, let band else { return nil }
    return BandMeterWriter(bank.makeWriter(rate: rate), band: band, rate: rate, format: format)
  }

  /// The event that reports a ring shorter than desired; `nil` if the ring is long enough.
  var shortRing: SessionEvent? {
    guard ring.capacity < preferredRingFrames else { return nil }
    let rate = Double(grant.rate)
    return .ringShortened(
      seconds: Double(ring.capacity) / rate, wanted: Double(preferredRingFrames) / rate)
  }

  /// The largest number of frames that a take can have from before the press.
  func historyFrames(_ configuration: SessionConfiguration) -> Int {
    let stall = Int(configuration.stallSeconds * Double(grant.rate))
    return ring.capacity - min(stall, ring.capacity / 2)
  }

  /// The number of frames captured or lost so far.
  var frames: Int { ring.timelineEnd - start }

  /// The reason why capture ended; `nil` while capture is running.
  package var end: CaptureEnd? { outcome.value }

  /// Sets the input gain of the card while capture is running.
  func setGain(_ gain: InputGain, device: String) throws(CaptureFault) {
    grant.inputGain = try port.setGain(gain, device: device)
  }

  /// Stops the thread and closes the device.
  package func shutDown() {
    stop.raise()
    thread.join()
    port.close()
  }
}
