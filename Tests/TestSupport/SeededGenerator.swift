import Essentials

/// Random numbers that are the same in every run.
public typealias SeededGenerator = Essentials.SeededGenerator
