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

  /// The value of a member. Setting appends or replaces; setting nil removes.
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

  /// Reads members in place, so that members with other names are not copied.
  private func index(of name: String) -> Int? {
    for index in members.indices where members[index].name == name { return index }
    return nil
  }

  /// Whether both objects have equal members, in any order.
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    left.count == right.count && left.members.allSatisfy { right[$0.name] == $0.value }
  }

  /// Hashes the members independently of their order, as `==` compares them.
  public func hash(into hasher: inout Hasher) {
    for member in members.sorted(by: { $0.name < $1.name }) { hasher.combine(member) }
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Creates an object from `["name": value]`, in this order.
  public init(dictionaryLiteral elements: (String, JSONValue)...) { self.init(elements) }
}
