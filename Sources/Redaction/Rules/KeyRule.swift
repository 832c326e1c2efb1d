/// What a key says of its value. docs/REDACTION.md has the table.
struct KeyRule: Sendable, Equatable {
  /// What the value is.
  let kind: Secret.Kind
  /// Whether everything in an object or list under the key is such a value: `"cookies": {"sid": "…"}`.
  let isInherited: Bool
  /// The rest of a line belongs to the value, as in `Device Name: Jane's iPhone`.
  let takesLine: Bool
  /// The words that the rule names.
  let phrase: String

  /// Returns the rule for the words of a key, or nil if the value stays. Words may stand before those of a rule; after them only words
  /// that mean the value itself, such as `id` and `string`.
  static func find(_ words: [String]) -> KeyRule? {
    guard let first = words.first, !questions.contains(first) else { return nil }
    for start in words.indices {
      for count in (1...4).reversed() where start + count <= words.count {
        guard let rule = entry(words[start..<start + count]) else { continue }
        if rule.isWhole, !words[..<start].allSatisfy({ leading.contains($0) }) { continue }
        guard words[(start + count)...].allSatisfy({ trailing.contains($0) || Int($0) != nil }) else { continue }
        return rule.rule
      }
    }
    return nil
  }

  /// Returns the rule for a key in an object about a user or device, whose own key is `owner`: `"user": {"name": "…"}`.
  static func find(_ words: [String], in owner: Owner) -> KeyRule? { owned[owner]?[words.joined()] }

  /// Returns the rule for words, or for the end of one that is several without a mark: `accesstoken`, `DBPASSWORD`.
  private static func entry(_ words: ArraySlice<String>) -> Entry? {
    if let entry = rules[words.joined()] { return entry }
    guard words.count == 1, let word = words.first, let ending = endings.first(where: { word.hasSuffix($0) }) else { return nil }
    return rules[ending]
  }

  private static let endings = [
    "password", "passwd", "secret", "token", "credentials", "email", "apikey", "username", "hostname", "devicename",
  ]

  /// What an object is about, by its key.
  enum Owner: Sendable {
    case user, device

    /// Returns what the last word of a key says.
    init?(_ words: [String]) {
      switch words.last {
      case "user", "usr", "users", "person", "account", "customer", "member", "contact", "profile": self = .user
      case "device", "machine", "host": self = .device
      default: return nil
      }
    }
  }

  private struct Entry {
    let rule: KeyRule
    /// Whether only words such as `current` may stand before it.
    let isWhole: Bool
  }

  /// The words that make a key a question or a count: `hasToken`.
  private static let questions: Set<String> = [
    "is", "has", "had", "needs", "should", "can", "did", "will", "no", "num", "max", "min", "count", "total", "requires",
    "missing", "invalid",
    "expired", "show", "hide", "use", "uses", "allow", "allows", "enable", "disable",
  ]
  /// The words that may stand before a rule that is the whole key.
  private static let leading: Set<String> = [
    "x", "http", "my", "the", "app", "current", "new", "old", "primary", "remote", "client", "local", "peer", "source", "src",
    "dst",
    "destination", "public", "private", "sudo", "real", "wifi", "en", "network", "host", "server", "device", "user", "hardware",
  ]
  /// The words that may follow a rule.
  private static let trailing: Set<String> = [
    "id", "ids", "identifier", "uuid", "guid", "value", "values", "string", "str", "text", "hash", "header", "headers", "raw",
    "data",
    "number", "plain", "plaintext", "encoded", "base", "s",
  ]

  private static let rules: [String: Entry] = {
    var result: [String: Entry] = [:]
    for (kind, phrases, isWhole, isInherited, takesLine) in table {
      for phrase in phrases.split(separator: ",") {
        let words = phrase.split(separator: " ")
        let rule = KeyRule(kind: kind, isInherited: isInherited, takesLine: takesLine, phrase: words.joined(separator: " "))
        result[words.joined()] = Entry(rule: rule, isWhole: isWhole)
      }
    }
    return result
  }()

  /// For each kind: the words of keys, whether they are the whole key, whether everything inside is replaced, and whether the value in
  /// text is the rest of the line.
  private static let table: [(Secret.Kind, String, isWhole: Bool, isInherited: Bool, takesLine: Bool)] = [
    (
      .secret,
      "password,passwords,passwd,pass wd,pwd,passphrase,pass phrase,passcode,pass code,secret,secrets,credential,credentials,creds",
      false, true, true
    ),
    (.secret, "cookie,cookies,set cookie,authorization,proxy authorization", false, true, true),
    (
      .secret,
      "token,tokens,api key,access key,private key,signing key,secret key,encryption key,license key,auth key,session key,app key,"
        + "client key,master key,service key,storage key,shared key,ssh key,account key,subscription key,push key,bearer,jwt,"
        + "session id,session uuid,session identifier,session cookie,auth code,auth data,auth header,oauth,csrf,xsrf,otp,one time code,"
        + "cvv,iban,card number,credit card,phone,phone number,mobile number,telephone,msisdn,dsn",
      false, false, false
    ),
    (.secret, "auth,session,pin,pin code,tel", true, false, false),
    (.email, "email,e mail,email address,mail address", false, false, false), (.email, "mail,emails,mails", true, false, false),
    (
      .user,
      "username,user name,user login,log name,login name,full name,first name,last name,given name,family name,surname,nick name,"
        + "account name,customer name,user full name,user display name,display name of user,owner name",
      false, false, false
    ),
    (.user, "user,usr,login,account,customer,user names", true, false, false),
    (
      .ip,
      "ip,ip address,ip addr,ips,ip addresses,remote addr,remote address,client ip,client address,forwarded for,real ip,ipv 4,ipv 6,"
        + "ipv 4 address,ipv 6 address",
      true, false, false
    ),
    (.mac, "mac,mac address,mac addr,wifi address,bluetooth address,ethernet address,hw addr,bssid", true, false, false),
    (
      .device, "device name,computer name,host name,machine name,server name,node name,local host name", false, false, true
    ),
    (
      .identifier,
      "crash reporter key,system id,anonymous uuid,device identifier,device identifier for vendor,beta identifier,device id,device uuid,"
        + "device unique identifier,machine id,device app hash,device hash,udid,imei,imsi,meid,iccid,ecid,unique chip id,"
        + "identifier for vendor,identifier for advertising,idfa,idfv,advertising identifier,advertising id,ad id,vendor id,"
        + "vendor identifier,android id",
      false, false, true
    ),
    (
      .identifier,
      "user id,user identifier,user uuid,account id,account number,account identifier,customer id,customer number,customer identifier,"
        + "install id,install uuid,installation id,installation uuid,installation identifier,push id,push identifier,"
        + "member id,member number",
      false, false, false
    ),
    (.serial, "serial number,serial no,hardware serial,device serial,serialnumber", false, false, true),
    (.serial, "serial", true, false, false),
  ]

  private static let owned: [Owner: [String: KeyRule]] = {
    func rule(_ kind: Secret.Kind, _ phrase: String) -> KeyRule {
      KeyRule(kind: kind, isInherited: false, takesLine: false, phrase: phrase)
    }
    var user: [String: KeyRule] = [
      "ip": rule(.ip, "user ip"), "phone": rule(.secret, "user phone"), "key": rule(.secret, "user key"),
    ]
    for key in ["id", "uuid", "identifier", "guid", "number"] { user[key] = rule(.identifier, "user \(key)") }
    for key in ["name", "displayname", "nickname", "first", "last", "alias", "handle"] { user[key] = rule(.user, "user \(key)") }
    var device: [String: KeyRule] = ["name": rule(.device, "device name"), "hostname": rule(.device, "device host name")]
    for key in ["id", "uuid", "identifier", "hash"] { device[key] = rule(.identifier, "device \(key)") }
    return [.user: user, .device: device]
  }()
}
