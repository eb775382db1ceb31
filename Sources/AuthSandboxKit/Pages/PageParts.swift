import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Parts that several pages share.
enum PageParts {
  /// An instant in UTC, to the second.
  static func time(_ date: Date) -> Markup {
    let text = ISO8601.encode(date)
    return "<time datetime=\"\(text)\">\(String(text.prefix(19)).replacing("T", with: " "))</time>"
  }

  /// An instant, or a text for its absence.
  static func time(_ date: Date?, else absence: String) -> Markup {
    date.map(time) ?? "<span class=\"soft\">\(absence)</span>"
  }

  /// An id that a program uses.
  static func code(_ text: String) -> Markup { "<code>\(text)</code>" }

  /// A user by name; by id where no name is known.
  static func person(_ identifier: String?, _ subject: String) -> Markup {
    identifier.map { "\($0)" } ?? code(subject)
  }

  static func tags(_ texts: [String]) -> Markup { Markup(texts.map { "<span class=\"tag\">\($0)</span>" }) }

  /// How many rows a page shows at most.
  static let limit = 200

  /// A note that a list was cut.
  static func rest(_ count: Int) -> Markup {
    count > limit ? "<p class=\"soft\">The last \(limit) of \(count).</p>\n" : ""
  }

  /// A vendor's name at the beginning of a line.
  static func title(_ vendor: String) -> String { vendor.prefix(1).uppercased() + vendor.dropFirst() }

  /// The link that makes a page load itself again every few seconds, or stops that.
  static func watchLink(_ name: Page.Name, isWatched: Bool) -> Markup {
    isWatched
      ? "<p class=\"soft\">Loads again every \(Page.watchSeconds) seconds. <a href=\"\(name.rawValue)\">Stop</a></p>\n"
      : "<p class=\"soft\"><a href=\"\(name.rawValue)?watch=1\">Load again every \(Page.watchSeconds) seconds</a></p>\n"
  }
}
