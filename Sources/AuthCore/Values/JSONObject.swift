/// The members of a JSON object, in their original order.
public struct JSONObject: Sendable, Hashable {
  /// One member.
  public struct Member: Sendable, Hashable {
    /// The name.
    public var name: String
    /// The value.
    public var value: JSONValue
  }

  /// The members in their order.
  public private(set) var members: [Member]

  /// Creates an empty object.
  public init() { members = [] }

  /// Creates an object with these members; if a name occurs twice, the last member is kept.
  public init(_ pairs: [(String, JSONValue)]) {
    members = []
    for (name, value) in pairs { self[name] = value }
  }

  /// The names in their order.
  public var names: [String] { members.map(\.name) }
  /// The number of members.
  public var count: Int { members.count }
  /// Whether there are no members.
  public var isEmpty: Bool { members.isEmpty }

  /// The value of a member; nil if there is no such member. Setting a value replaces the member's value in place, or
  /// appends a member; setting nil removes the member.
  public subscript(name: String) -> JSONValue? {
    get { index(of: name).map { members[$0].value } }
    set {
      switch (index(of: name), newValue) {
      case (let index?, let value?): members[index].value = value
      case (let index?, nil): members.remove(at: index)
      case (nil, let value?): members.append(Member(name: name, value: value))
      case (nil, nil): break
      }
    }
  }

  /// Creates an object for the parser, which has checked that no name occurs twice.
  init(distinct members: [Member]) { self.members = members }

  /// Returns the index of a member. Comparing the names in place avoids copies of the members.
  private func index(of name: String) -> Int? {
    for index in members.indices where members[index].name == name { return index }
    return nil
  }

  /// Whether both objects have equal members, in any order.
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    left.count == right.count && left.members.allSatisfy { right[$0.name] == $0.value }
  }

  /// Hashes the members independently of their order, because `==` ignores the order.
  public func hash(into hasher: inout Hasher) {
    for member in members.sorted(by: { $0.name < $1.name }) { hasher.combine(member) }
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Creates an object from `["name": value]`, in this order.
  public init(dictionaryLiteral elements: (String, JSONValue)...) { self.init(elements) }
}
