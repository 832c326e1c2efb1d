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
  static let base = 0x1_9000_0000

  /// Reads what the maker of a layout expects.
  init(_ layout: String) throws {
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
        (Self.base + image.offset + $0.offset + 8, image, $0.name.hasPrefix("_") ? String($0.name.dropFirst()) : $0.name)
      }
    }
  }

  /// A KSCrash report of a build of iOS: every other frame is `<redacted>`, the others have no name.
  func kscrash(build: String = "23B85", id change: (String) -> String = { $0 }) -> String {
    let contents = frames.enumerated().map { number, frame in
      let name = number % 2 == 0 ? "\"symbol_name\": \"<redacted>\", \"symbol_addr\": \(frame.address - 8), " : ""
      return "{\(name)\"instruction_addr\": \(frame.address), \"object_name\": \"\(frame.image.name)\", "
        + "\"object_addr\": \(Self.base + frame.image.offset)}"
    }
    let list = images.map {
      "{\"image_addr\": \(Self.base + $0.offset), \"image_size\": 16384, \"name\": \"\($0.path)\", \"uuid\": \"\(change($0.id))\", "
        + "\"cpu_type\": 16777228, \"cpu_subtype\": 2}"
    }
    return """
      {"report": {"version": "3.8.0", "id": "E0ABC030-0CF2-5516-A84B-A650276D4B34", "process_name": "Shop", "timestamp": 1795171383129100, "type": "standard"},
       "binary_images": [\(list.joined(separator: ", "))],
       "system": {"system_name": "iOS", "system_version": "26.1", "os_version": "\(build)", "cpu_arch": "arm64e"},
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
       "sharedCache": {"base": \(Self.base), "size": 4294967296, "uuid": "\(cache)"}}

      """
  }
}
