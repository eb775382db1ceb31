import AuthCore
import AuthTesting
import Testing

@testable import AuthAppSessions

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The decision about a refresh token, as a table: no store, no clock.
@Suite struct RefreshTokenRotationTests {
  private static let start = Date(timeIntervalSince1970: 1_767_225_600)
  private static let id = SessionID("AAAAAAAAAAAAAAAAAAAAAA")

  struct Row: Sendable, CustomTestStringConvertible {
    let token: String
    let window: Double
    let after: Double
    var thumbprint: String?
    var bound: String?
    let result: String
    var testDescription: String { "\(token), window \(window), after \(after), \(thumbprint ?? "-")/\(bound ?? "-")" }
  }

  static let table: [Row] = [
    Row(token: "current", window: 0, after: 0, result: "renewed"),
    Row(token: "current", window: 0, after: 99.9, result: "renewed"),
    Row(token: "current", window: 0, after: 100, result: "expired"),
    Row(token: "current", window: 5, after: 3, result: "renewed"),
    Row(token: "spent", window: 0, after: 0, result: "reused"),
    Row(token: "spent", window: 5, after: 0, result: "repeated"),
    Row(token: "spent", window: 5, after: 4.9, result: "repeated"),
    Row(token: "spent", window: 5, after: 5, result: "reused"),
    Row(token: "spent", window: 5, after: 100, result: "expired"),
    Row(token: "spent twice ago", window: 5, after: 0, result: "reused"),
    Row(token: "other family", window: 5, after: 0, result: "unknown"),
    Row(token: "invented", window: 5, after: 0, result: "reused"),
    Row(token: "current", window: 0, after: 0, thumbprint: "k", bound: "k", result: "renewed"),
    Row(token: "current", window: 0, after: 0, thumbprint: "l", bound: "k", result: "wrongKey"),
    Row(token: "current", window: 0, after: 0, bound: "k", result: "wrongKey"),
    Row(token: "current", window: 0, after: 0, thumbprint: "k", result: "renewed"),
    Row(token: "spent", window: 5, after: 0, thumbprint: "l", bound: "k", result: "wrongKey"),
    Row(token: "other family", window: 5, after: 0, thumbprint: "l", bound: "k", result: "unknown"),
  ]

  @Test("each presented token leads to the result of its row", arguments: table) func row(_ row: Row) throws {
    var policy = AppSessionPolicy()
    policy.idleLifetime = .seconds(100)
    policy.retryWindow = .milliseconds(Int64(row.window * 1000))
    let random = SeededRandomSource(seed: 7)
    let first = AppSessionTokens(id: Self.id, random: random)
    var request = AppSessionRequest(subject: "s", provider: "op")
    request.dpopKeyThumbprint = row.bound
    var session = try #require(
      LiveAppSession.opened(request, id: Self.id, tokens: first, policy: policy, at: Self.start))
    var tokens = [first.refresh]
    for _ in 0..<2 {
      let token = try #require(PresentedToken(tokens.last ?? first.refresh, as: .refresh))
      guard
        case .renewed(let next, let new) = session.rotation(
          token, thumbprint: row.bound, salt: random.bytes(32), policy: policy, at: Self.start)
      else { throw AuthError(.internalError, "not renewed") }
      session = next
      tokens.append(new.refresh)
    }
    let text =
      switch row.token {
      case "current": tokens[2].revealText()
      case "spent": tokens[1].revealText()
      case "spent twice ago": tokens[0].revealText()
      case "invented":
        tokens[2].revealText().split(separator: ".").dropLast().joined(separator: ".") + "."
          + random.token(byteCount: 32)
      default: AppSessionTokens(id: Self.id, random: random).refresh.revealText()
      }
    let presented = try #require(PresentedToken(Secret(text), as: .refresh))
    let rotation = session.rotation(
      presented, thumbprint: row.thumbprint, salt: random.bytes(32), policy: policy,
      at: Self.start.addingTimeInterval(row.after))
    switch rotation {
    case .renewed(let next, let new):
      #expect(row.result == "renewed" && new.refresh != tokens[2] && next.refreshHash != session.refreshHash)
    case .repeated(let again): #expect(row.result == "repeated" && again.refresh == tokens[2])
    case .reused: #expect(row.result == "reused")
    case .refused(let reason): #expect(row.result == reason.rawValue)
    }
  }

  @Test("the new tokens depend on both the spent token and the salt")
  func newTokensNeedBoth() throws {
    let random = SeededRandomSource(seed: 8)
    let spent = try #require(PresentedToken(AppSessionTokens(id: Self.id, random: random).refresh, as: .refresh))
    let other = try #require(PresentedToken(AppSessionTokens(id: Self.id, random: random).refresh, as: .refresh))
    let salt = random.bytes(32)
    let tokens = AppSessionTokens(replacing: spent, salt: salt)
    #expect(AppSessionTokens(replacing: spent, salt: salt).access == tokens.access)
    #expect(AppSessionTokens(replacing: other, salt: salt).access != tokens.access)
    #expect(AppSessionTokens(replacing: spent, salt: random.bytes(32)).access != tokens.access)
    let access = try #require(PresentedToken(tokens.access, as: .access))
    let refresh = try #require(PresentedToken(tokens.refresh, as: .refresh))
    #expect(access.id == Self.id && refresh.id == Self.id && refresh.sharedHash == spent.sharedHash)
    #expect(
      tokens.access.revealText().split(separator: ".").last != tokens.refresh.revealText().split(separator: ".").last)
  }
}
