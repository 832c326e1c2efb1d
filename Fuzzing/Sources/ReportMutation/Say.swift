import Foundation

/// Writes a line to standard output at once: who follows the log of a long run sees findings when they are found, and they survive
/// the end of the process. `print` keeps them in a buffer when standard output is a file.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
