import SwiftSyntax

/// Which clauses of `#if` are compiled on Linux: what is not compiled is not mutated.
enum ActiveClauses {
  static let modules: Set<String> = ["FoundationEssentials", "Glibc"]

  /// The clause that counts, if one does.
  static func active(of declaration: IfConfigDeclSyntax) -> IfConfigClauseSyntax? {
    declaration.clauses.first { clause in
      guard let condition = clause.condition else { return true }
      return isTrue(condition)
    }
  }

  /// Whether a condition holds; one of a form that is not known does not.
  static func isTrue(_ condition: ExprSyntax) -> Bool {
    if let call = condition.as(FunctionCallExprSyntax.self), let argument = call.arguments.first {
      switch call.calledExpression.trimmedDescription {
      case "canImport": return modules.contains(argument.expression.trimmedDescription)
      case "os": return argument.expression.trimmedDescription == "Linux"
      default: return false
      }
    }
    if let not = condition.as(PrefixOperatorExprSyntax.self), not.operator.text == "!" {
      return !isTrue(not.expression)
    }
    if let both = condition.as(InfixOperatorExprSyntax.self) {
      switch both.operator.trimmedDescription {
      case "&&": return isTrue(both.leftOperand) && isTrue(both.rightOperand)
      case "||": return isTrue(both.leftOperand) || isTrue(both.rightOperand)
      default: return false
      }
    }
    return condition.trimmedDescription == "DEBUG" || condition.trimmedDescription == "true"
  }
}
