import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a flow has sent and shown up to a prompt, as a set of marks that can be compared with another flow's.
struct FlowBeginning {
  let prompt: Prompt
  private let marks: Set<String>

  init(_ prompt: Prompt, _ requests: [TransportRequest]) {
    self.prompt = prompt
    marks = Set(Self.marks(of: prompt) + requests.flatMap(Self.marks))
  }

  /// Whether the flows of two methods cannot be distinguished. Each method has run twice, so that values that differ
  /// from run to run, such as a nonce, do not count.
  static func areSame(_ first: [FlowBeginning], _ second: [FlowBeginning]) -> Bool {
    guard let one = first.first, let other = second.first else { return false }
    return stable(first).isSubset(of: other.marks) && stable(second).isSubset(of: one.marks)
  }

  private static func stable(_ runs: [FlowBeginning]) -> Set<String> {
    runs.dropFirst().reduce(runs.first?.marks ?? []) { $0.intersection($1.marks) }
  }

  private static func marks(of prompt: Prompt) -> [String] {
    let details: [String] =
      switch prompt {
      case .enterCode(let code):
        ["\(String(describing: code.channel))", code.destination, "\(String(describing: code.length))"]
      case .input(let fields): fields.map { "\($0.name) \($0.label) \($0.kind)" }
      case .redirect(let page): marks(of: page.url)
      case .awaitApproval(let approval):
        ["\(approval.isLinkSent) \(approval.qrData != nil) \(approval.displayCode != nil)"]
      case .selectMethod(let options): options.map(\.id.rawValue)
      case .selectAccount, .enterEmail, .enterPhone, .setupTOTP, .enterTOTP, .sign, .unknown: []
      }
    return [prompt.name] + details.map { "\(prompt.name): \($0)" }
  }

  private static func marks(of request: TransportRequest) -> [String] {
    let place = "\(request.method) \(request.url.path)"
    let headers = request.headers.fields.map { "\($0.name): \($0.value)" }
    return ([""] + marks(of: request.url) + headers + marks(of: request.body ?? [])).map { "\(place) \($0)" }
  }

  /// The address without its query, and each parameter of the query.
  private static func marks(of url: URL) -> [String] {
    let parts = url.absoluteString.split(separator: "?", maxSplits: 1)
    return parts.prefix(1).map(String.init) + parts.dropFirst().flatMap { $0.split(separator: "&").map(String.init) }
  }

  /// Each value of a JSON document with its path, or each field of a form.
  private static func marks(of body: [UInt8]) -> [String] {
    guard let json = try? JSONValue(parsing: body) else {
      return String(decoding: body, as: UTF8.self).split(separator: "&").map(String.init)
    }
    return leaves(json, "")
  }

  private static func leaves(_ value: JSONValue, _ path: String) -> [String] {
    switch value {
    case .object(let object): object.members.flatMap { leaves($0.value, "\(path).\($0.name)") }
    case .array(let values): values.flatMap { leaves($0, path + "[]") }
    case .null, .bool, .integer, .number, .string: ["\(path)=\(value.serializedText)"]
    }
  }
}
