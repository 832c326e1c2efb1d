import Bytes
import CrashModel
import JSONText

/// Finds call stacks and lists of images in JSON of any shape, at any key.
struct StackSearch {
  /// One list of frames.
  struct Stack {
    /// The form of the frames.
    enum Form {
      /// Objects, see `GenericJSONFrame`.
      case objects
      /// Addresses: numbers, or strings of hexadecimal digits.
      case addresses
      /// Arrays of an image's index and an offset.
      case pairs
      /// Strings of one line each in the form of `callStackSymbols`, or one string with all lines.
      case lines
    }

    /// The form of the frames.
    let form: Form
    /// The list, or the string.
    let value: JSONValue
    /// The object with the list, or nil if it is in none.
    let owner: JSONValue?
    /// The path of keys to the list, or nil for the value that was searched.
    let trail: JSONTrail?
    /// Whether the owner is an element of a list of threads.
    let isThread: Bool
  }

  /// One list of images and the range it applies to: the object that it is in.
  struct ImageList {
    let images: [BinaryImage]
    /// The range that it applies to.
    let scope: Range<Int>
  }

  /// The stacks in the order of the text.
  private(set) var stacks: [Stack] = []
  /// The lists of images in the order of the text.
  private(set) var imageLists: [ImageList] = []
  private let known: Set<Int>

  /// The byte of the first value that was not searched because of its depth, or nil if there is none.
  private(set) var firstTooDeep: Int?
  /// The maximum number of levels that are searched. Freeing a longer trail would take a stack as deep as the trail.
  static let deepest = 1_000

  /// An object or array that the search is inside of.
  private struct Level {
    private let value: JSONValue
    private let place: Place
    private var members: JSONValue.Members
    private var elements: JSONValue.Elements
    private var index = 0

    init(_ value: JSONValue, _ place: Place) {
      self.value = value
      self.place = place
      members = value.members
      elements = value.elements
    }

    /// Returns the next value in it that may hold a call stack, with its position.
    mutating func next() -> (value: JSONValue, place: Place)? {
      while let (key, member) = members.next() {
        if member.kind == .number || member.kind == .bool || member.kind == .null { continue }
        return (member, place.member(key.string, of: value))
      }
      guard let element = elements.next() else { return nil }
      defer { index += 1 }
      return (element, place.element(index))
    }
  }

  /// The position of the search.
  private struct Place {
    var trail: JSONTrail?
    /// The last key in lower case, no longer than needed to recognize it.
    var name = ""
    var owner: JSONValue?
    var isThread = false
    var depth = 0

    /// Returns the position of a key's value in the object at this position.
    func member(_ key: String, of object: JSONValue) -> Place {
      var place = self
      place.trail = .key(key, after: trail)
      place.name = GenericJSONFrame.plain(String(decoding: key.utf8.prefix(JSONTrail.longestKey), as: UTF8.self))
      place.owner = object
      place.depth += 1
      return place
    }

    /// Returns the position of an element in the array at this position.
    func element(_ index: Int) -> Place {
      var place = self
      place.trail = .element(index, after: trail)
      place.isThread = name.hasSuffix("threads")
      place.depth += 1
      return place
    }

    var isNamedStack: Bool { ["frame", "stack", "trace", "callers"].contains { name.containsBytes(of: $0) } }
  }

  /// Searches a value and everything in it, except `known`, the values that are read otherwise. `name` is the key of the value
  /// itself.
  init(_ root: JSONValue, named name: String = "", skipping known: [JSONValue?] = []) {
    self.known = Set(known.compactMap { $0?.range.lowerBound })
    var place = Place()
    if !name.isEmpty { place.trail = .key(name, after: nil) }
    visit(root, place)
  }

  /// Whether there is a stack with any contents.
  var holdsFrames: Bool { holdsLists || stacks.contains { $0.form == .lines } }

  /// Whether there is a stack that is more than text.
  var holdsLists: Bool { stacks.contains { $0.form != .lines && $0.value.elements.contains { _ in true } } }

  /// Visits a value and all in it, in the order of the text and without recursion.
  private mutating func visit(_ root: JSONValue, _ place: Place) {
    var open: [Level] = []
    enter(root, place, &open)
    while let innermost = open.indices.last {
      guard let (value, place) = open[innermost].next() else {
        open.removeLast()
        continue
      }
      enter(value, place, &open)
    }
  }

  /// Takes a value, or opens it for what is in it.
  private mutating func enter(_ value: JSONValue, _ place: Place, _ open: inout [Level]) {
    guard !known.contains(value.range.lowerBound) else { return }
    switch value.kind {
    case .object where place.depth >= Self.deepest, .array where place.depth >= Self.deepest:
      firstTooDeep = firstTooDeep ?? value.range.lowerBound
    case .object: open.append(Level(value, place))
    case .array: if !take(list: value, place) { open.append(Level(value, place)) }
    case .string: if value.document.withoutTaking({ Self.holdsLines(value) }) { add(.lines, value, place) }
    case .number, .bool, .null, .missing: break
    }
  }

  /// Takes a list of calls or images. Returns false for any other.
  private mutating func take(list: JSONValue, _ place: Place) -> Bool {
    if let form = list.document.withoutTaking({ Self.form(of: list, place) }) {
      add(form, list, place)
      return true
    }
    let areImages = list.document.withoutTaking { GenericJSONImages.read(list, named: place.name)?.isEmpty == false }
    guard areImages, let images = GenericJSONImages.read(list, named: place.name) else { return false }
    imageLists.append(ImageList(images: images, scope: (place.owner ?? list).range))
    return true
  }

  private mutating func add(_ form: Stack.Form, _ value: JSONValue, _ place: Place) {
    stacks.append(Stack(form: form, value: value, owner: place.owner, trail: place.trail, isThread: place.isThread))
  }

  // MARK: What lists are

  private static func form(of list: JSONValue, _ place: Place) -> Stack.Form? {
    // A thread without any information still counts as one.
    guard let first = list.elements.first(where: { _ in true }) else {
      return place.isThread && place.isNamedStack ? .objects : nil
    }
    switch first.kind {
    case .object: return areFrames(list, place) ? .objects : nil
    case .array: return place.isNamedStack && arePairs(list) ? .pairs : nil
    case .number: return place.isNamedStack && areAddresses(list) ? .addresses : nil
    case .string:
      if place.isNamedStack, areAddresses(list) { return .addresses }
      return areLines(list) ? .lines : nil
    case .bool, .null, .missing: return nil
    }
  }

  private static func areFrames(_ list: JSONValue, _ place: Place) -> Bool {
    let images = ["image", "module", "binar", "librar", "region"]
    guard !images.contains(where: { place.name.containsBytes(of: $0) }) else { return false }
    var (frames, others) = (0, 0)
    let isNamedStack = place.isNamedStack
    for element in list.elements {
      let isFrame = element.kind == .object && GenericJSONFrame(element).isFrame(isNamedStack: isNamedStack)
      if isFrame { frames += 1 } else { others += 1 }
    }
    return frames > 0 && frames >= others
  }

  /// Returns whether elements are pairs of an image index and an offset. An index of -1 means no image.
  private static func arePairs(_ list: JSONValue) -> Bool {
    list.elements.allSatisfy { element in
      let numbers = element.elements.prefix(3).map { $0.int64 }
      return numbers.count == 2 && (-1..<100_000).contains(numbers[0] ?? -2) && (numbers[1] ?? -1) >= 0
    }
  }

  private static func areAddresses(_ list: JSONValue) -> Bool {
    let values = list.elements.map { $0.kind == .string ? $0.string.flatMap { HexNumber.parse($0) } : $0.bits }
    return values.count > 1 && values.allSatisfy { ($0 ?? 0) >= 0x1000 }
  }

  private static func areLines(_ list: JSONValue) -> Bool {
    let table = ImageTable([])
    var count = 0
    for element in list.elements where holdsAddress(element) {
      guard let text = element.string, CallStackLine.parse(text[...], architecture: nil, table: table) != nil else { continue }
      count += 1
      if count > 1 { return true }
    }
    return false
  }

  /// Returns whether a string holds two frames on separate lines.
  private static func holdsLines(_ value: JSONValue) -> Bool {
    guard holdsAddress(value), let text = value.string else { return false }
    let table = ImageTable([])
    return text.split(whereSeparator: \.isNewline).lazy
      .filter { CallStackLine.parse($0, architecture: nil, table: table) != nil }.prefix(2).count > 1
  }

  /// Returns whether a string may hold an address. Of other values the text is not searched: they may be deep, and what they hold is asked
  /// as well.
  private static func holdsAddress(_ value: JSONValue) -> Bool {
    value.kind == .string && TextScan.find(value.document.bytes, value.range, "0x") != nil
  }
}
