import Testing

/// Text from outside reaches a terminal, a page or a log only through an escaper (`AuthText`).
@Suite struct OutputRuleTests {
  /// The command line, and the texts for a terminal that it uses.
  private static let targets: Set<String> = ["LatchkeyCommands", "AuthTerminal"]

  /// The files of the command line that may write a text without escaping it, each because the text is its own.
  private static let trusted: [String: Set<String>] = [
    // Text of this program: colours, wrapped lines, help, completion scripts, manual pages, a generated table, QR codes.
    "(trusted:": [
      "TerminalText.swift", "Style.swift", "Layout.swift", "Help.swift", "CompletionCommand.swift", "ManCommand.swift",
      "ConfigCommands.swift", "TerminalPrompt.swift", "LabelledLines.swift",
      // `Output.value`, for a pipe.
      "Output.swift",
    ],
    // Control sequences for the cursor.
    // A literal of text that is not known when the program is written.
    "(stringLiteral:": [],
    "\\u{1B}": ["Style.swift", "Spinner.swift", "ResendCountdown.swift", "Interrupt.swift", "ColumnWidth.swift"],
    "\\u{9B}": [],
    // `Output` writes to the terminal, `PrivateFile`, `TokenFile` and `SandboxCommand` to a file, `Interrupt` in a signal
    // handler, `AgentReadiness` to the process that started the agent, `CoreDumps` a digit to the kernel.
    "write(": [
      "Output.swift", "PrivateFile.swift", "TokenFile.swift", "ExecCommand.swift", "SandboxCommand.swift",
      "Interrupt.swift", "AgentReadiness.swift", "CoreDumps.swift",
    ],
    "Output.body(": ["SendCommand.swift"],
    "Output.value(": [
      "Invocation.swift", "AuthorizeCommand.swift", "CredentialHelperCommand.swift", "AgentRequestCommand.swift",
      "CompletionAnswer.swift",
    ],
  ]

  @Test(arguments: trusted.keys.sorted())
  func onlyTheListedFilesOfTheCommandLineWriteUnescapedText(mark: String) throws {
    let files = try SourceTree.files("Sources").filter { Self.targets.contains($0.target) && !$0.isTemplate }
    #expect(files.count > 60)
    let found = files.filter { Self.uses($0.text, mark) }.map(\.name)
    #expect(Set(found).subtracting(Self.trusted[mark] ?? []) == [])
  }

  /// `print` and `FileHandle` would go around `Output`.
  @Test func theCommandLineWritesOnlyThroughOutput() throws {
    let files = try SourceTree.files("Sources").filter { Self.targets.contains($0.target) && !$0.isTemplate }
    for mark in [
      "print(", "debugPrint(", "dump(", "NSLog(", "FileHandle", "puts(", "fputs(", "fwrite(", "putc(", "fputc(",
      "putchar(", "printf(", "fprintf(", "dprintf(", "vprintf(", "vfprintf(", "perror(", "psignal(", "writev(",
      "pwrite(", "OutputStream",
    ] {
      // `TokenFile` writes the token into the file of a child.
      let found = files.filter { Self.uses($0.text, mark) && !(mark == "pwrite(" && $0.name == "TokenFile.swift") }
      #expect(found.map(\.path) == [], "\(mark)")
    }
  }

  /// A page of the sandbox is made of `Markup`, which escapes; only a fixed page of a vendor's firewall is not. The
  /// scripts read pages that are made of it.
  @Test func pagesAreMarkup() throws {
    let files = try SourceTree.files("Sources").filter { $0.target.hasPrefix("AuthSandbox") }
    let raw = files.filter { $0.text.contains("\"text/html") }.map(\.name)
    #expect(
      Set(raw) == [
        "SandboxResponse+HTML.swift", "PasskeyScript.swift", "ConsoleScript.swift", "TurnkeyVendor+Gateway.swift",
      ])
    // Only a literal becomes markup as it is.
    #expect(files.filter { Self.uses($0.text, "(stringLiteral:") }.map(\.path) == [])
  }

  @Test func recordsOfALogAreEscaped() throws {
    let record = try SourceTree.text("Sources/AuthLogging/EventRecord.swift")
    #expect(
      record.split(separator: "\n").filter { $0.contains("self.fields =") && $0.contains("EscapedText") }.count == 1)
    #expect(record.components(of: "self.fields =") == 1)
  }

  @Test func madeUpFaultsAreFound() {
    #expect(Self.uses("let a = b\nOutput.out(TerminalText(trusted: error.message))", "(trusted:"))
    #expect(Self.uses("Output.out(.init(trusted: error.message))", "(trusted:"))
    #expect(Self.uses("Output.out(TerminalText(stringLiteral: error.message))", "(stringLiteral:"))
    #expect(!Self.uses("init(stringLiteral text: String) { self.text = text }", "(stringLiteral:"))
    #expect(Self.uses("fputs(text, stderr)", "fputs("))
    #expect(Self.uses("Swift.print(text)", "print("), "a function of a module")
    #expect(Self.uses("Glibc.fputs(text, stderr)", "fputs("), "a function of a module")
    #expect(Self.uses("_ = write(2, a, b)", "write(") && Self.uses("write(1, a, b)", "write("))
    #expect(!Self.uses("data.write(to: url)", "write("), "a method of another type")
    #expect(!Self.uses("outputs(a)", "puts("), "a longer word")
    #expect(!Self.uses("terminal.puts(a)", "puts("), "a method of another type")
    #expect(!Self.uses("// print(a)", "print("), "a comment")
  }

  /// The modules whose functions a file can name in full.
  private static let modules = ["Swift", "Glibc", "Musl", "Darwin", "Foundation", "FoundationEssentials"]

  /// Whether the code contains the mark where it is neither the end of a longer word nor a method of another type.
  private static func uses(_ text: String, _ mark: String) -> Bool {
    let isCall = mark.hasSuffix("(") && !mark.contains(".")
    return text.split(separator: "\n").contains { line in
      guard !line.trimmingPrefix(while: { $0 == " " }).hasPrefix("//") else { return false }
      return line.ranges(of: mark).contains { range in
        guard isCall, range.lowerBound > line.startIndex else { return true }
        let rest = line[..<range.lowerBound]
        if Self.modules.contains(where: { rest.hasSuffix($0 + ".") }) { return true }
        let before = line[line.index(before: range.lowerBound)]
        return !before.isLetter && before != "." && !rest.hasSuffix("func ")
      }
    }
  }
}

extension String {
  fileprivate func components(of mark: String) -> Int { ranges(of: mark).count }
}
