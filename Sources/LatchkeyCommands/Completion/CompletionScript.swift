/// A shell's completion script, generated from the commands, their options and their texts.
enum CompletionScript: String, CaseIterable {
  case bash
  case zsh
  case fish

  func text(for commands: [Command], in texts: HelpTexts) -> String {
    switch self {
    case .bash: Self.bash(commands)
    case .zsh: Self.zsh(commands, texts)
    case .fish: Self.fish(commands, texts)
    }
  }

  /// The first words of all commands, each once: `config` for both `config check` and `config schema`.
  private static func firstWords(_ commands: [Command]) -> [String] {
    var words: [String] = []
    for word in commands.compactMap({ $0.words.first }) where !words.contains(word) { words.append(word) }
    return words
  }

  private static func secondWords(_ first: String, _ commands: [Command]) -> [String] {
    commands.filter { $0.words.first == first }.compactMap { $0.words.dropFirst().first }
  }

  /// Whether the option's value is the path of a file or directory.
  private static func takesFile(_ option: Command.Option) -> Bool {
    option.value.map { ["FILE", "DIR", "URL|FILE", "FILE|URL"].contains($0) } ?? false
  }

  private static func names(_ options: [Command.Option]) -> String {
    options.map { "--" + $0.name }.joined(separator: " ")
  }

  private static func bash(_ commands: [Command]) -> String {
    var lines = [
      "_latchkey() {",
      "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} words= word command=",
      "  for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do", "    [[ $word == -* ]] || { command=$word; break; }",
      "  done", "  case $previous in",
    ]
    let files = (commands.flatMap(\.options) + Command.common).filter(takesFile).map { "--" + $0.name }
    let unique = Set(files).sorted()
    lines += [
      "    \(unique.joined(separator: "|"))) COMPREPLY=($(compgen -f -- \"$current\")); return ;;", "  esac",
      "  case $command in",
      "    '') words='\(firstWords(commands).joined(separator: " ")) \(names(Command.common))' ;;",
    ]
    for first in firstWords(commands) {
      let options = commands.filter { $0.words.first == first }.flatMap(\.options) + Command.common
      let words = (secondWords(first, commands) + [names(options)]).joined(separator: " ")
      lines.append("    \(first)) words='\(words)' ;;")
    }
    lines += [
      "  esac", "  COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))", "}", "complete -F _latchkey latchkey",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func zsh(_ commands: [Command], _ texts: HelpTexts) -> String {
    func quoted(_ text: String) -> String { text.filter { $0 != "'" && $0 != "[" && $0 != "]" && $0 != ":" } }
    func specification(_ option: Command.Option, _ command: Command?) -> String {
      let value =
        option.value.map { ":\($0.lowercased().filter(\.isLetter)):" + (takesFile(option) ? "_files" : "") } ?? ""
      return "'--\(option.name)[\(quoted(texts.summary(of: option, of: command)))]\(value)'"
    }
    var lines = [
      "#compdef latchkey", "_latchkey() {", "  local -a commands=(",
    ]
    for command in firstWords(commands) {
      let summary = commands.first { $0.words.first == command }.map(texts.summary) ?? ""
      lines.append("    '\(command):\(quoted(summary))'")
    }
    lines += [
      "  )", "  if (( CURRENT == 2 )); then", "    _describe command commands", "    return", "  fi",
      "  case $words[2] in",
    ]
    for first in firstWords(commands) {
      let all = commands.filter { $0.words.first == first }
      let options =
        all.flatMap { command in command.options.map { specification($0, command) } }
        + Command.common.map { specification($0, nil) }
      let second = secondWords(first, commands)
      let operand = second.isEmpty ? "'*::operand:_files'" : "'2:subcommand:(\(second.joined(separator: " ")))'"
      lines.append("    \(first)) _arguments \((options + [operand]).joined(separator: " ")) ;;")
    }
    lines += ["  esac", "}", "compdef _latchkey latchkey"]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func fish(_ commands: [Command], _ texts: HelpTexts) -> String {
    func quoted(_ text: String) -> String {
      "'" + text.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "'"
    }
    func option(_ option: Command.Option, _ command: Command?, _ condition: String) -> String {
      let value = option.value == nil ? "" : takesFile(option) ? " -r -F" : " -x"
      let summary = quoted(texts.summary(of: option, of: command))
      return "complete -c latchkey\(condition) -l \(option.name)\(value) -d \(summary)"
    }
    var lines = ["complete -c latchkey -f"] + Command.common.map { option($0, nil, "") }
    for first in firstWords(commands) {
      let summary = commands.first { $0.words.first == first }.map(texts.summary) ?? ""
      lines.append("complete -c latchkey -n __fish_use_subcommand -a \(first) -d \(quoted(summary))")
      let seen = " -n '__fish_seen_subcommand_from \(first)'"
      for second in secondWords(first, commands) { lines.append("complete -c latchkey\(seen) -a \(second)") }
      for command in commands where command.words.first == first {
        lines += command.options.map { option($0, command, seen) }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension Command {
  /// The words that select the command: `config` and `check`.
  fileprivate var words: [String] { name.split(separator: " ").map(String.init) }
}
