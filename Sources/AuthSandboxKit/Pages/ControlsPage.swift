import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The page that controls the whole sandbox: its clock, the injected faults, the recording and the reset.
enum ControlsPage {
  /// The result of a form.
  enum Outcome: String, Sendable {
    case clock, clockMalformed
    case fault, faultRemoved, faultMalformed
    case recordingStarted, recordingStopped, recordingDeleted
    case reset

    fileprivate var text: String {
      switch self {
      case .clock: "The clock was changed."
      case .clockMalformed: "The clock was not changed. Enter a number of seconds between -3.2e9 and 3.2e9."
      case .fault: "The fault was added."
      case .faultRemoved: "The fault was removed."
      case .faultMalformed:
        "The fault was not added. Enter a path that begins with /, a status from 200 to 599, a delay of at most an "
          + "hour, and a whole number of times."
      case .recordingStarted: "The recording was started."
      case .recordingStopped: "The recording was stopped. Its exchanges are kept until a new recording starts."
      case .recordingDeleted: "The recording was deleted."
      case .reset: "The sandbox was reset."
      }
    }

    fileprivate var isRefusal: Bool { self == .clockMalformed || self == .faultMalformed }
  }

  /// What the page shows.
  struct Content: Sendable {
    let now: Date
    /// How far the sandbox's clock is ahead of the system's, in seconds.
    let offset: Double
    let faults: [FaultTable.Fault]
    let recording: Recording?
    /// The prefixes of paths that the form suggests.
    let prefixes: [String]
  }

  private static let path = Page.Name.controls.rawValue

  static func page(_ content: Content, token: String, outcome: Outcome?) -> Page {
    Page(
      name: .controls,
      content: """
        <p class="lead">The clock, faults and recording of the whole sandbox. Programs change them with the control
        routes below <code>/sandbox</code>.</p>
        \(outcome.map(notice) ?? "")
        <h2 id="clock">Clock</h2>
        \(clock(content, token))\
        <h2 id="faults">Faults</h2>
        \(faults(content, token))\
        <h2 id="recording">Recording</h2>
        \(recording(content.recording, token))\
        <h2 id="reset">Reset</h2>
        <p>A reset deletes users, sessions, messages, faults, policies and the request log, and sets the clock back. It
        keeps keys, ids and the recording.</p>
        \(PageForm.markup(path, "reset", token: token, "<button>Reset the sandbox</button>"))
        """)
  }

  static func notice(_ outcome: Outcome) -> Markup {
    PageParts.notice(outcome.text, isRefusal: outcome.isRefusal)
  }

  private static func clock(_ content: Content, _ token: String) -> Markup {
    let steps = [("1 minute", 60), ("10 minutes", 600), ("1 hour", 3600), ("1 day", 86_400)]
    let buttons = steps.map { "<button name=\"step\" value=\"\($0.1)\">\($0.0)</button>\n" as Markup }
    let offset = content.offset
    let difference =
      offset == 0 ? "That is the system’s time." : "That differs from the system’s time by \(seconds(offset)) seconds."
    return """
      <div class="panel">
      <p>The sandbox’s time is <strong>\(PageParts.time(content.now))</strong> UTC. \(difference)</p>
      \(PageForm.markup(path, "clock", token: token, "<span class=\"group\">Advance by \(buttons)</span>"))\
      \(PageForm.markup(
        path, "clock", token: token,
        """
        <label>Seconds <input name="seconds" value="900" inputmode="decimal" autocomplete="off"></label>
        <button class="main">Advance the clock</button>
        <button name="step" value="zero">Set to the system’s time</button>
        """))\
      </div>

      """
  }

  private static func seconds(_ offset: Double) -> String {
    offset == offset.rounded() && abs(offset) < 1e15 ? String(Int64(offset)) : String(offset)
  }

  private static func faults(_ content: Content, _ token: String) -> Markup {
    let table = PageTable(
      caption: "Faults", columns: ["Path begins with", "Effect", "Remaining", "Change"],
      empty: "No fault is injected.",
      rows: content.faults.map { fault in
        let button: Markup = "<button aria-label=\"Remove the fault of \(fault.match)\">Remove</button>"
        let match: Markup = "<input type=\"hidden\" name=\"match\" value=\"\(fault.match)\">"
        return [
          PageParts.code(fault.match), "\(fault.effect.description)",
          fault.remaining.map { "<span class=\"number\">\($0)</span>" } ?? "<span class=\"soft\">no limit</span>",
          PageForm.markup(path, "remove-fault", token: token, "\(match)\(button)"),
        ]
      })
    return """
      \(table.markup)
      \(PageForm.markup(path, "fault", token: token, style: "panel", faultFields(content.prefixes)))
      <p class="soft">If several faults match, the one with the longest path applies. Value: the status (500), the delay
      in seconds if it is below 20, otherwise in milliseconds (1), or <code>after</code> for a drop after the request
      was handled.</p>

      """
  }

  private static func faultFields(_ prefixes: [String]) -> Markup {
    """
    <label>Path begins with <input name="match" value="/" list="prefixes" required autocomplete="off"></label>
    <datalist id="prefixes">\(prefixes.map { "<option value=\"\($0)\"></option>" as Markup })</datalist>
    <label>Kind <select name="kind">\(FaultTable.Effect.kinds.map { "<option>\($0)</option>" as Markup })</select></label>
    <label class="short">Value <input name="value" autocomplete="off"></label>
    <label class="short">Times <input name="times" value="1" inputmode="numeric" autocomplete="off"></label>
    <button class="main">Add the fault</button>
    """
  }

  private static func recording(_ recording: Recording?, _ token: String) -> Markup {
    let count = recording?.entries.count ?? 0
    let isOn = recording?.isOn ?? false
    let state: Markup =
      recording == nil
      ? "Nothing is recorded." : "\(isOn ? "Recording." : "Stopped.") The recording has \(count) exchanges with bodies."
    let files: Markup =
      recording == nil
      ? ""
      : """
      <p class="pages"><a href="/sandbox/recording" download="recording.json">Download the recording</a>
      <a href="/sandbox/recording?as=fixture" download="fixture.json">Export as a test fixture</a></p>

      """
    let change: Markup =
      isOn
      ? PageForm.markup(path, "recording-stop", token: token, "<button class=\"main\">Stop recording</button>")
      : PageForm.markup(path, "recording-start", token: token, "<button class=\"main\">Start recording</button>")
    let remove: Markup =
      recording == nil
      ? "" : PageForm.markup(path, "recording-delete", token: token, "<button>Delete the recording</button>")
    return """
      <div class="panel">
      <p>\(state) A recording contains tokens and codes; a fixture has placeholders in their place.</p>
      \(files)<div class="group">\(change)\(remove)</div>
      </div>

      """
  }
}
