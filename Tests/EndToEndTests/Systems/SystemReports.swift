import Foundation
import TestSupport

/// The functions of a made shared cache (Fixtures/SharedCaches), and reports with frames in them.
struct SystemReports {
  struct Image {
    let path: String
    let id: String
    let offset: Int
    var functions: [(offset: Int, name: String)] = []
    var name: String { path.split(separator: "/").last.map(String.init) ?? "" }
  }

  var images: [Image] = []
  /// The address of the cache in the reports.
  let base: Int
  /// The processor type and subtype of KSCrash's images, its own name for the processor, and the system.
  private let machine: (type: Int, subtype: Int, name: String, system: String)

  private static let machines = [
    "arm64": (16_777_228, 0, "arm64", "iOS"), "rosetta": (16_777_223, 3, "x86_64", "macOS"),
    "mac": (16_777_228, 2, "arm64e", "macOS"),
    "watch": (33_554_444, 1, "arm64_32", "watchOS"), "watch7k": (12, 12, "armv7k", "watchOS"),
  ]

  /// Reads what the maker of a layout expects.
  init(_ layout: String) throws {
    machine = Self.machines[layout] ?? (16_777_228, 2, "arm64e", "iOS")
    base = layout.hasPrefix("watch") ? 0x2000_0000 : 0x1_9000_0000
    let text = try String(contentsOfFile: FixtureFolder.path("SharedCaches/out/\(layout)/expect.tsv"), encoding: .utf8)
    for line in text.split(separator: "\n").map(String.init) {
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      if parts[0] == "image" {
        images.append(Image(path: parts[1], id: parts[2], offset: Int(parts[3].dropFirst(2), radix: 16) ?? 0))
      } else {
        images[images.count - 1].functions.append((Int(parts[0].dropFirst(2), radix: 16) ?? 0, parts[1]))
      }
    }
  }

  /// An address in the middle of every function, in order, with the image and the name without C's underscore; "" for none.
  var frames: [(address: Int, image: Image, name: String)] {
    images.flatMap { image in
      image.functions.map {
        (base + image.offset + $0.offset + 8, image, $0.name.hasPrefix("_") ? String($0.name.dropFirst()) : $0.name)
      }
    }
  }

  /// A KSCrash report of a build of iOS: every other frame is `<redacted>`, the others have no name.
  func kscrash(build: String = "23B85", id change: (String) -> String = { $0 }) -> String {
    let contents = frames.enumerated().map { number, frame in
      let name = number % 2 == 0 ? "\"symbol_name\": \"<redacted>\", \"symbol_addr\": \(frame.address - 8), " : ""
      return "{\(name)\"instruction_addr\": \(frame.address), \"object_name\": \"\(frame.image.name)\", "
        + "\"object_addr\": \(base + frame.image.offset)}"
    }
    let list = images.map {
      "{\"image_addr\": \(base + $0.offset), \"image_size\": 16384, \"name\": \"\($0.path)\", \"uuid\": \"\(change($0.id))\", "
        + "\"cpu_type\": \(machine.type), \"cpu_subtype\": \(machine.subtype)}"
    }
    return """
      {"report": {"version": "3.8.0", "id": "E0ABC030-0CF2-5516-A84B-A650276D4B34", "process_name": "Shop", "timestamp": 1795171383129100, "type": "standard"},
       "binary_images": [\(list.joined(separator: ", "))],
       "system": {"system_name": "\(machine.system)", "system_version": "26.1", "os_version": "\(build)", "cpu_arch": "\(machine.name)"},
       "crash": {"error": {"type": "signal", "signal": {"signal": 6, "name": "SIGABRT"}, "address": 0},
        "threads": [{"index": 0, "crashed": true, "current_thread": true, "backtrace": {"skipped": 0, "contents": [\(contents.joined(separator: ",\n "))]}}]}}

      """
  }

  /// An `.ips` report whose frames are in no listed image, of a process with this shared cache.
  func ips(cache: String, more: [Int] = []) -> String {
    let list = (frames.map(\.address) + more).map { "{\"imageOffset\": \($0), \"imageIndex\": 1}" }
    return """
      {"app_name": "Shop", "timestamp": "2026-11-20 11:43:03.00 +0100", "bug_type": "309", "os_version": "iPhone OS 26.1 (23B85)", "incident_id": "E0ABC030-0CF2-5516-A84B-A650276D4B34", "name": "Shop"}
      {"pid": 1, "cpuType": "ARM-64", "procName": "Shop", "osVersion": {"train": "iPhone OS 26.1", "build": "23B85"},
       "exception": {"type": "EXC_CRASH", "signal": "SIGABRT"}, "faultingThread": 0,
       "threads": [{"triggered": true, "id": 7, "frames": [\(list.joined(separator: ", "))]}],
       "usedImages": [{"source": "P", "arch": "arm64", "base": 4296015872, "size": 32768, "uuid": "4c4c44e4-5555-3144-a1b0-602671ad96b1", "path": "/private/var/containers/Bundle/Application/AA/Shop.app/Shop", "name": "Shop"}, {"size": 0, "source": "A", "base": 0, "uuid": "00000000-0000-0000-0000-000000000000"}],
       "sharedCache": {"base": \(base), "size": 4294967296, "uuid": "\(cache)"}}

      """
  }

  /// A stackshot of a process whose frames are offsets in the shared cache, image 1: `[uuid, base, "S"]`.
  func stackshot(cache: String, type: Int, more: [Int] = []) -> String {
    let list = (frames.map(\.address) + more).map { "[1, \($0 - base)]" }
    return """
      {"bug_type": "\(type)", "timestamp": "2026-11-20 11:43:03.00 +0100", "os_version": "iPhone OS 26.1 (23B85)", "incident_id": "E0ABC030-0CF2-5516-A84B-A650276D4B34"}
      {"build": "iPhone OS 26.1 (23B85)", "product": "iPhone18,3", "kernel": "Darwin Kernel Version 26.1.0", "date": "2026-11-20 11:43:03.00 +0100",
       "panicString": "panic(cpu 0 caller 0xfffffff01af0b3a0): userspace watchdog timeout @userspace_watchdog.c:1", "string": "", "bug_type": "\(type)",
       "binaryImages": [["4c4c44e4-5555-3144-a1b0-602671ad96b1", 4296015872, "P"], ["\(cache)", \(base), "S"], ["00000000-0000-0000-0000-000000000000", 0, "A"]],
       "processByPid": {"77": {"pid": 77, "procname": "Shop", "threadById": {"912": {"id": 912, "state": ["TH_WAIT"], "userFrames": [\(list.joined(separator: ", "))]}}}}}

      """
  }

  /// A microstackshot as text, whose frames have addresses and no image.
  func microstackshot(cache: String) -> String {
    let list = frames.map { "  61  ??? [0x" + String($0.address, radix: 16) + "]" }
    return """
      Date/Time:        2026-11-20 13:42:43.586 -0600
      OS Version:       iPhone OS 26.1 (Build 23B85)
      Architecture:     arm64e
      Data Source:      Microstackshots
      Shared Cache:     \(cache) slid base address 0x\(String(base, radix: 16)), slide 0x10000000
      Command:          Shop
      Path:             /private/var/containers/Bundle/Application/AA/Shop.app/Shop
      PID:              122

      Event:            disk writes
      Action taken:     none
      Hardware model:   iPhone18,3

      Heaviest stack for the target process:
      \(list.joined(separator: "\n"))


      Powerstats for:   Shop [122]
      UUID:             4C4C44E4-5555-3144-A1B0-602671AD96B1
      Start time:       2026-11-20 13:42:43.586 -0600
      Num samples:      61
        61  ??? [0x\(String(frames[0].address, radix: 16))]
        Binary Images:
                 0x100000000 -                ???  Shop   <4C4C44E4-5555-3144-A1B0-602671AD96B1>  /private/var/containers/Bundle/Application/AA/Shop.app/Shop

      """
  }
}
