import Boards
import Essentials
import Glibc
import Realtime
import Recorder
import Synchronization

/// The capture device of a simulated board, which delivers the signals that its microphones pick up in a scene.
package final class SimulatedCapture: CapturePort {
  let gate = FrameGate()
  private let scene: Mutex<SceneRenderer>
  private let format: CaptureFormat
  private let channels: Int
  private let rate: Int
  private let period: Int
  private let device: String
  private let defect: CaptureDefect
  private let mixer: SimulatedMixer
  private let seed: UInt64
  private let busy = Atomic<Bool>(false)
  /// The input gain in decibels, which keeps its last setting, as on a real card.
  private let inputGain = Mutex(0.0)
  /// The number of frames that the device delivers per second of true time.
  let framesPerSecond: Double

  /// Creates a device that captures a scene.
  ///
  /// - Parameters:
  ///   - hardware: the defects of the device, and the settings of its mixer.
  ///   - seed: the seed for the lateness of the device's thread.
  package init(
    scene: SceneRenderer, board: Board, hardware: Scenario.Hardware? = nil, seed: UInt64 = 1
  ) {
    let defect = hardware?.capture
    mixer = SimulatedMixer(board, settings: hardware?.mixer ?? [:])
    self.scene = Mutex(scene)
    format = board.capture.format
    channels = board.capture.channels
    rate = board.capture.rate
    period = defect?.period ?? board.capture.period
    device = "simulated \(board.id)"
    self.defect = defect ?? CaptureDefect()
    self.seed = seed
    framesPerSecond = Double(rate) * (1 + (defect?.clock ?? 0) * 1e-6)
    if let gaps = defect?.gaps {
      gate.repeatOverrun(
        every: max(1, Int(gaps.every * framesPerSecond)),
        frames: max(1, Int(gaps.length * framesPerSecond)))
    }
  }

  /// Grants exactly the values in the board file, unless the device has a defect or is unplugged.
  ///
  /// - Throws: ``Recorder/CaptureFault`` if the device is unplugged, or if it is absent, busy or refusing in the
  ///   scenario.
  package func open(_ request: CaptureRequest) throws(CaptureFault) -> CaptureGrant {
    guard gate.isDevicePresent else { throw .absent(device: device) }
    switch defect.opening {
    case .opens: break
    case .absent: throw .absent(device: device)
    case .busy(let holder): throw .busy(device: device, holder: holder)
    case .refuses(let offered):
      throw .refused(device: device, asked: request.asked, offered: offered)
    }
    let gain: Double?
    if let wish = request.inputGain {
      gain = try SimulatedMixer.grant(wish, device: device)
    } else {
      gain = nil
    }
    if let gain { inputGain.withLock { $0 = gain } }
    gate.open()
    let buffer = defect.bufferMilliseconds.map { Int($0 * Double(rate) / 1000) }
    var grant = CaptureGrant(
      channels: channels, format: format, rate: rate, period: period,
      buffer: buffer ?? request.buffer)
    grant.inputGain = gain
    return grant
  }

  /// Sets the input gain of the simulated card.
  ///
  /// - Throws: ``Recorder/CaptureFault/refused(device:asked:offered:)`` if the board names no control for the gain.
  package func setGain(_ gain: InputGain, device: String) throws(CaptureFault) -> Double {
    let decibels = try SimulatedMixer.grant(gain, device: self.device)
    inputGain.withLock { $0 = decibels }
    return decibels
  }

  /// Delivers the scene period by period while the simulation lets time pass.
  package func run(_ inlet: consuming CaptureInlet, stop: StopFlag) -> CaptureEnd {
    let words = UnsafeMutablePointer<Int32>.allocate(capacity: period * channels)
    let wire = UnsafeMutableRawPointer.allocate(
      byteCount: period * channels * 4, alignment: 16)
    defer {
      words.deallocate()
      wire.deallocate()
    }
    // A closed gate means that time is not passing, and not that the device is silent.
    var loop = CaptureLoop(silenceSeconds: .infinity)
    defer { gate.ended() }
    skip(gate.consumeMissed(), words, period)
    // After opening, the channels are in the correct order; after a restart of the stream, they may
    // not be.
    var rotation = 0
    var lateness = WakeUpScript(defect, seed: seed)
    while true {
      let outcome: CaptureOutcome
      switch gate.wait(period: period) {
      case .frames(let count): outcome = .ready(frames: count)
      case .overrun(let count): outcome = .overrun(frames: count, isEstimated: false)
      case .restarted(let count, let places):
        rotation += places
        outcome = .overrun(frames: count, isEstimated: true)
      case .unplugged: outcome = .disconnected
      case .nothing: outcome = .pending
      }
      switch loop.next(outcome, at: 0, stopRequested: stop.isRaised) {
      case .wait, .restart:
        continue
      case .read(let frames):
        let woken = Double(gate.place + frames) / framesPerSecond
        inlet.noteWake(
          time: woken + lateness.next(isBusy: busy.load(ordering: .relaxed)), stamp: woken,
          waiting: frames)
        scene.withLock { $0.render(into: words, frames: frames) }
        let factor = Float(pow(10, inputGain.withLock { $0 } / 20))
        if factor != 1 { amplify(words, count: frames * channels, by: factor) }
        if rotation != 0 { rotate(words, frames: frames, by: rotation) }
        pack(words, count: frames * channels, into: wire)
        inlet.ingest(wire, frames: frames)
        gate.delivered(frames)
      case .noteGap(let frames, let cause, let isEstimated):
        skip(frames, words, period)
        inlet.noteGap(frames: frames, cause: cause, isEstimated: isEstimated)
        gate.delivered(frames)
      case .stop(let end):
        return end
      }
    }
  }

  /// The mixer controls that the board file and the scenario set.
  package func examineMixer(device: String) -> MixerReport {
    mixer.report(inputGain: inputGain.withLock { $0 })
  }

  /// Notes whether the machine is busy.
  func setBusy(_ isBusy: Bool) { busy.store(isBusy, ordering: .relaxed) }

  /// Closes the device; from now on, time passes without it.
  package func close() { gate.ended() }

  /// Renders frames of the scene and drops them.
  private func skip(_ frames: Int, _ words: UnsafeMutablePointer<Int32>, _ period: Int) {
    scene.withLock { scene in
      var left = frames
      while left > 0 {
        let count = min(left, period)
        scene.render(into: words, frames: count)
        left -= count
      }
    }
  }

  /// Rotates the channels of every frame by a number of places.
  private func rotate(_ words: UnsafeMutablePointer<Int32>, frames: Int, by places: Int) {
    for frame in 0..<frames {
      let start = words + frame * channels
      let channelsNow = (0..<channels).map { start[($0 + channels - places % channels) % channels] }
      for channel in 0..<channels { start[channel] = channelsNow[channel] }
    }
  }

  /// Amplifies samples as the card does before conversion: too high a level clips.
  private func amplify(_ words: UnsafeMutablePointer<Int32>, count: Int, by factor: Float) {
    for index in 0..<count {
      if format == .float {
        let sample = Float(bitPattern: UInt32(bitPattern: words[index]))
        words[index] = Int32(bitPattern: (sample * factor).bitPattern)
      } else {
        words[index] = Int32(clamping: Int64((Double(words[index]) * Double(factor)).rounded()))
      }
    }
  }

  /// Packs samples into the wire format: the inverse of `WireFormat.unpack`.
  private func pack(
    _ words: UnsafePointer<Int32>, count: Int, into wire: UnsafeMutableRawPointer
  ) {
    for i in 0..<count {
      switch format {
      case .s32, .float:
        wire.storeBytes(of: words[i].littleEndian, toByteOffset: 4 * i, as: Int32.self)
      case .s24:
        wire.storeBytes(of: (words[i] >> 8).littleEndian, toByteOffset: 4 * i, as: Int32.self)
      case .s16:
        wire.storeBytes(
          of: Int16(truncatingIfNeeded: words[i] >> 16).littleEndian, toByteOffset: 2 * i,
          as: Int16.self)
      case .s24Packed:
        for byte in 0..<3 {
          wire.storeBytes(
            of: UInt8(truncatingIfNeeded: words[i] >> (8 + 8 * Int32(byte))),
            toByteOffset: 3 * i + byte, as: UInt8.self)
        }
      }
    }
  }
}

extension CaptureRequest {
  /// The request in words.
  fileprivate var asked: String {
    "\(channels.counted("channel")) of \(format.rawValue) at \(rate) frames per second"
  }
}
