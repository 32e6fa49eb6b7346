/// The spectra of one window.
struct StereoWindow {
  /// The spectra of the microphones.
  let microphones: SpectrumRows
  /// The spectra of the filters' output: left, then right.
  let ears: SpectrumRows
}
