import CAlsa
import Essentials
import Realtime
import Recorder
import Synchronization

/// An ALSA capture device, read through memory shared with the kernel.
///
/// A `hw:` device is exclusive: while it is open here, no other process can open it. Any other PCM of alsa-lib works
/// as well, if it supports reading by interleaved mmap. A PCM that has no clock, such as `file` over `null`, is paced
/// by CLOCK_MONOTONIC.
package final class AlsaCapture: CapturePort {
  private let state = Mutex<State>(State())
  private let mixer: [String: Int]
  private let configuration: String?

  /// The state kept by the control thread; while the capture thread runs, it holds the device.
  private struct State: ~Copyable {
    var device: AlsaPCM?
    var grant: CaptureGrant?
    var card: Int?
    var problems: [HardwareProblem] = []
  }

  /// Creates a device that is closed.
  ///
  /// - Parameter mixer: the card's controls to set at every opening, by name; the value is the raw value of a
  ///   capture volume, 0 or 1 for a switch, or the item number of an enumeration.
  package convenience init(mixer: [String: Int] = [:]) {
    self.init(mixer: mixer, configuration: nil)
  }

  /// Creates a closed device whose name is looked up in the text of an ALSA configuration, in place of the
  /// system's configuration.
  init(mixer: [String: Int], configuration: String?) {
    self.mixer = mixer
    self.configuration = configuration
  }

  /// The mixer controls that could not be set when the device was last opened.
  ///
  /// - Thread: control.
  package var problems: [HardwareProblem] { state.withLock { $0.problems } }

  /// Opens the device exclusively and configures it; ``run(_:stop:)`` starts it.
  ///
  /// - Throws: ``Recorder/CaptureFault`` if the device is absent or busy, or refuses the request, or if a call fails;
  ///   the device is then closed.
  package func open(_ request: CaptureRequest) throws(CaptureFault) -> CaptureGrant {
    // A device that is still open here would count as busy.
    close()
    var (grant, card) = try opened(request)
    guard let gain = request.inputGain else { return grant }
    do throws(CaptureFault) {
      grant.inputGain = try AlsaMixer.apply(gain, card: card, device: request.device)
    } catch {
      close()
      throw error
    }
    return grant
  }

  /// Sets the input gain of the device's card.
  ///
  /// - Throws: ``Recorder/CaptureFault/refused(device:asked:offered:)`` if the card does not offer this gain.
  package func setGain(_ gain: InputGain, device: String) throws(CaptureFault) -> Double {
    try AlsaMixer.apply(gain, card: state.withLock { $0.card }, device: device)
  }

  /// Opens and configures the device, and sets the mixer controls that the board file states.
  private func opened(
    _ request: CaptureRequest
  ) throws(CaptureFault) -> (grant: CaptureGrant, card: Int?) {
    try translating(
      to: { (error: AlsaFault) in error.capture(device: request.device) }
    ) { () throws(AlsaFault) in
      let device = try AlsaPCM(request.device, .capture, configuration: configuration)
      let grant = try device.configureCapture(request)
      let problems = AlsaMixer.apply(mixer, to: device, named: request.device)
      let card = device.card
      keep(device, grant: grant, problems: problems)
      state.withLock { $0.card = card }
      return (grant, card)
    }
  }

  private func keep(
    _ device: consuming AlsaPCM, grant: CaptureGrant, problems: [HardwareProblem]
  ) {
    var device: AlsaPCM? = consume device
    state.withLock { state in
      state.device = device.take()
      state.grant = grant
      state.problems = problems
    }
  }

  /// Starts the stream on this thread, and puts one period after another into the inlet.
  package func run(_ inlet: consuming CaptureInlet, stop: StopFlag) -> CaptureEnd {
    guard let grant = state.withLock({ $0.grant }),
      let device = state.withLock({ $0.device.take() })
    else {
      return .disconnected
    }
    var stream = AlsaCaptureStream(device, grant: grant)
    let end = stream.run(&inlet, stop: stop)
    var finished: AlsaPCM? = consume device
    state.withLock { state in
      // If the device has been closed in the meantime, it is dropped.
      if state.grant != nil { state.device = finished.take() }
    }
    return end
  }

  /// Closes the device after `run` has returned.
  package func close() {
    state.withLock { state in
      state.device = nil
      state.grant = nil
    }
  }

  /// The present settings of the card's mixer controls.
  package func examineMixer(device: String) -> MixerReport {
    guard let card = AlsaDeviceName(device)?.cardNumber else { return .none }
    do throws(AlsaFault) {
      let controls = try OpenMixer(card: card).controls
      return controls.isEmpty ? .none : .controls(controls)
    } catch {
      return .failed(
        HardwareProblem(
          what: "mixer", place: "hw:\(card)", reason: "the mixer cannot be opened: \(error.text)",
          remedy: "examine the card with `amixer -c \(card)`"))
    }
  }
}
