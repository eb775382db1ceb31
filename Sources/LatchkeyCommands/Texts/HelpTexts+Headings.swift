extension HelpTexts {
  /// English texts of the pages themselves.
  static let headings: [String: String] = [
    "help.heading.commands": "Commands:",
    "help.heading.commonOptions": "Options of every command:",
    "help.heading.exitStatus": "Exit status:",
    "help.heading.exitStatuses":
      "0 done, 64 usage, 70 internal or unknown, 74 storage, 75 try later, 77 refused, 78 configuration, 130 interrupted.",
    "help.heading.more":
      "'latchkey COMMAND --help' describes a command, 'latchkey --version' prints the version.",
    "help.heading.options": "Options:",
    "help.heading.optionsPlaceholder": "[OPTIONS]",
    "help.heading.overviewUsage": "latchkey COMMAND [OPTIONS]",
    "help.heading.title": "sign users in through any identity provider",
    "help.heading.usage": "Usage:",
    "help.heading.man.commands": "COMMANDS",
    "help.heading.man.description": "DESCRIPTION",
    "help.heading.man.exitStatus": "EXIT STATUS",
    "help.heading.man.name": "NAME",
    "help.heading.man.options": "OPTIONS",
    "help.heading.man.overview":
      "Each command has its own page, latchkey-COMMAND(1). The texts are in the language of the variables "
      + "LANGUAGE, LC_ALL, LC_MESSAGES and LANG. With --json there is no language, and with NO_COLOR no colour.",
    "help.heading.man.seeAlso": "SEE ALSO",
    "help.heading.man.synopsis": "SYNOPSIS",
  ]
}
