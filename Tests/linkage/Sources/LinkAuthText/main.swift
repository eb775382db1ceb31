import AuthText

print(EscapedText("a"))
