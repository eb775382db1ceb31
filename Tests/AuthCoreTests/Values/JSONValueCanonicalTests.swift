import AuthCore
import Testing

/// RFC 8785: the vectors of its §3.2 and of its appendix B.
@Suite struct JSONValueCanonicalTests {
  private func canonical(_ text: String) throws -> String {
    String(decoding: try JSONValue(parsing: Array(text.utf8)).canonical, as: UTF8.self)
  }

  @Test("numbers of appendix B")
  func numbers() {
    let cases: [(UInt64, String)] = [
      (0x0000_0000_0000_0000, "0"), (0x8000_0000_0000_0000, "0"), (0x0000_0000_0000_0001, "5e-324"),
      (0x8000_0000_0000_0001, "-5e-324"), (0x7FEF_FFFF_FFFF_FFFF, "1.7976931348623157e+308"),
      (0xFFEF_FFFF_FFFF_FFFF, "-1.7976931348623157e+308"), (0x4340_0000_0000_0000, "9007199254740992"),
      (0xC340_0000_0000_0000, "-9007199254740992"), (0x4430_0000_0000_0000, "295147905179352830000"),
      (0x44B5_2D02_C7E1_4AF5, "9.999999999999997e+22"), (0x44B5_2D02_C7E1_4AF6, "1e+23"),
      (0x44B5_2D02_C7E1_4AF7, "1.0000000000000001e+23"), (0x444B_1AE4_D6E2_EF4E, "999999999999999700000"),
      (0x444B_1AE4_D6E2_EF4F, "999999999999999900000"), (0x444B_1AE4_D6E2_EF50, "1e+21"),
      (0x3EB0_C6F7_A0B5_ED8C, "9.999999999999997e-7"), (0x3EB0_C6F7_A0B5_ED8D, "0.000001"),
      (0x41B3_DE43_5555_5553, "333333333.3333332"), (0x41B3_DE43_5555_5554, "333333333.33333325"),
      (0x41B3_DE43_5555_5555, "333333333.3333333"), (0x41B3_DE43_5555_5556, "333333333.3333334"),
      (0x41B3_DE43_5555_5557, "333333333.33333343"), (0xBECB_F647_612F_3696, "-0.0000033333333333333333"),
      (0x4314_3FF3_C1CB_0959, "1424953923781206.2"),
    ]
    for (pattern, expected) in cases {
      let value = JSONValue.number(Double(bitPattern: pattern))
      #expect(String(decoding: value.canonical, as: UTF8.self) == expected)
    }
    for (value, expected) in [(1.0, "1"), (-1.5, "-1.5"), (100, "100"), (0.1, "0.1"), (1e20, "100000000000000000000")] {
      #expect(String(decoding: JSONValue.number(value).canonical, as: UTF8.self) == expected)
    }
    #expect(String(decoding: JSONValue.integer(.max).canonical, as: UTF8.self) == "9223372036854776000")
    #expect(String(decoding: JSONValue.integer(-42).canonical, as: UTF8.self) == "-42")
  }

  @Test("the sample of §3.2.2, and the order of §3.2.3")
  func sample() throws {
    #expect(
      try canonical(
        #"{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"#
          + #""string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/","literals":[null,true,false]}"#)
        == #"{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"#
        + #""string":"€$\u000f\nA'B\"\\\\\"/"}"#)
    #expect(
      try canonical(
        #"{"\u20ac":"Euro Sign","\r":"Carriage Return","\ufb33":"Hebrew","1":"One","\ud83d\ude00":"Emoji","#
          + #""\u0080":"Control","\u00f6":"Latin"}"#)
        == "{\"\\r\":\"Carriage Return\",\"1\":\"One\",\"\u{80}\":\"Control\",\"ö\":\"Latin\",\"€\":\"Euro Sign\","
        + "\"😀\":\"Emoji\",\"\u{fb33}\":\"Hebrew\"}")
  }
}
