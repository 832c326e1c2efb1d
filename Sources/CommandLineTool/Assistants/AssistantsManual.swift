/// The manual's text about `mcp`.
enum AssistantsManual {
  /// Paragraphs on the command.
  static let details = [
    "The tools are inspect, symbolicate (brief, one thread, or all), summarize, explain, lookup and find. Long answers have pages of "
      + "16 KB. Text of reports and debug files is marked as data, with a number that a report cannot know.",
    "Revisions 2024-11-05, 2025-06-18, 2025-11-25 (with initialize) and 2026-07-28 (without sessions) of the Model Context Protocol "
      + "are supported.",
    "Paths outside the directories of --allow are rejected after symbolic links were followed; files outside look as if they did not "
      + "exist. Debug files are also looked for in --symbols and --store, and nowhere else. The program's cache of indexes and "
      + "directories is used; the network never is.",
  ]
}
