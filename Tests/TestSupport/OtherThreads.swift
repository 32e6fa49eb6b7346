import Glibc

/// Gives the processor to other threads for a moment, while a test waits for what they do.
///
/// A wait that only yields keeps a core busy: two such tests take both cores of a small machine from the threads that
/// they wait for.
public func letOthersRun() { poll(nil, 0, 1) }
