import { pattern } from "../../kit/word-pattern.ts";
import { isMadeUpWord } from "../judge/made-up-word.ts";
import { isRandom } from "../judge/is-random.ts";
import { isPlaceholder } from "../judge/placeholder.ts";
import { isSet, wordReader, wordsOfRows, type Row } from "./word-reader.ts";

const PAIRED = ["password", "paired-password", "medium"] as const;
const DEVICE = ["password", "device-password", "medium"] as const;
const CONNECTION = ["connection-password", "connection-password", "high"] as const;

/** A pattern for the secret of a device: perhaps a digit for its encryption, then a word or a text in quotes. */
const OF_DEVICE =
  String.raw`(?:\d (?=\S))?("?)` + String.raw`(?<value>(?<=")[^"\\\n]{4,128}|(?<!")[^\s"'\x60<>(){}]{4,128})\1(?=\s|$)`;
/**
 * Whether a value is the secret of a device. A community of SNMP with its default name (`public`, `private`) protects
 * nothing.
 */
const isOfDevice = (value: string): boolean => isSet(value) && !/^(?:public|private|\d+)$/i.test(value);

/** The rows, each of which has a text in `test/unit/redactors/kinds` that no other row finds. */
export const PASSWORD_ROWS: readonly Row[] = [
  // Settings of routers and servers in which only a blank stands before the secret.
  [
    "snmp-server␣community␣ rocommunity␣ rwcommunity␣ rocommunity6␣ rwcommunity6␣ enable␣password␣ " +
      "tacacs-server␣key␣ radius-server␣key␣ isakmp␣key␣ chap␣password␣ -psk␣ascii␣",
    DEVICE,
    pattern("dy")`(?<=(?:^|\n)[ \t]{0,40}(?:crypto |ppp |wpa)?[\w-]{1,20}(?: [a-z]{1,12}){0,2} )${OF_DEVICE}`,
    isOfDevice,
  ],
  [
    "insecure-password␣",
    DEVICE,
    pattern("dy")`(?<=(?:^|\n)[ \t]{0,40}\S{1,40}(?: \S{1,40}){0,3} insecure-password )${OF_DEVICE}`,
    isOfDevice,
  ],
  // The two secrets of a user of SNMP: for the login and for the encryption.
  [
    "createuser␣ ␣aes␣ ␣des␣",
    DEVICE,
    pattern("dy")`
      (?<=(?:^|\n)[ \t]{0,20}createUser (?:[^\n]{8,200} )?)
      (?:(?<=createUser )(?:-e \S{1,70} )?\S{1,40} (?:MD5|SHA(?:-?\d{3})?) |(?<=AES |DES ))${OF_DEVICE}
    `,
    isOfDevice,
  ],
  // Secrets of IPsec, except in a comment that explains the word.
  [
    ":␣psk␣ :␣eap␣ :␣xauth␣ :␣ntlm␣",
    DEVICE,
    pattern("dy")`
      (?<=(?:^|\n)[^\n#]{0,120}(?<!uthenticate): (?:PSK|EAP|XAUTH|NTLM) )(?="|\S{0,127}\d)${OF_DEVICE}
    `,
    isOfDevice,
  ],
  // Files of a mail server's users, which name the way of encryption before the password.
  ["{plain} {plain-text} {cleartext} {clear}", PAIRED, /(?<value>[^\s:"'\x60<>{}]{4,128})(?=[\s:"'\x60<]|$)/dy],
  // What nodes of Erlang show each other, and a secret that a step of Azure's pipelines hands to the next steps.
  ["-setcookie␣", PAIRED, /["']?(?<value>[\w.+/=!@#%^&*~-]{6,255})(?=["'\s]|$)/dy],
  ["issecret=true]", PAIRED, /(?<=##vso\[task\.setvariable [^\]\n]{0,160}\])(?<value>[^\s"'\x60]{4,512})/diy],
  ["stats␣auth␣", PAIRED, /[\w.-]{1,64}:(?<value>\S{4,128})(?=\s|$)/dy],
  ["␣login=", PAIRED, /(?<=\bcache_peer [^\n]{1,70} login=)[\w.@-]{1,64}:(?<value>\S{4,128})(?=\s|$)/dy],
  // Redis' list of users. The row below is for its prompt.
  ["␣on␣> ␣on␣'> ␣on␣\">", PAIRED, /(?<=\b(?:user|setuser) \S{1,64} on ["']?>)(?<value>[^\s"']{4,128})(?=["'\s]|$)/diy],
  [
    ">␣auth␣",
    PAIRED,
    /(?<=(?:^|\n)[\w.-]{1,60}:\d{2,5}(?:\[\d{1,4}\])?> auth )(?:\w{1,64} )?(?<value>\S{4,128})(?=\s|$)/diy,
  ],
  ["auth␣default␣", PAIRED, /(?<=(?:^|[\n"'`>] {0,3})auth default )(?<value>[^\s"'`]{4,128})(?=["'`\s]|$)/diy],
  // A drive of another machine. The row below is for a login over SSH in code.
  ["␣/user:", PAIRED, /(?<=\bnet use [^\n]{1,120} (?<value>[^\s/*\\][^\s]{3,63}) \/user:)/diy],
  [
    ".connect(",
    PAIRED,
    pattern("dy")`
      \s{0,4}[^,()\n]{1,60}, {0,3}\d{2,5}, {0,3}(?:["'][\w.-]{1,40}["']|\w{1,40}), {0,3}
      ["'](?<value>[^"'\n]{4,64})["']
    `,
  ],
  [
    "sqlplus␣ impdp␣ expdp␣ sqlldr␣ rman␣target␣",
    PAIRED,
    /(?:-\w+ ){0,3}["']?[\w$#]{1,64}\/["']?(?<value>[^\s@"'/]{3,64})["']?@/dy,
  ],
  // A target of Impacket's programs.
  [
    "impacket- secretsdump psexec.py wmiexec smbexec atexec dcomexec getuserspns getnpusers mssqlclient " +
      "smbclient.py lookupsid rdp_check",
    PAIRED,
    pattern("dy")`
      [\w.-]{0,24}[^\n|;]{0,60}?[\s"'](?:[\w.-]{1,64}\/)?[\w.$-]{1,64}:(?<value>[^\s"'|;:/]{4,80})["']?@[\w.-]
    `,
  ],
  // Answers of expect to a program that asks for a password.
  [
    'send␣" send␣--␣" send␣\\"',
    PAIRED,
    pattern("dy")`
      (?<=(?:assword|assphrase|passcode)[^\n]{0,40}\s{0,8}[^\n]{0,16}send (?:-- |\\)?")
      (?<value>(?:(?!\\[rn])[^\s"$]){4,80})(?:\\{1,2}[rn])?\\?"
    `,
  ],
  [
    "nickserv",
    PAIRED,
    pattern("dyi")`
      \x20:?(?:IDENTIFY|REGISTER|GHOST|REGAIN)(?: [\w[\]\x60^{}|-]{1,32})? (?<value>[^\s<>{}[\]]{5,80})(?:\s|$)
    `,
    // In manuals a word for a password stands here, in chats a nick. A password has a digit.
    (value) => isSet(value) && /\d/.test(value) && !/@[\w-]+\.\w/.test(value),
  ],
  // IMAP's command `LOGIN` has a user and a password, and nothing behind the password.
  [
    "␣login␣",
    PAIRED,
    pattern("dyi")`
      (?<=(?:(?:^|\n|["'> ]|[CS]: )[A-Za-z]{0,4}\d{1,6}|["'][A-Za-z]{1,4}) login )(?:"[^"\n]{1,64}"|[^\s"{]{1,64}) "?
      (?<value>(?=[^\s"]{0,64}[\d!@#$%^&*])[^\s"{}]{4,80})"?[ \t]*(?:\r?\n|\\|"|$)
    `,
  ],
  // Keys of wireless networks, as Windows prints them. In the rows below: the password that Terraform keeps in its
  // state, and the key that Postman sends.
  ["key␣content", PAIRED, /[ \t]{4,24}: (?<value>\S{8,63})[ \t]*(?:\r?\n|$)/dy],
  [
    'random_password"',
    PAIRED,
    /[^\0]{0,1200}?(?:\\?"result\\?":|\sresult\s{1,12}=)\s{0,3}\\?"(?<value>[^"\\\n]{8,128})(?=\\?")/dy,
  ],
  [
    '"key":␣"value" "key":"value"',
    ["api-key", "keyed-api-key", "medium"],
    /\s{0,3},\s{0,40}"value":\s{0,3}"(?<value>[^"\\\n]{12,256})"/dy,
    (value) => isRandom(value),
  ],
  // A secret in Azure's vault, whose id holds the secret's name. The row below is for Postfix' passwords of servers.
  ["vault.azure.net/secrets/", PAIRED, /[^"\n]{1,160}"[^{}]{0,400}?"value":\s{0,3}"(?<value>[^"\\\n]{4,256})"/dy],
  ["]:25␣ ]:465␣ ]:587␣", PAIRED, /[\w.@+-]{1,80}:(?<value>\S{4,128})(?=\s|$)/dy],
  // Commands of mail and FTP, as they are sent or as a program shows them.
  [
    "\"auth␣ 'auth␣ nauth␣ pass␣",
    PAIRED,
    /(?<=AUTH |PASS )(?:[\w.-]{1,64} )?(?<value>[^\s\\"']{6,80})\\{1,2}[rn]/dy,
    isMadeUpWord,
  ],
  ["request␣arg:", PAIRED, /(?<=Command: PASS\s{1,12}Request arg:) (?<value>\S{4,80})/dy],
  ["wifi:", PAIRED, /(?:[THRES]:[^;\n]{0,80};){1,6}P:(?<value>(?:\\.|[^;\\\n]){8,63});/dy],
  // `host:port:database:user:password`. A line of macOS' accounts is no match: the ids of user and group stand in the
  // third and fourth field.
  [
    ":5430: :5431: :5432: :5433: :5434: :5435: :5436: :5437: :5438: :5439: :6432: :15432: :*:",
    ["password", "pgpass", "medium"],
    pattern("dy")`
      (?<=(?:^|\n|["'\x60])[\w.*-]{1,128}:[\d*]{1,5}:)(?!-?\d+:-?\d+:)
      [^:\s"'\x60]{1,64}:[^:\s"'\x60]{1,64}:(?<value>(?:\\.|[^\s"'\x60\\:]){4,128})(?=\s|["'\x60]|$)
    `,
    (value) => !isPlaceholder(value),
  ],
  // Go's driver of MySQL: `user:password@tcp(host)`.
  [
    "@tcp( @unix(",
    CONNECTION,
    pattern("dyi")`(?<=(?:^|["'\x60\s=(])[\w.-]{1,64}[:/](?<value>[^\s"'\x60]{2,128})@(?:tcp|unix)\()`,
    (value) => isSet(value) && value[0] !== "/",
  ],
  [":thin:", CONNECTION, /[\w$#]{1,64}\/(?<value>[^\s"'`@/]{2,128})@/dy, (value) => !isPlaceholder(value)],
  // SQL's `IDENTIFIED BY '…'`, also `IDENTIFIED WITH plugin BY '…'`.
  [
    "identified",
    ["password", "sql-password", "medium"],
    pattern("dyi")`
      \s{1,40}(?<!\b(?:is|are|be)\sidentified\s{1,40})(?:BY|WITH\s+["'\x60]?\w+["'\x60]?\s+(?:BY|AS|USING))\s+
      (?:PASSWORD\s+)?(?:VALUES\s+)?
      \\?(["'])(?!<[^<>"'\n]{1,64}>\\?["'])(?<value>(?:(?!\1)[^\\\s]){4,256})
    `,
    // A word of prose behind the quotes shows a sentence: `identified by 'requestId' parameter`.
    (value, text, start) =>
      isSet(value) &&
      !/^[a-z]{4,5}$/i.test(value) &&
      !/^['"] (?!with|require|and|or|on|to|as|account|password|default|replace|using)[a-z]/.test(
        text.slice(start + value.length, start + value.length + 12),
      ),
  ],
  // Oracle's `IDENTIFIED BY …`, without quotes.
  [
    "identified␣by␣",
    ["password", "sql-password", "medium"],
    /(?<=\b(?:user|role|database link) [^\n;]{1,80} )(?=\w{0,29}\d)(?<value>[A-Za-z][\w$#]{5,29})(?=[\s;]|$)/diy,
  ],
  // A profile of OpenVPN has the user on one line and the password on the next.
  [
    "<auth-user-pass>",
    ["password", "openvpn-password", "medium"],
    pattern("dy")`
      \s{0,4}\r?\n[ \t]{0,8}\S{1,128}[ \t]{0,8}\r?\n[ \t]{0,8}(?<value>\S{4,256})[ \t]{0,8}\r?\n[ \t]{0,8}<\/
    `,
    (value) => !isPlaceholder(value),
  ],
  // A mail server sends `Password:` in base64; the client's answer is the next line.
  [
    "ugfzc3dvcmq6 ugfzc3dvcmq=",
    ["password", "sasl-login", "high"],
    pattern("dy")`
      Q?6?=?(?:\\r)?(?:\\n)?'?\s{1,4}(?:[<>CS:|-]{1,4}[ \t]{1,4}){0,2}(?:send: b?')?
      (?<value>[A-Za-z0-9+/]{4,200}={0,2})(?=\s|\\|$)
    `,
    (value) => /^[\x20-\x7e]{3,}$/.test(Buffer.from(value, "base64").toString("latin1")),
  ],
];

/** The anchors of `findPasswordBeside`. */
export const PASSWORD_WORDS = wordsOfRows(PASSWORD_ROWS);

/** Finds passwords that programs and devices write in a form of their own. */
export const findPasswordBeside = wordReader(PASSWORD_ROWS);
