import AuthCore
import AuthSandbox
import Testing

@testable import AuthSandboxKit

/// The pages with the clock, the faults, the recording and the policies.
@Suite struct ControlsPageTests {
  private func desk() throws -> PageDesk { PageDesk(sandbox: try Sandbox(vendors: [.acme], clock: FixedClock())) }

  private func controls(_ desk: PageDesk, _ fields: [(name: String, value: String)]) -> String? {
    let response = desk.post("/controls", fields)
    #expect(response.status == 303)
    return response.headers["Location"]
  }

  @Test func advancesTheClock() throws {
    let desk = try desk()
    #expect(desk.show("/controls").contains("2026-01-02 03:04:05"))
    #expect(desk.show("/controls").contains("That is the system’s time."))
    #expect(controls(desk, [("do", "clock"), ("seconds", "900")]) == "/controls?done=clock")
    let notice = "<p class=\"notice\" role=\"status\">The clock was changed.</p>"
    #expect(desk.show("/controls?done=clock").contains(notice))
    #expect(desk.show("/controls").contains("2026-01-02 03:19:05"))
    #expect(desk.show("/controls").contains("differs from the system’s time by 900 seconds"))
    #expect(controls(desk, [("do", "clock"), ("seconds", "900"), ("step", "60")]) == "/controls?done=clock")
    #expect(desk.show("/controls").contains("2026-01-02 03:20:05"), "the button decides")
    for wrong in ["", "x", "1e99", "nan", "inf", "4e9", "0x10"] {
      let location = controls(desk, [("do", "clock"), ("seconds", wrong)])
      if wrong != "0x10" { #expect(location == "/controls?done=clockMalformed", "\(wrong)") }
    }
    #expect(controls(desk, [("do", "clock"), ("step", "zero")]) == "/controls?done=clock")
    #expect(desk.show("/controls").contains("2026-01-02 03:04:05"))
  }

  @Test func addsAndRemovesFaults() throws {
    let desk = try desk()
    func add(_ match: String, _ kind: String, _ value: String, _ times: String) -> String? {
      controls(desk, [("do", "fault"), ("match", match), ("kind", kind), ("value", value), ("times", times)])
    }
    #expect(add("/acme", "status", "503", "2") == "/controls?done=fault")
    #expect(add("/acme/<b>", "drop", "after", "") == "/controls?done=fault")
    let page = desk.show("/controls")
    #expect(page.contains("<code>/acme</code>") && page.contains("responds with status 503"))
    #expect(page.contains("/acme/&lt;b&gt;") && page.contains("closes the connection after the request"))
    #expect(page.contains("<option value=\"/acme\"></option>"))
    #expect(desk.sandbox.exchange(SandboxRequest("GET", "/acme/x")).response?.status == 503)
    #expect(desk.show("/controls").contains("<td data-label=\"Remaining\"><span class=\"number\">1</span>"))
    for wrong in [
      ("acme", "status", "503", "1"), ("/acme", "status", "999", "1"), ("/acme", "delay", "9e9", "1"),
      ("/acme", "nothing", "", "1"), ("/acme", "status", "503", "0"), ("/acme", "status", "503", "-1"),
      ("/acme", "status", "503", "x"), ("", "status", "", ""),
    ] {
      #expect(add(wrong.0, wrong.1, wrong.2, wrong.3) == "/controls?done=faultMalformed", "\(wrong)")
    }
    #expect(controls(desk, [("do", "remove-fault"), ("match", "/acme")]) == "/controls?done=faultRemoved")
    #expect(desk.sandbox.exchange(SandboxRequest("GET", "/acme/x")).response?.status != 503)
  }

  @Test func recordsStopsAndDeletes() throws {
    let desk = try desk()
    func exchanges() -> Int {
      desk.sandbox.handle(SandboxRequest("GET", "/sandbox/recording")).json["exchanges"]?.arrayValue?.count ?? -1
    }
    func call() { _ = desk.sandbox.exchange(SandboxRequest("POST", "/acme/code", json: ["to": "x@example.com"])) }
    #expect(desk.show("/controls").contains("Nothing is recorded."))
    #expect(controls(desk, [("do", "recording-start")]) == "/controls?done=recordingStarted")
    call()
    #expect(controls(desk, [("do", "recording-stop")]) == "/controls?done=recordingStopped")
    call()
    #expect(exchanges() == 1, "a stopped recording is kept")
    let page = desk.show("/controls")
    #expect(page.contains("The recording has 1 exchanges") && page.contains("href=\"/sandbox/recording?as=fixture\""))
    #expect(controls(desk, [("do", "recording-delete")]) == "/controls?done=recordingDeleted")
    #expect(exchanges() == 0 && !desk.show("/controls").contains("as=fixture"))
  }

  @Test func resets() throws {
    let desk = try desk()
    _ = desk.sandbox.post("/acme/code", ["to": "x@example.com"])
    #expect(controls(desk, [("do", "reset")]) == "/controls?done=reset")
    #expect(try desk.sandbox.messageCount() == 0)
  }

  @Test func changesPolicies() throws {
    let desk = try desk()
    func set(_ member: String, _ value: String, _ action: String = "set", provider: String = "acme") -> String? {
      desk.post("/policies", [("do", action), ("provider", provider), ("member", member), ("value", value)])
        .headers["Location"]
    }
    #expect(desk.show("/policies").contains("Every member has its default."))
    #expect(set("code", "9876 ") == "/policies?done=changed")
    #expect(set("createUsers", "false") == "/policies?done=changed")
    #expect(set("<b>", #"{"a": ["<i>"]}"#) == "/policies?done=changed")
    #expect(set("name", "two words") == "/policies?done=changed")
    let page = desk.show("/policies")
    #expect(page.contains("<code>createUsers</code>") && page.contains("<code>false</code>"))
    #expect(page.contains("<code>&lt;b&gt;</code>") && page.contains("&lt;i&gt;") && page.contains("two words"))
    #expect(set("createUsers", "", "reset") == "/policies?done=changed")
    #expect(!desk.show("/policies").contains("<code>createUsers</code>"))
    for wrong in [("x", "1e300", "acme"), ("", "1", "acme"), ("provider", "1", "acme"), ("x", "1", "unknown")] {
      #expect(set(wrong.0, wrong.1, provider: wrong.2) == "/policies?done=malformed", "\(wrong)")
    }
  }

  /// A form of another site, or of an earlier run, changes nothing.
  @Test(arguments: ["/controls", "/policies", "/sign-in/privy"])
  func refusesForeignForms(path: String) throws {
    let desk = PageDesk(sandbox: try Sandbox(vendors: [.privy], clock: FixedClock()))
    let fields = [
      (name: "do", value: "clock"), (name: "step", value: "60"), (name: "provider", value: "privy"),
      (name: "member", value: "createUsers"), (name: "value", value: "false"),
      (name: "address", value: "jane@example.com"),
    ]
    #expect(desk.post(path, fields, origin: "https://evil.example").status == 403)
    #expect(desk.post(path, fields, origin: "null").status == 403)
    #expect(desk.post(path, fields, token: "wrong").status == 403)
    #expect(desk.post(path, fields, token: "").status == 403)
    #expect(desk.sandbox.handle(SandboxRequest("GET", "/sandbox/clock")).json["advancedSeconds"] == 0)
    #expect(desk.show("/policies").contains("Every member has its default."))
    #expect(desk.sandbox.log().isEmpty)
    #expect(desk.post(path, fields).status == 303)
    #expect(desk.sandbox.handle(SandboxRequest("DELETE", path)).status == 405)
  }
}
