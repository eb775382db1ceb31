import Testing

/// Every text that a person meets at the command line has a key, so that it can be in another language.
@Suite struct TextRuleTests {
  private static let targets: Set<String> = ["LatchkeyCommands", "AuthTerminal"]

  /// The files and folders whose literals are no texts of the command line, with the reasons.
  private static let exempt: [String: String] = [
    "Sources/LatchkeyCommands/Texts/": "the tables, which have the keys",
    "Sources/AuthTerminal/Prompts/TerminalTexts.swift": "the table, which has the keys",
    "Sources/LatchkeyCommands/NewAdapter/": "writes code and English comments for developers",
    "Sources/LatchkeyCommands/Completion/CompletionScript.swift": "code of shells",
    "Sources/LatchkeyCommands/Man/ManPage.swift": "requests of roff",
    "Sources/LatchkeyCommands/SandboxApp/FlowMarkup.swift": "HTML, whose texts are phrases",
    "Sources/LatchkeyCommands/SandboxApp/AppMarkup.swift": "HTML, whose texts are phrases",
    "Sources/LatchkeyCommands/SandboxApp/AccountsMarkup.swift": "HTML, whose texts are phrases",
    "Sources/LatchkeyCommands/Agent/AgentFields.swift": "the ends of the messages of an AuthError",
    "Sources/LatchkeyCommands/Support/VerboseObserver.swift":
      "a technical record in English, as an error's message: it is searched for and sent to support",
  ]

  /// The calls whose arguments may have sentences, with the reasons.
  private static let calls: [String: String] = [
    "AuthError": "a message is in English; the translated text of the error's code stands before it",
    "TokenProviderUnavailable": "the end of the message of an AuthError",
    "Executable.replaceThisProgram": "the end of the message of an AuthError",
    "Command": "the English text of a help page, with the derived keys of HelpTexts",
    "Command.Option": "an option's English text, with the derived key of HelpTexts",
    "Option": "an option's English text, with the derived key of HelpTexts",
    "shared": "an option's English text, with the derived key of HelpTexts",
  ]

  @Test func everySentenceHasAKey() throws {
    let files = try SourceTree.files("Sources").filter { file in
      Self.targets.contains(file.target) && !Self.exempt.keys.contains { file.path.hasPrefix($0) }
    }
    #expect(files.count > 60)
    let found = files.flatMap { file in
      Self.sentences(in: file.text).map { "\(file.path):\($0.line): \"\($0.text)\"" }
    }
    #expect(found == [], "make a phrase with a key of TextCatalog.commandTables, or list the reason here")
  }

  @Test func eachExceptionIsNeeded() throws {
    let files = try SourceTree.files("Sources").filter { Self.targets.contains($0.target) }
    for path in Self.exempt.keys {
      let texts = files.filter { $0.path.hasPrefix(path) }.map(\.text)
      #expect(!texts.flatMap { Self.sentences(in: $0) }.isEmpty, "\(path)")
    }
    let all = files.flatMap { StringLiteralScanner.literals(in: $0.text) }.filter(\.hasTwoWords)
    for call in Self.calls.keys { #expect(all.contains { $0.calls.contains(call) }, "\(call)") }
  }

  @Test func madeUpTextsAreFound() {
    for text in [
      #"Output.note("Signed out of all")"#, #"report(json, style.green("✓ ") + "Signed out")"#,
      "Output.line(\"\"\"\n  The end\n  \"\"\")", #"Output.line("\(name) is here")"#, ##"Output.line(#"so "it" is"#)"##,
      #"let a = "\(f("x")) two words""#, #"Output.line("\(isOld ? "very old" : "new")")"#,
    ] {
      #expect(!Self.sentences(in: text).isEmpty, "\(text)")
    }
    for text in [
      #"throw AuthError(.invalidRequest, "Use \(a) or b, not both.")"#, #"Phrase("command.signOut.done")"#,
      #"throw AuthError(.a, "Use it." + b.map { " It is \($0) here" })"#, #"f("GET /backend/me → \(status)")"#,
      "// \"Signed out\"\nlet a = 1", #"Option("port", "N", "the port to use")"#, #"f("provider = \"\(a)\"")"#,
      "/* \"Signed out\" */",
    ] {
      #expect(Self.sentences(in: text).isEmpty, "\(text)")
    }
    let literals = StringLiteralScanner.literals(in: "f(a, g(\"x\\(h(\"y\"))z\"))\n\"w\"")
    #expect(literals.map(\.text) == ["x\u{FFFC}z", "y", "w"])
    #expect(literals.map(\.calls) == [["f", "g"], ["f", "g", "h"], []])
    #expect(literals.map(\.line) == [1, 1, 2])
  }

  private static func sentences(in source: String) -> [StringLiteral] {
    StringLiteralScanner.literals(in: source).filter { literal in
      literal.hasTwoWords && !literal.calls.contains { calls[$0] != nil }
    }
  }
}
