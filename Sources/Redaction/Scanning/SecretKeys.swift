/// The keys of values that are replaced. Names are compared without case, `_`, `-` and blanks.
enum SecretKeys {
  private static let kinds: [Secret.Kind: [String]] = [
    .user: ["user", "username", "userlogin", "login", "fullname", "firstname", "lastname", "accountname"],
    .email: ["email", "useremail", "emailaddress"],
    .ip: ["ipaddress", "remoteaddr", "clientip"],
    .mac: ["macaddress", "wifiaddress", "bluetoothaddress"],
    .device: ["devicename", "computername", "hostname", "servername", "machinename"],
    .identifier: [
      "crashreporterkey", "anonymousuuid", "deviceidentifier", "deviceidentifierforvendor", "betaidentifier", "deviceid",
      "deviceuniqueidentifier", "machineid", "deviceapphash", "devicehash", "udid", "imei", "meid", "ecid", "uniquechipid",
      "identifierforvendor", "idfa", "idfv", "advertisingidentifier", "userid", "installationuuid", "installationid", "vendorid",
    ],
    .serial: ["serialnumber", "hardwareserial", "serial", "serialno"],
    .secret: [
      "password", "passwd", "pwd", "passphrase", "secret", "token", "accesstoken", "refreshtoken", "idtoken", "authtoken",
      "sessiontoken", "csrftoken", "apikey", "apitoken", "authorization", "cookie", "setcookie", "sessionid", "clientsecret",
      "privatekey", "secretkey", "accesskey", "dsn", "phone", "phonenumber",
    ],
  ]
  private static let byName: [String: Secret.Kind] = Dictionary(
    kinds.flatMap { kind, names in names.map { ($0, kind) } }, uniquingKeysWith: { first, _ in first })

  /// The lines of the headers of Apple and coredumpctl whose value is the rest of the line.
  private static let headers: Set<String> = [
    "crashreporterkey", "anonymousuuid", "deviceidentifier", "betaidentifier", "devicename", "computername", "hardwareserial",
    "serialnumber", "hostname", "machineid",
  ]
  /// The lines of coredumpctl's header with the number and name of a user: `UID: 1000 (jane)`.
  private static let users: Set<String> = ["uid", "owneruid"]

  /// Returns what the value of a key is, or nil if it is kept.
  static func kind(of key: String, isHeader: Bool = false) -> Secret.Kind? {
    isHeader && users.contains(plain(key)) ? .user : byName[plain(key)]
  }

  /// Whether the value of a key in a header is the number of a user, with the name in parentheses.
  static func namesUser(_ key: String) -> Bool { users.contains(plain(key)) }

  /// Whether a key is that of a line in a header.
  static func isHeader(_ key: String) -> Bool { headers.contains(plain(key)) || users.contains(plain(key)) }

  /// Whether the value of a key is replaced in messages, too, where nothing says how far it reaches.
  static func isForMessages(_ key: String) -> Bool { byName[plain(key)] == .secret || byName[plain(key)] == .serial }

  /// Returns a key in the form in which keys are compared.
  static func plain(_ key: Range<Int>, of bytes: [UInt8]) -> String { plain(String(decoding: bytes[key], as: UTF8.self)) }

  private static func plain(_ key: String) -> String {
    String(
      decoding: key.utf8.filter { $0 != 0x20 && $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "'") },
      as: UTF8.self
    ).lowercased()
  }
}
