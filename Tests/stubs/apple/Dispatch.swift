// swift-format-ignore-file
// Apple's names, in Apple's forms.

public struct DispatchQoS { public enum QoSClass { case utility } }
public class DispatchQueue: @unchecked Sendable {
  public static func global(qos: DispatchQoS.QoSClass) -> DispatchQueue { DispatchQueue() }
}
