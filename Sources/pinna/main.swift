import Glibc

// A reader that closes the output (`pinna board list | head -1`) must not kill a take: writing fails instead, and
// Program.run ends quietly.
signal(SIGPIPE, SIG_IGN)
// A limit on the size of files (`ulimit -f`) ends a take with an error that says so, not the process.
signal(SIGXFSZ, SIG_IGN)
// Commands that close takes first take these signals over.
ProgressLine.watch()

exit(Program.pinna.run(Array(CommandLine.arguments.dropFirst()), console: .standard()).rawValue)
