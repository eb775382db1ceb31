#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension HistoryRecord {
  /// Returns the histories in their stored form, as JSON.
  func encode() -> Secret {
    let accounts = accounts.map { account -> JSONValue in
      var object: JSONObject = [
        "tenant": .string(account.tenant), "subject": .string(account.subject),
        "entries": .array(account.entries.map { .object(Self.json($0)) }),
      ]
      object["identifier"] = account.identifier.map(JSONValue.string)
      return .object(object)
    }
    return JSONValue.object(["v": .integer(Self.version), "accounts": .array(accounts)]).serializedSecret
  }

  /// Reads the histories from `record`.
  ///
  /// - Parameter mark: identifies the client that reads.
  /// - Throws: `store_version` if a later version wrote the record; `store_corrupt` if the data is not a history
  ///   record.
  init(_ record: Secret, of providerID: ProviderID, for mark: String) throws(AuthError) {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(parsing: record)
    } catch {
      throw AuthError(
        .storeCorrupt, "A stored history cannot be parsed: \(error). The next entry replaces it.", provider: providerID)
    }
    guard let version = value["v"]?.integerValue, version > 0, let accounts = value["accounts"]?.arrayValue else {
      throw Self.corrupt(providerID)
    }
    guard version <= Self.version else {
      throw AuthError(
        .storeVersion,
        "A stored history has the format version \(version); this build reads versions up to \(Self.version). Update "
          + "this program.",
        provider: providerID)
    }
    var histories: [AccountHistory] = []
    for account in accounts {
      guard let tenant = account["tenant"]?.stringValue, let subject = account["subject"]?.stringValue,
        let entries = account["entries"]?.arrayValue
      else { throw Self.corrupt(providerID) }
      var history = AccountHistory(
        providerID: providerID, tenant: tenant, subject: subject, identifier: account["identifier"]?.stringValue)
      for entry in entries {
        guard let entry = Self.entry(entry, mark) else { throw Self.corrupt(providerID) }
        history.entries.append(entry)
      }
      histories.append(history)
    }
    self.init(histories)
  }

  private static func json(_ entry: AccountHistory.Entry) -> JSONObject {
    var object: JSONObject = [
      "at": .number(entry.date.timeIntervalSince1970), "session": .string(entry.session.rawValue),
      "event": .string(entry.event.name),
    ]
    switch entry.event {
    case .refused(let refuser, let code, let vendorCode):
      object["by"] = .string(refuser.rawValue)
      object["code"] = .string(code.rawValue)
      object["vendorCode"] = vendorCode.map(JSONValue.string)
    case .trouble(let code): object["code"] = .string(code.rawValue)
    case .mismatched(let field): object["field"] = .string(field)
    case .signedIn, .signedOut, .replaced, .vanished, .expired, .other: break
    }
    object["program"] = entry.program.map(JSONValue.string)
    object["mark"] = entry.mark.map(JSONValue.string)
    return object
  }

  private static func entry(_ value: JSONValue, _ ownMark: String) -> AccountHistory.Entry? {
    guard let date = value["at"]?.numberValue, let session = value["session"]?.stringValue,
      let name = value["event"]?.stringValue, let event = event(name, value)
    else { return nil }
    let mark = value["mark"]?.stringValue
    return AccountHistory.Entry(
      date: Date(timeIntervalSince1970: date), session: SessionID(session), event: event,
      program: value["program"]?.stringValue, isOwn: mark == ownMark, mark: mark)
  }

  private static func event(_ name: String, _ value: JSONValue) -> AccountHistory.Event? {
    let code = (value["code"]?.stringValue).map { AuthError.Code(rawValue: $0) }
    switch name {
    case "signedIn": return .signedIn
    case "signedOut": return .signedOut
    case "replaced": return .replaced
    case "vanished": return .vanished
    case "expired": return .expired
    case "refused":
      guard let refuser = value["by"]?.stringValue.flatMap(AccountHistory.Refuser.init), let code else { return nil }
      return .refused(by: refuser, code: code, vendorCode: value["vendorCode"]?.stringValue)
    case "trouble": return code.map { .trouble($0) }
    case "mismatched": return (value["field"]?.stringValue).map { .mismatched($0) }
    default: return .other(name)
    }
  }

  private static func corrupt(_ providerID: ProviderID) -> AuthError {
    AuthError(.storeCorrupt, "A stored history is damaged. The next entry replaces it.", provider: providerID)
  }
}
