import CommandLineTool

Program.main(Array(CommandLine.arguments.dropFirst()))
