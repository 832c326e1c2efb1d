/// Words that are replaced only where a rule finds them: a user may be called `test`, but not every `test` is that user.
enum CommonWords {
  /// Whether every word of a value is common, or has no letters.
  static func isCommon(_ value: [UInt8]) -> Bool {
    value.split { !Letters.isWord($0) }.allSatisfy { word in
      !word.contains { Letters.isLetter($0) || $0 >= 0x80 } || word.count < 4
        || words.contains(String(decoding: word, as: UTF8.self).lowercased())
    }
  }

  /// Whether a text is the name of an account that every system has.
  static func isSystemUser(_ name: TextLayer) -> Bool { name.range.count <= 32 && systemUsers.contains(name.text(name.range)) }

  private static let systemUsers: Set<String> = [
    "root", "nobody", "nogroup", "staff", "wheel", "users", "daemon", "bin", "sys", "adm", "mobile", "n/a",
  ]

  private static let words = Set(
    """
    about above access account action active activity actor address admin administrator after again agent alarm alert alias alice all
    allow alpha also always amber analytics android angle animation anonymous another answer apache apple application archive area array arrow
    assert asset async attach attempt audio auth author auto available back backend background backup bank base basic batch beacon
    before begin below beta better between binary bitmap black block blue board body book boot border both bottom bound branch break
    bridge bring broken browser bucket buffer bug build builder bundle busy button buyer byte cache call callback camera cancel canvas card
    cart case cash cause cell center central chain change channel char chart chat check checkout child choice class clean clear
    click client clock clone close cloud cluster code collect color column command comment commit common company compile complete
    component compute config connect connection console constant contact container content context control convert cookie copy core corner
    count counter crash create creator credential current cursor custom customer cycle daily daemon dash data database date deadlock debug
    decode deep default define delegate delete delta demo deny depth desc desktop detail detect develop developer device dialog
    dictionary different digital direct directory disable disk dispatch display document domain done door down download draft drag draw
    drive driver drop dummy dump during dynamic each early east echo edge edit editor effect element else email empty enable
    encode engine enter entity entry enum environment equal error even event every exact example except exception exec execute exit expand
    expect export express extend extension extra face fact factory fail failed failure fake false family fast fatal feature fetch field
    file fill filter final finance find finish first fixed flag flash flat float flow flush focus folder font foot force foreground form
    format forward found foundation frame framework free fresh from front full function future game gamma garage gate general generate get
    ghost give global gold good google graph gray great green grid ground group guard guest guide hand handle handler happy hard hash
    have head header health heap heart height hello help here hidden hide high history hold home hook host hotel hour house http human
    icon idea ident idle ignore image import inbox index info init inline inner input insert inside install instance integer intel
    interface internal invalid inventory invoice iphone ipad ipod item iterator java jenkins join json jump just keep kernel key keyboard
    kind know label lambda language large laptop last late launch layer layout leader leaf learn least left legacy length less letter
    level library license life light like limit line link linux list listen listener literal live load loader local lock logger
    login long look loop lost lower mach machine macintosh macbook macos mail main major make manage manager manual many map mark market
    master match math maximum mean measure media medium member memory menu merge message meta method metric middle mini minimum minor
    mirror miss missing mobile mode model modern module moment monitor month more most mouse move multi music mutable mutex name native
    near need nested network never news next night node none normal north notes nothing notice notify null number object observe
    offer office offline offset okay once online only open operation option orange order orders origin other outer output over owner
    package page paint pair panel parent parse parser part partial partner party pass password past paste patch path pattern pause
    payload payment peer pending people perform permission person phone photo pick picture pipe pixel place plain plan plane platform play
    player please plugin point pointer policy pool port portal position post power prefix preview previous price primary print prior
    private probe problem process processor product production profile program progress project promise prompt property protocol proxy
    public publish pull purchase pure push queue quick quiet quit random range rate read reader ready real reason receipt receive recent
    record recover red reduce reference refresh region register release reload remote remove render repeat replace reply report
    request require reset resolve resource response rest restart result resume retain retry return review right ring road role root
    round route router rule runner running runtime safari safe sale same sample sandbox save scale scan scene schedule schema scope score
    screen script scroll search season second secret section secure security seed select self send sender sensor server service session
    setting setup shadow shape share shared shell shift shop short show side sign signal silent simple simulator since single site size
    skip sleep slice slide slot slow small smart snap snapshot social socket soft software some sort sound source south space span spawn
    special speed spring stack staff stage stale standard star start state static status step stop storage store stream street strict
    string strong style subject submit success suite summary super support surface suspend swap swift switch symbol sync system
    table tablet take target task team tech template temp terminal test tester testing text than that them theme then there they thing this
    thread throw time timeout timer title today token tool total touch trace track traffic train transfer transport trap travel tree
    trial trigger true trust tune turn type under undo union unique unit unix unknown unlock update upload upper user username users using utility
    value vector vendor verify version video view virtual visible visit voice void volume wait wake walk wall warn warning watch water wave
    weak web week weight well west what wheel when where which while white wide widget width wifi will window windows wire with word
    work worker workspace world worse wrap write wrong yellow your zero zone ubuntu debian fedora travis docker vagrant azure circleci
    github gitlab codespace jetbrains xcode debugger macmini ios tvos watchos nginx postgres mysql redis mongodb hunter
    january february march april june july august september october november december monday tuesday wednesday thursday friday saturday
    sunday one two three four five six seven eight nine ten hundred thousand million
    basic bearer digest aarch arm armv intel amd mips riscv iphoneos darwin apache mozilla webkit chrome firefox
    """.split { $0.isWhitespace }.map { String($0) })
}
