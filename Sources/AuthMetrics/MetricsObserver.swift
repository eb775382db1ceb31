#if Metrics
  public import AuthCore
  import Metrics

  /// An observer that counts events and times requests with swift-metrics, in the metrics system that the program has
  /// bootstrapped. It needs the package trait `Metrics`.
  public struct MetricsObserver: AuthObserver {
    /// Creates an observer for the program's metrics system.
    public init() {}

    /// Adds the event to its metrics.
    public func record(_ event: AuthEvent) {
      for measure in EventMeasure.measures(of: event) {
        switch measure.kind {
        case .count: Counter(label: measure.label, dimensions: measure.dimensions).increment()
        case .time(let duration):
          Timer(label: measure.label, dimensions: measure.dimensions)
            .recordNanoseconds(Int64((duration.seconds * 1e9).rounded()))
        }
      }
    }
  }
#endif
