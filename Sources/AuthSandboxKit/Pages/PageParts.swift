import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Parts that several pages share.
enum PageParts {
  /// Returns a date and time in UTC, to the second.
  static func time(_ date: Date) -> Markup {
    let text = ISO8601.encode(date)
    return "<time datetime=\"\(text)\">\(String(text.prefix(19)).replacing("T", with: " "))</time>"
  }

  /// Returns a date and time, or `absence` for nil.
  static func time(_ date: Date?, else absence: String) -> Markup {
    date.map(time) ?? "<span class=\"soft\">\(absence)</span>"
  }

  /// Returns the message about a form's result.
  static func notice(_ text: String, isRefusal: Bool) -> Markup {
    isRefusal
      ? "<p class=\"notice wrong\" role=\"alert\">\(text)</p>" : "<p class=\"notice\" role=\"status\">\(text)</p>"
  }

  /// Returns the time of day in UTC; the date is in the element's `datetime`.
  static func timeOfDay(_ date: Date) -> Markup {
    let text = ISO8601.encode(date)
    return "<time datetime=\"\(text)\">\(String(text.dropFirst(11).prefix(8)))</time>"
  }

  /// Returns a status code; the log has 0 for a connection that a fault closed.
  static func status(_ status: Int) -> Markup {
    switch status {
    case 0: "<span class=\"number bad\">closed</span>"
    case 100..<400: "<span class=\"number good\">\(status)</span>"
    default: "<span class=\"number bad\">\(status)</span>"
    }
  }

  /// Returns `text` in the font for code.
  static func code(_ text: String) -> Markup { "<code>\(text)</code>" }

  /// Returns a user's name, or the id if no name is known.
  static func person(_ identifier: String?, _ subject: String) -> Markup {
    identifier.map { "\($0)" } ?? code(subject)
  }

  static func tags(_ texts: [String]) -> Markup { Markup(texts.map { "<span class=\"tag\">\($0)</span>" }) }

  /// The maximum number of rows on a page.
  static let limit = 200

  /// Returns a note that a list of `count` entries was cut; empty if it was not.
  static func rest(_ count: Int) -> Markup {
    count > limit ? "<p class=\"soft\">Only the last \(limit) of \(count) are shown.</p>\n" : ""
  }

  /// Returns a vendor's name with a capital letter.
  static func title(_ vendor: String) -> String {
    vendor == "oidc" ? "OpenID" : vendor.prefix(1).uppercased() + vendor.dropFirst()
  }

  /// Returns the link that makes a page reload itself every few seconds, or stops the reloading.
  static func watchLink(_ name: Page.Name, isWatched: Bool) -> Markup {
    isWatched
      ? "<p class=\"soft\">Reloads every \(Page.watchSeconds) seconds. <a href=\"\(name.rawValue)\">Stop</a></p>\n"
      : "<p class=\"soft\"><a href=\"\(name.rawValue)?watch=1\">Reload every \(Page.watchSeconds) seconds</a></p>\n"
  }
}
