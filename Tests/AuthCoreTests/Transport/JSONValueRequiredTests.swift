import AuthCore
import Testing

@Suite struct JSONValueRequiredTests {
  @Test func fieldsThatMustBeThere() throws {
    let value: JSONValue = ["text": "a", "empty": "", "number": 1, "object": ["a": 1], "list": [1], "null": .null]
    #expect(try value.requiredString("text") == "a" && value.requiredString("empty").isEmpty)
    #expect(try value.requiredSecret("text") == Secret("a"))
    #expect(try value.requiredObject("object") == ["a": 1])
    for name in ["number", "object", "list", "null", "none"] {
      let error = #expect(throws: AuthError.self) { try value.requiredString(name) }
      #expect(error?.code == .malformedResponse && error?.message.contains("'\(name)'") == true)
      #expect(throws: AuthError(.malformedResponse, "")) { try value.requiredSecret(name) }
    }
    for name in ["text", "number", "list", "null", "none"] {
      #expect(throws: AuthError(.malformedResponse, "")) { try value.requiredObject(name) }
    }
  }
}
