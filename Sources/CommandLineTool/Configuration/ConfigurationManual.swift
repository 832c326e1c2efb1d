/// The manual's text about configuration files.
enum ConfigurationManual {
  /// The paragraphs of `config`. One that begins with `* ` is an item of a list.
  static let details =
    [
      "A file .symbolicate.toml sets options for every run in its directory and below; the nearest one above the working directory "
        + "counts, and --no-config passes over it. A key is the long name of an option; a list has several values. What the command "
        + "line says replaces single values and comes after lists. Relative paths count from the directory of the file. Keys:"
    ] + Configuration.flags.map { "* \($0.name)" } + ["* app-images: names of images that are the app's, whatever their paths"]
    + [
      "fetch-command and symbol-server start a program or use the network: they are used only after the user has trusted the file, on "
        + "the terminal, where it is asked once, or with --trust; again when they change. They are never used from a file that "
        + "belongs to someone else or that everybody may write."
    ]
}
