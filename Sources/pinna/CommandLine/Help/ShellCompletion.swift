/// The completion for Bash, made from the same declarations as the help.
///
/// - Source: GNU Bash manual, 8.6 Programmable Completion.
struct ShellCompletion {
  /// The program whose command lines are completed.
  let program: Command

  /// A script that can be sourced, or installed in the folder of bash-completion.
  var bash: String {
    """
    # Completion of \(program.name) for Bash.
    _\(program.name)() {
      local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} path=\(program.name) i
      for ((i = 1; i < COMP_CWORD; i++)); do
        case "$path ${COMP_WORDS[i]}" in
          \(groups.joined(separator: " | "))) path="$path ${COMP_WORDS[i]}" ;;
        esac
      done
      local words= values=
      case "$path" in
    \(cases)
      esac
      case "$path $before" in
    \(values)
      esac
      if [ "$values" = FILES ]; then
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
      elif [ -n "$values" ]; then
        mapfile -t COMPREPLY < <(compgen -W "$values" -- "$word")
      else
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
        [[ $word == -* ]] || mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$word")
      fi
    }
    complete -o filenames -F _\(program.name) \(program.name)

    """
  }

  private var all: [(path: String, command: Command)] { Self.all(program, path: program.name) }

  private static func all(_ command: Command, path: String) -> [(path: String, command: Command)] {
    [(path, command)] + command.commands.flatMap { all($0, path: path + " " + $0.name) }
  }

  /// Shell patterns that match the commands below the program.
  private var groups: [String] { all.dropFirst().map { "\"\($0.path)\"" } }

  /// The words that may follow each command, as cases of a shell script.
  private var cases: String {
    all.map { path, command in
      let words =
        command.commands.map(\.name) + command.positionals.flatMap(\.words)
        + command.options.map { "--" + $0.name } + ["--help"]
      return "    \"\(path)\") words=\"\(words.joined(separator: " "))\" ;;"
    }.joined(separator: "\n")
  }

  /// The words that may follow each option, as cases of a shell script.
  private var values: String {
    all.flatMap { path, command in
      command.options.compactMap { option in
        Self.values(option).map { "    \"\(path) --\(option.name)\") values=\"\($0)\" ;;" }
      }
    }.joined(separator: "\n")
  }

  /// The words that are allowed as the value of an option; `nil` if there is no list of them.
  private static func values(_ option: OptionForm) -> String? {
    switch option.kind {
    case .flag: nil
    case .text: "FILES"
    case .choice(let words): words.joined(separator: " ")
    case .number(_, _, _, let words): words.isEmpty ? option.standard : words.joined(separator: " ")
    }
  }
}
