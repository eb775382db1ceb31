import AuthText

/// What can stand at the end of an unfinished command: known words, and values that have to be looked up.
struct CompletionPlan: Equatable {
  /// A word, with its text.
  struct Item: Equatable {
    var value: String
    var text: String
  }

  /// Values that depend on the configuration, on the stored sessions or on the file system.
  enum Kind: Equatable {
    case providers
    case profiles
    case accounts
    case methods
    case files
  }

  /// What a command or an option takes.
  enum Values: Equatable {
    /// One of these words.
    case words([String])
    /// A value to look up.
    case found(Kind)
  }

  /// The beginning of the word that is completed.
  private(set) var beginning = ""
  /// What stands in the word before its value, such as `--provider=`.
  private(set) var prefix = ""
  private(set) var items: [Item] = []
  /// The values to look up; nil without any.
  private(set) var kind: Kind?
  /// The value of `--config` in the words before; nil without one.
  private(set) var configuration: String?

  /// Plans the completion of the last of `words`, which can be empty, after the words before.
  init(_ words: [String], texts: HelpTexts) {
    var words = Self.joined(words)
    let current = words.popLast() ?? ""
    beginning = current
    configuration = Self.value(of: "config", in: words)
    let (command, operands, pending) = Self.read(words)
    let options = (command?.options ?? []) + Command.common
    if let pending {
      complete(valueOf: pending)
    } else if current.hasPrefix("--"), let equals = current.firstIndex(of: "=") {
      // Without a known option, the word itself is not repeated: it can contain anything.
      let name = current[..<equals].dropFirst(2)
      guard let option = options.first(where: { $0.name == name && $0.value != nil }) else { return }
      prefix = String(current[...equals])
      beginning = String(current[current.index(after: equals)...])
      complete(valueOf: option)
    } else if current.hasPrefix("-") {
      items = options.map { Item(value: "--" + $0.name, text: texts.summary(of: $0, of: command)) }
    } else {
      complete(operandOf: command, after: operands, texts)
    }
  }

  /// The lines that a shell's script reads: each value with a tab and its text. `:files` has the shell complete a path.
  ///
  /// - Parameter found: the values that were looked up.
  func lines(with found: [Item] = []) -> [String] {
    // A shell shows the lines in the terminal, and the text of an account can come from a server.
    let all = (items + found).filter {
      $0.value.hasPrefix(beginning) && EscapedText($0.value).description == $0.value
    }
    var lines = all.map { prefix + $0.value + "\t" + EscapedText($0.text).description }
    if kind == .files { lines.append(":files") }
    return lines
  }

  private mutating func complete(valueOf option: Command.Option) {
    switch (option.name, option.value) {
    case ("provider", _): kind = .providers
    case ("profile", _): kind = .profiles
    case ("account", _): kind = .accounts
    case ("method", _): kind = .methods
    case (_, "FILE"?), (_, "DIR"?), (_, "URL|FILE"?), (_, "FILE|URL"?): kind = .files
    case (_, let value?) where value.contains("|") && value.allSatisfy { $0.isLowercase || $0 == "|" }:
      offer(.words(value.split(separator: "|").map(String.init)))
    default: break
    }
  }

  private mutating func complete(operandOf command: Command?, after operands: [String], _ texts: HelpTexts) {
    guard let command else {
      let commands = CommandTable.commands
      if let first = operands.first {
        // The second words of a command, such as `config check`.
        items = commands.filter { $0.words.first == first && $0.words.count > 1 }.map {
          Item(value: $0.words[1], text: texts.summary(of: $0))
        }
        return
      }
      for command in commands {
        guard let word = command.words.first, !items.contains(where: { $0.value == word }) else { continue }
        items.append(Item(value: word, text: texts.summary(of: command)))
      }
      return
    }
    offer(command.nextOperand(operands))
  }

  private mutating func offer(_ values: Values?) {
    switch values {
    case .words(let words): items = words.map { Item(value: $0, text: "") }
    case .found(let kind): self.kind = kind
    case nil: break
    }
  }

  /// The command that the words name, its operands, and the option whose value comes next; the command is nil if the
  /// words name none yet.
  private static func read(_ words: [String]) -> (Command?, operands: [String], pending: Command.Option?) {
    var plain: [String] = []
    var pending: Command.Option?
    for word in words {
      if pending != nil {
        pending = nil
      } else if word.hasPrefix("-"), word != "-" {
        let options = (command(plain)?.0.options ?? []) + Command.common
        pending = options.first { "--" + $0.name == word && $0.value != nil }
      } else {
        plain.append(word)
      }
    }
    guard let (command, count) = command(plain) else { return (nil, plain, pending) }
    return (command, Array(plain.dropFirst(count)), pending)
  }

  private static func command(_ words: [String]) -> (Command, words: Int)? {
    CommandTable.commands.first { $0.words == Array(words.prefix($0.words.count)) }.map { ($0, $0.words.count) }
  }

  private static func value(of option: String, in words: [String]) -> String? {
    for (index, word) in words.enumerated() {
      if word == "--" + option { return index + 1 < words.count ? words[index + 1] : nil }
      if word.hasPrefix("--\(option)=") { return String(word.dropFirst(option.count + 3)) }
    }
    return nil
  }

  /// bash passes `--provider=x` as three words.
  private static func joined(_ words: [String]) -> [String] {
    words.reduce(into: []) { joined, word in
      if let last = joined.last, last.hasPrefix("--"), word == "=" || last.hasSuffix("=") {
        joined[joined.count - 1] = last + word
      } else {
        joined.append(word)
      }
    }
  }
}

extension Command {
  /// The words that select the command: `config` and `check`.
  var words: [String] { name.split(separator: " ").map(String.init) }
}
