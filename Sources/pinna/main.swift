import Glibc

// A reader that closes the output (`pinna board list | head -1`) must not kill a take: instead, writing fails, and
// Program.run ends quietly.
signal(SIGPIPE, SIG_IGN)
// A limit on the size of files (`ulimit -f`) ends a take with an error that names it, instead of the process.
signal(SIGXFSZ, SIG_IGN)
// Commands that close takes first install their own handlers for these signals.
ProgressLine.watch()

exit(Program.pinna.run(Array(CommandLine.arguments.dropFirst()), console: .standard()).rawValue)
