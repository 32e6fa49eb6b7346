import Bridge
import CompanionServer
import Glibc

// If descriptors 0 to 2 are closed, they are opened here; otherwise a take could get one of them, and messages would be
// written into it.
while case let free = open("/dev/null", O_RDWR), free >= 0, free <= 2 || close(free) != 0 {}
// If a reader closes the output (`pinna board list | head -1`), this must not kill a take: writing then fails instead,
// and Program.run ends quietly.
signal(SIGPIPE, SIG_IGN)
// If the size of files is limited (`ulimit -f`), the limit ends a take with an error that names it, not the process.
signal(SIGXFSZ, SIG_IGN)
if let error = CommandError.invalidText {
  Console.standard().report(error, program: Program.pinna.root.name)
  exit(error.exitCode.rawValue)
}
let words = Array(CommandLine.arguments.dropFirst())
// The packages of the web page and of the bridge contain links that point to this program.
let version = (number: Version.current.number, text: Version.current.text)
let usual = { ControlPath.usual(.standard()) }
switch CommandLine.arguments.first?.split(separator: "/").last.map(String.init) {
case WebProgram.name: exit(WebProgram.run(words, version: version, usual: usual))
case BridgeProgram.name: exit(BridgeProgram.run(words, version: version.text, usual: usual))
default: break
}
// Commands that must close takes later replace these handlers with their own.
ProgressLine.watch()

exit(Program.pinna.run(words, console: .standard()).rawValue)
