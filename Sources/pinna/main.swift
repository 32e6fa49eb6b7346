import Glibc

// A reader that closes the output (`pinna board list | head -1`) must not kill a take: writing fails instead, and
// Program.run ends quietly.
signal(SIGPIPE, SIG_IGN)

let pinna = Program(
  name: "pinna", version: "0.1.0",
  summary: "a stereo field recorder for boards with MEMS microphones",
  commands: [.board, .layout, .render, .simulate])

exit(pinna.run(Array(CommandLine.arguments.dropFirst()), console: .standard()).rawValue)
