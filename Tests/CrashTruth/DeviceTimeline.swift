/// The sessions of one app on one device: launches that end in crashes early and late, clean exits, updates of the app.
struct DeviceTimeline {
  /// The crashes, in order.
  private(set) var events: [TrueEvent] = []
  /// Whether a session without a crash lies before a crash and after the one before it.
  private(set) var isCleanBefore: [Bool] = []

  /// Makes the sessions of a device. `format` decides which failures its reporter can see.
  init(_ app: TrueApp, _ format: TrueFormat, bugs: [Bug], maker: StackMaker, _ random: inout TruthRandom) {
    var device = TrueEvent(bug: bugs[0], app: app)
    device.device = hexadecimal(random.next(), digits: 16) + hexadecimal(random.next(), digits: 16)
    device.model = random.pick(["iPhone14,5", "iPhone15,2", "iPad13,1"])
    device.system = "\(random.number(15...18)).\(random.number(0...5))"
    device.zone = random.pick([0, 60, -420, 540, 330])
    device.version = random.number(0...6)
    var now = 1_793_491_200 + Double(random.number(0...1_500_000))
    // The counter goes on from a life before these reports.
    var launches = random.number(1...4)
    let repeated = random.pick(bugs)
    var isClean = false
    for _ in 0..<random.number(1...8) {
      now += random.happens(4) ? 200_000 : Double(random.number(2...3_000))
      if random.happens(5) { device.version += 1 }
      let ends = random.number(1...100)
      if ends > 72 {
        // A session without a crash.
        now += Double(random.number(10...2_000))
        launches += 1
        isClean = true
        continue
      }
      var event = device
      event.bug = random.happens(50) ? repeated : random.pick(bugs)
      let isEarly = ends <= 45 && ![.watchdog, .hang, .deadlock].contains(event.bug.failure)
      event.launch = now
      event.time = now + (isEarly ? Double(random.number(200...3_500)) / 1_000 : Double(random.number(20_000...900_000)) / 1_000)
      event.isARM = random.happens(80)
      event.identifier = random.uuid()
      event.pid = random.number(200...60_000)
      event.launches = launches
      if format == .ips, random.happens(10) { event.clockJump = random.pick([-3_600, 7_200]) }
      maker.fill(&event, isEarly: isEarly, &random)
      events.append(event)
      isCleanBefore.append(isClean)
      now = event.time
      launches = 1
      isClean = false
    }
  }
}
