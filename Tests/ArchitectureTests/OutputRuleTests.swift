import Testing

/// Text from outside reaches a terminal, a page or a log only through an escaper (`AuthText`).
@Suite struct OutputRuleTests {
  /// The files of the command line that may write a text without escaping it, each because the text is its own.
  private static let trusted: [String: Set<String>] = [
    // Text of this program: colours, wrapped lines, help, completion scripts, a generated table, QR codes.
    "TerminalText(trusted:": [
      "TerminalText.swift", "Style.swift", "Layout.swift", "Help.swift", "CompletionCommand.swift",
      "ConfigCheckCommand.swift", "PromptText.swift",
      // `Output.value`, for a pipe.
      "Output.swift",
    ],
    // Control sequences for the cursor.
    "\\u{1B}": ["Style.swift", "Spinner.swift", "ResendCountdown.swift", "Interrupt.swift", "Layout.swift"],
    // `Output` writes to the terminal, `PrivateFile` to a file, and `Interrupt` in a signal handler.
    "Glibc.write(": ["Output.swift", "PrivateFile.swift"],
    " write(2,": ["Interrupt.swift"],
    "Output.body(": ["SendCommand.swift"],
    "Output.value(": ["Invocation.swift", "AuthorizeCommand.swift"],
  ]

  @Test(arguments: trusted.keys.sorted())
  func onlyTheListedFilesOfTheCommandLineWriteUnescapedText(mark: String) throws {
    let files = try SourceTree.files("Sources").filter { $0.target == "LatchkeyCommands" && !$0.isTemplate }
    #expect(files.count > 60)
    let found = files.filter { Self.uses($0.text, mark) }.map(\.name)
    #expect(Set(found).subtracting(Self.trusted[mark] ?? []) == [])
  }

  /// `print` and `FileHandle` would go around `Output`.
  @Test func theCommandLineWritesOnlyThroughOutput() throws {
    let files = try SourceTree.files("Sources").filter { $0.target == "LatchkeyCommands" && !$0.isTemplate }
    for mark in ["print(", "FileHandle", "fputs(", "fwrite(", "putchar(", "printf("] {
      #expect(files.filter { Self.uses($0.text, mark) }.map(\.path) == [], "\(mark)")
    }
  }

  /// A page of the sandbox is made of `Markup`, which escapes; only a fixed page of a vendor's firewall is not.
  @Test func pagesAreMarkup() throws {
    let files = try SourceTree.files("Sources").filter { $0.target.hasPrefix("AuthSandbox") }
    let raw = files.filter { $0.text.contains("\"text/html") }.map(\.name)
    #expect(Set(raw) == ["SandboxResponse+HTML.swift", "PasskeyScript.swift", "TurnkeyVendor+Gateway.swift"])
    // `Markup`'s text is written by its own file, and read by the response.
    let written = files.filter { $0.text.contains("Markup(stringLiteral:") || $0.text.contains("Markup(trusted") }
    #expect(written.map(\.name) == [])
  }

  @Test func recordsOfALogAreEscaped() throws {
    let record = try SourceTree.text("Sources/AuthLogging/EventRecord.swift")
    #expect(
      record.split(separator: "\n").filter { $0.contains("self.fields =") && $0.contains("EscapedText") }.count == 1)
    #expect(record.components(of: "self.fields =") == 1)
  }

  @Test func madeUpFaultsAreFound() {
    #expect(Self.uses("let a = b\nOutput.out(TerminalText(trusted: error.message))", "TerminalText(trusted:"))
    #expect(Self.uses("fputs(text, stderr)", "fputs("))
    #expect(Self.uses("_ = write(2, a, b)", " write(2,"))
    #expect(!Self.uses("outputs(a)", "puts("), "a longer word")
    #expect(!Self.uses("terminal.puts(a)", "puts("), "a method of another type")
    #expect(!Self.uses("// print(a)", "print("), "a comment")
  }

  /// Whether the code contains the mark where it is neither the end of a longer word nor a method of another type.
  private static func uses(_ text: String, _ mark: String) -> Bool {
    let isCall = mark.hasSuffix("(") && !mark.contains(".")
    return text.split(separator: "\n").contains { line in
      guard !line.trimmingPrefix(while: { $0 == " " }).hasPrefix("//") else { return false }
      return line.ranges(of: mark).contains { range in
        guard isCall, range.lowerBound > line.startIndex else { return true }
        let before = line[line.index(before: range.lowerBound)]
        return !before.isLetter && before != "." && !line[..<range.lowerBound].hasSuffix("func ")
      }
    }
  }
}

extension String {
  fileprivate func components(of mark: String) -> Int { ranges(of: mark).count }
}
