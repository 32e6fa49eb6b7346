import Beamforming
import Boards
import Essentials

/// Instructions, ready to be copied, for loading the exported filters of one design into other convolvers.
///
/// All these convolvers take the channels of the capture device in their order; the filters have one channel for each
/// microphone, in the order of the board file.
struct ConvolverNotes {
  let design: Design
  let board: Board
  /// The files of the filters' outputs, without their folder.
  let files: [String]

  private var filters: FilterBank { design.filters }
  private var microphones: [Microphone] { board.microphones }
  private var outputNames: [String] { files.count == 2 ? ["left", "right"] : ["out"] }
  private var channels: String { board.capture.channels.counted("channel") }
  /// The number of frames per partition, which is the smallest that all these convolvers accept.
  private static let partition = 64

  /// The text of the instructions.
  var text: String {
    """
    The filters of \(board.name), \(board.name(of: design.which)), \(design.pattern.rawValue):
    \(files.joined(separator: ", "))
    \(filters.taps) taps at \(filters.rate) Hz, \(filters.delay) frames of delay, 32-bit float, gain 1.
    In: the \(channels) of the microphones at \(filters.rate) Hz. Out: \
    \(outputNames.joined(separator: ", ")).
    The filters do not cut low frequencies and do not limit: other stages do that. Run all commands in this folder.

    == ffmpeg ==
    The afir filter of ffmpeg 5.1 doubles its output: with this version, write wet=0.5 instead of wet=1.

    \(ffmpeg)

    == jconvolver (with JACK) and fconvolver (for files): save as filters.conf, then: fconvolver filters.conf IN.wav \
    OUT.wav ==

    \(jconvolver)

    == BruteFIR: it reads one channel per file; make these files with the following commands, then: brutefir \
    filters.conf ==

    \(bruteFIRFiles)

    \(bruteFIR)

    == CamillaDSP 3: in addition to your own "devices:" with \(channels) in and \(files.count) \
    out ==

    \(camillaDSP)

    """
  }

  /// A command for a sound file, with one convolution per output; the channels of each result are then added.
  private var ffmpeg: String {
    let count = microphones.count
    let picked = microphones.enumerated().map { "c\($0)=c\($1.channel)" }.joined(separator: "|")
    let sum = (0..<count).map { "c\($0)" }.joined(separator: "+")
    let copies = outputNames.map { "[\($0)_in]" }.joined()
    // "NC" is any N channels; "Nc" is a layout with names, which ffmpeg has for some numbers only.
    var graph = "[0:a]apad=pad_dur=1,pan=\(count)C|\(picked),asplit=\(files.count)\(copies)"
    for (output, name) in outputNames.enumerated() {
      graph +=
        ";[\(name)_in][\(output + 1):a]afir=gtype=none:wet=1,pan=mono|c0=\(sum)[\(name)]"
    }
    graph +=
      files.count == 2
      ? ";[left][right]join=inputs=2:channel_layout=stereo[done]" : ";[out]anull[done]"
    let inputs = files.map { "-i \($0)" }.joined(separator: " ")
    return
      "ffmpeg -i IN.wav \(inputs) -filter_complex '\(graph)' -map '[done]' -c:a pcm_f32le OUT.wav"
  }

  private var jconvolver: String {
    var lines = [
      "/convolver/new \(board.capture.channels) \(files.count) \(Self.partition) \(filters.taps)"
    ]
    for (output, file) in files.enumerated() {
      for (index, microphone) in microphones.enumerated() {
        lines.append(
          "/impulse/read \(microphone.channel + 1) \(output + 1) 1 0 0 0 \(index + 1) \(file)")
      }
    }
    return lines.joined(separator: "\n")
  }

  private var bruteFIRFiles: String {
    zip(outputNames, files).flatMap { name, file in
      microphones.indices.map {
        "ffmpeg -i \(file) -af 'pan=mono|c0=c\($0)' -f f32le \(name)_\($0).f32"
      }
    }.joined(separator: "\n")
  }

  private var bruteFIR: String {
    let blocks = (filters.taps + Self.partition - 1) / Self.partition
    let channels = board.capture.channels
    let inputs = (0..<channels).map { "\"in_\($0)\"" }.joined(separator: ", ")
    let numbers = (0..<channels).map(String.init).joined(separator: ",")
    let outputs = outputNames.map { "\"\($0)\"" }.joined(separator: ", ")
    let places = files.indices.map(String.init).joined(separator: ",")
    var lines = [
      "sampling_rate: \(filters.rate);", "filter_length: \(Self.partition),\(blocks);",
      "float_bits: 32;",
      "input \(inputs) { device: \"file\" { path: \"in.f32\"; }; sample: \"FLOAT_LE\"; "
        + "channels: \(channels)/\(numbers); };",
      "output \(outputs) { device: \"file\" { path: \"out.f32\"; }; sample: \"FLOAT_LE\"; "
        + "channels: \(files.count)/\(places); dither: false; };",
    ]
    for name in outputNames {
      for (index, microphone) in microphones.enumerated() {
        let filter = "\"\(name)_\(index)\""
        lines.append(
          "coeff \(filter) { filename: \"\(name)_\(index).f32\"; format: \"FLOAT_LE\"; };")
        lines.append(
          "filter \(filter) { from_inputs: \"in_\(microphone.channel)\"; to_outputs: \"\(name)\"; "
            + "coeff: \(filter); };")
      }
    }
    return lines.joined(separator: "\n")
  }

  private var camillaDSP: String {
    let count = microphones.count
    var filters = ["filters:"]
    var spread = [
      "  microphones:",
      "    channels: { in: \(board.capture.channels), out: \(count * files.count) }",
      "    mapping:",
    ]
    var sum = [
      "  ears:", "    channels: { in: \(count * files.count), out: \(files.count) }",
      "    mapping:",
    ]
    var pipeline = ["pipeline:", "  - { type: Mixer, name: microphones }"]
    for (output, file) in files.enumerated() {
      var sources: [String] = []
      for (index, microphone) in microphones.enumerated() {
        let (name, place) = ("\(outputNames[output])_\(index)", output * count + index)
        filters.append(
          "  \(name): { type: Conv, parameters: { type: Wav, filename: \(file), channel: \(index) } }"
        )
        spread.append("      - { dest: \(place), sources: [{ channel: \(microphone.channel) }] }")
        sources.append("{ channel: \(place) }")
        pipeline.append("  - { type: Filter, channels: [\(place)], names: [\(name)] }")
      }
      sum.append("      - { dest: \(output), sources: [\(sources.joined(separator: ", "))] }")
    }
    pipeline.append("  - { type: Mixer, name: ears }")
    return (filters + ["mixers:"] + spread + sum + pipeline).joined(separator: "\n")
  }
}
