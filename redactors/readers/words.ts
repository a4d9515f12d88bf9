import { pattern } from "../../kit/word-pattern.ts";
import type { Confidence } from "../finding.ts";
import { isMadeUpWord } from "../judge/made-up-word.ts";
import { isPlaceholder } from "../judge/placeholder.ts";
import { isRandom } from "../judge/is-random.ts";
import { note } from "../scan.ts";
import type { Scan } from "../scan.ts";
import { isInBlob } from "./blob.ts";

/** Words beside which a secret stands in one way only. */
interface Row {
  /** In lower case, blanks between them (`␣` is a blank in a word). */
  readonly words: string;
  readonly kind: string;
  readonly rule: string;
  readonly confidence: Confidence;
  /**
   * Matches where a word ends; what stands before is looked back at. Its group `value` is the secret, which begins with
   * the group `head` where there is one.
   */
  readonly secret: RegExp;
  /** What may be one; a word that stands for a password is none unless this says so. */
  readonly accepts?: (value: string, text: string, start: number) => boolean;
}

const anything = (): boolean => true;
const row = (
  words: string,
  [kind, rule, confidence]: readonly [kind: string, rule: string, confidence: Confidence],
  secret: RegExp,
  accepts?: Row["accepts"],
): Row => ({ words, kind, rule, confidence, secret, ...(accepts && { accepts }) });

const SAID = ["password", "said-pair", "medium"] as const;
const PAIRED = ["password", "paired-password", "medium"] as const;
const DEVICE = ["password", "device-password", "medium"] as const;
const PRINTED = ["password", "printed-password", "medium"] as const;
const CONNECTION = ["connection-password", "connection-password", "high"] as const;

/** A kind of encryption, where one is named, and the word or the text behind it. */
const OF_DEVICE =
  String.raw`(?:\d (?=\S))?("?)` + String.raw`(?<value>(?<=")[^"\\\n]{4,128}|(?<!")[^\s"'\x60<>(){}]{4,128})\1(?=\s|$)`;
/** What communities are called by default opens nothing that is not open. */
const isOfDevice = (value: string): boolean => isSet(value) && !/^(?:public|private|\d+)$/i.test(value);

/** The end of a cloud's name, an operator and a quote. */
const OF_CLOUD = String.raw`(?:_?id)?\\?["']?\]?\s{0,3}(?:=>|:=|[:=])\s{0,3}\\?["']?`;

const ROWS: readonly Row[] = [
  // Settings of routers and of servers of mail, time and names: a blank alone stands before the secret.
  row(
    "snmp-server␣community␣ rocommunity␣ rwcommunity␣ rocommunity6␣ rwcommunity6␣ enable␣password␣ " +
      "tacacs-server␣key␣ radius-server␣key␣ isakmp␣key␣ chap␣password␣ -psk␣ascii␣",
    DEVICE,
    pattern("dy")`(?<=(?:^|\n)[ \t]{0,40}(?:crypto |ppp |wpa)?[\w-]{1,20}(?: [a-z]{1,12}){0,2} )${OF_DEVICE}`,
    isOfDevice,
  ),
  row(
    "insecure-password␣",
    DEVICE,
    pattern("dy")`(?<=(?:^|\n)[ \t]{0,40}\S{1,40}(?: \S{1,40}){0,3} insecure-password )${OF_DEVICE}`,
    isOfDevice,
  ),
  // Of IPsec, not of a comment that explains the word.
  row(
    ":␣psk␣ :␣eap␣ :␣xauth␣ :␣ntlm␣",
    DEVICE,
    pattern("dy")`
      (?<=(?:^|\n)[^\n#]{0,120}(?<!uthenticate): (?:PSK|EAP|XAUTH|NTLM) )(?="|\S{0,127}\d)${OF_DEVICE}
    `,
    isOfDevice,
  ),
  row("stats␣auth␣", PAIRED, /[\w.-]{1,64}:(?<value>\S{4,128})(?=\s|$)/dy),
  row("␣login=", PAIRED, /(?<=\bcache_peer [^\n]{1,70} login=)[\w.@-]{1,64}:(?<value>\S{4,128})(?=\s|$)/dy),
  // Redis, in its list of users and at its prompt.
  row("␣on␣>", PAIRED, /(?<=\b(?:user|setuser) \S{1,64} on >)(?<value>\S{4,128})(?=\s|$)/diy),
  row(
    ">␣auth␣",
    PAIRED,
    /(?<=(?:^|\n)[\w.-]{1,60}:\d{2,5}(?:\[\d{1,4}\])?> auth )(?:\w{1,64} )?(?<value>\S{4,128})(?=\s|$)/diy,
  ),
  row(
    "sqlplus␣ impdp␣ expdp␣ sqlldr␣ rman␣target␣",
    PAIRED,
    /(?:-\w+ ){0,3}["']?[\w$#]{1,64}\/["']?(?<value>[^\s@"'/]{3,64})["']?@/dy,
  ),
  // A target of Impacket's programs.
  row(
    "impacket- secretsdump psexec.py wmiexec smbexec atexec dcomexec getuserspns getnpusers mssqlclient " +
      "smbclient.py lookupsid rdp_check",
    PAIRED,
    pattern("dy")`
      [\w.-]{0,24}[^\n|;]{0,60}?[\s"'](?:[\w.-]{1,64}\/)?[\w.$-]{1,64}:(?<value>[^\s"'|;:/]{4,80})["']?@[\w.-]
    `,
  ),
  // What expect's language answers to a program that asks.
  row(
    'send␣" send␣--␣" send␣\\"',
    PAIRED,
    pattern("dy")`
      (?<=(?:assword|assphrase|passcode)[^\n]{0,40}\s{0,8}[^\n]{0,16}send (?:-- |\\)?")
      (?<value>(?:(?!\\[rn])[^\s"$]){4,80})(?:\\{1,2}[rn])?\\?"
    `,
  ),
  row(
    "nickserv",
    PAIRED,
    pattern("dyi")`
      \x20:?(?:IDENTIFY|REGISTER|GHOST|REGAIN)(?: [\w[\]\x60^{}|-]{1,32})? (?<value>[^\s<>{}[\]]{5,80})(?:\s|$)
    `,
  ),
  // IMAP's command has a user and a password, and nothing behind them.
  row(
    "␣login␣",
    PAIRED,
    pattern("dyi")`
      (?<=(?:^|\n|["'> ]|[CS]: )[A-Za-z]{0,4}\d{1,6} login )(?:"[^"\n]{1,64}"|[^\s"{]{1,64}) "?
      (?<value>(?=[^\s"]{0,64}[\d!@#$%^&*])[^\s"{}]{4,80})"?[ \t]*(?:\r?\n|\\|"|$)
    `,
  ),
  row("wifi:", PAIRED, /(?:[THRES]:[^;\n]{0,80};){1,6}P:(?<value>(?:\\.|[^;\\\n]){8,63});/dy),
  // What people write of a user and a password: the second is one where nothing else looks so.
  row(
    "login credential creds user/pass user/pw username/password user/password user␣/␣pass " +
      "username␣/␣password test␣account demo␣account",
    SAID,
    pattern("dy")`
      s?["'*\x60]{0,3}(?: (?:account|user|for [^\n:=]{1,40}))?(?: (?:are|is|with|as|using)|\s{0,2}(?:[:=]|->|
      (?<= )-(?= )))\s{0,3}["'*\x60]{0,2}[\w.@+-]{2,64}?["'*\x60]{0,2}(?:\s{0,2}[/|,]\s{0,2}|\s?:\s?|\s->\s|
      \x60? and \x60)["'*\x60]{0,2}(?<value>[^\s"'\x60<>(){}]{8,80}?)["'*\x60]{0,2}[.,;)]?(?:\s|$)
    `,
    isMadeUpWord,
  ),
  // Things of one kind begin alike: `rssMax` / `rssP95`.
  row(
    "`␣/␣` `/` `␣:␣` `:`",
    SAID,
    /(?<=`([\w.@+-]{2,3})[\w.@+-]{0,61}` ?[/:] ?`)(?!\1)(?<value>[^\s`]{8,80})(?=`)/dy,
    isMadeUpWord,
  ),
  row(
    "␣pw␣",
    SAID,
    pattern("dy")`
      \s{0,8}(?:(?:is|was|are)(?: now)?:? |[:=] ?)?["'\x60*]{0,2}(?<value>[^\s"'\x60<>(){}]{8,80}?)
      ["'\x60*]{0,2}[.,;)]{0,2}(?:\s|$)
    `,
    isMadeUpWord,
  ),
  // What programs print around a password that they made.
  row("new␣value:", PRINTED, /(?<=password[^\0]{0,120}new value:) (?<value>[A-Za-z0-9*_=+-]{12,64})\s/diy),
  row("to␣installation:", PRINTED, /(?<=password[^\0]{0,160}to installation:)\s{1,6}(?<value>[0-9a-f]{32})\s/diy),
  row(
    "elastic␣=␣ _system␣=␣",
    PRINTED,
    /(?<=PASSWORD (?:[a-z]{1,20})?(?:elastic|_system) = )(?<value>[\w!@#$%^&*?~+=-]{8,64})(?=\s|$)/dy,
  ),
  row(
    "initial-password",
    PRINTED,
    /(?<=argocd [^\n]{0,40}initial-password)[^\n]{0,80}\n(?<value>[A-Za-z0-9-]{12,64})\r?\n/dy,
  ),
  // `host:port:database:user:password`, and no account of macOS, which has numbers of user and group there.
  row(
    ":5430: :5431: :5432: :5433: :5434: :5435: :5436: :5437: :5438: :5439: :6432: :15432: :*:",
    ["password", "pgpass", "medium"],
    pattern("dy")`
      (?<=(?:^|\n|["'\x60])[\w.*-]{1,128}:[\d*]{1,5}:)(?!-?\d+:-?\d+:)
      [^:\s"'\x60]{1,64}:[^:\s"'\x60]{1,64}:(?<value>(?:\\.|[^\s"'\x60\\:]){4,128})(?=\s|["'\x60]|$)
    `,
    (value) => !isPlaceholder(value),
  ),
  // In a line of /etc/shadow the hash is the field behind the name, of whatever kind.
  row(
    ":99999:",
    ["password-hash", "password-hash", "high"],
    /(?<=(?:^|[\s"'])[a-z_][\w.-]{0,31}:!?(?<value>[./0-9A-Za-z$=,]{13,256}):\d{4,6}:\d{0,6}:99999:)/dy,
    anything,
  ),
  // With this the answer of NTLM's second version begins; the two fields before it are its proof.
  row(
    ":0101000000000000",
    ["password-hash", "ntlm", "high"],
    pattern("dyi")`
      (?<=[\w.$-]{1,64}::[\w.-]{0,64}:[0-9a-f]{16}:(?<head>[0-9a-f]{32}):0101000000000000)(?<value>[0-9a-f]{16,4096})
    `,
    anything,
  ),
  // Behind the two digests of a user of Windows.
  row(
    ":::",
    ["password-hash", "sam-hash", "high"],
    /(?<=(?:^|[\s"'\\])[^\s:"']{1,64}:\d{1,10}:(?<value>[0-9a-fA-F]{32}:[0-9a-fA-F]{32}):::)/dy,
    anything,
  ),
  // Go's driver of MySQL: `user:password@tcp(host)`.
  row(
    "@tcp( @unix(",
    CONNECTION,
    pattern("dyi")`(?<=(?:^|["'\x60\s=(])[\w.-]{1,64}[:/](?<value>[^\s"'\x60]{2,128})@(?:tcp|unix)\()`,
    (value) => isSet(value) && value[0] !== "/",
  ),
  row(":thin:", CONNECTION, /[\w$#]{1,64}\/(?<value>[^\s"'`@/]{2,128})@/dy, (value) => !isPlaceholder(value)),
  // SQL's, also `IDENTIFIED WITH plugin BY '…'`.
  row(
    "identified",
    ["password", "sql-password", "medium"],
    pattern("dyi")`
      \s{1,40}(?:BY|WITH\s+["'\x60]?\w+["'\x60]?\s+(?:BY|AS|USING))\s+(?:PASSWORD\s+)?(?:VALUES\s+)?
      \\?(["'])(?<value>(?:(?!\1)[^\\\s]){4,256})
    `,
    (value) => isSet(value) && !/^[a-z]{4,5}$/i.test(value),
  ),
  // In a profile of OpenVPN: the user's line, then the password's.
  row(
    "<auth-user-pass>",
    ["password", "openvpn-password", "medium"],
    pattern("dy")`
      \s{0,4}\r?\n[ \t]{0,8}\S{1,128}[ \t]{0,8}\r?\n[ \t]{0,8}(?<value>\S{4,256})[ \t]{0,8}\r?\n[ \t]{0,8}<\/
    `,
    (value) => !isPlaceholder(value),
  ),
  // With `Password:` in base64 a server asks; the answer is the next line.
  row(
    "ugfzc3dvcmq6 ugfzc3dvcmq=",
    ["password", "sasl-login", "high"],
    pattern("dy")`
      Q?6?=?(?:\\r)?(?:\\n)?'?\s{1,4}(?:[<>CS:|-]{1,4}[ \t]{1,4}){0,2}(?:send: b?')?
      (?<value>[A-Za-z0-9+/]{4,200}={0,2})(?=\s|\\|$)
    `,
    (value) => /^[\x20-\x7e]{3,}$/.test(Buffer.from(value, "base64").toString("latin1")),
  ),
  // A bot of Telegram, whose number stands before. That and 35 characters are hardly anything else: a row will do.
  row(
    ":a",
    ["telegram-token", "telegram-token", "high"],
    /(?<=(?<head>\d{5,16}):A)(?<value>[\w-]{33,36})(?![\w-])/dy,
    (value) =>
      (isRandom(`A${value}`) || /([A-WYZa-wyz])\1{7}|abcdef|ABCDEF/.test(value)) && !isPlaceholder(`A${value}`),
  ),
  // A bearer token of Twitter's applications: a second row of `A` is inside, percent-encoded.
  row(
    "aaaaaaaaaaaaaaaaaaaaa",
    ["twitter-bearer", "twitter-bearer", "high"],
    /(?<=(?<!A)(?<head>A{21}))(?<value>A{0,3}[A-Za-z0-9%]{50,110})(?![A-Za-z0-9%])/dy,
    (value, text, start) => new Set(value).size >= 19 && !isInBlob(text, start, start + 21 + value.length),
  ),
  // A token of Azure DevOps, most of which stands before its sign.
  row(
    "azdo",
    ["azure-devops-token", "azure-devops-token", "high"],
    /(?<=(?<![A-Za-z0-9])(?<head>[A-Za-z0-9]{76})AZDO)(?<value>[A-Za-z0-9]{4})(?![A-Za-z0-9])/dy,
    anything,
  ),
  // Whose cloud it is opens nothing alone, but is half of a login and scanners report it, so it goes where that breaks
  // nothing: out of outputs and messages, never out of arguments.
  row(
    "aws_account awsaccount aws-account",
    ["aws-account-id", "aws-account-id", "low"],
    pattern("dyi")`${OF_CLOUD}(?<value>(?!1234-?5678-?9012)\d{4}-?\d{4}-?\d{4})(?![\w-])`,
    anything,
  ),
  row(
    "azure_client azureclient azure_tenant azuretenant ad_tenant adtenant arm_client arm_tenant",
    ["azure-id", "azure-id", "low"],
    pattern("dyi")`${OF_CLOUD}(?<value>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?![\w-])`,
    anything,
  ),
];

/** The words that call `readWord`. */
export const ROW_WORDS = ROWS.map(({ words }) => words).join(" ");

let rows: ReadonlyMap<string, Row> | undefined;

/** A word with a row: notes the secret that stands beside it. */
export function readWord(scan: Scan, start: number, end: number): void {
  rows ??= new Map(ROWS.flatMap((one) => one.words.split(" ").map((word) => [word.replaceAll("␣", " "), one])));
  const { text } = scan;
  const { kind, rule, confidence, secret, accepts = isSet } = rows.get(text.slice(start, end).toLowerCase())!;
  secret.lastIndex = end;
  const { value, head } = secret.exec(text)?.indices?.groups ?? {};
  if (value === undefined) return;
  const from = head?.[0] ?? value[0];
  if (accepts(text.slice(...value), text, from)) note(scan, kind, from, value[1], confidence, rule);
}

/** A value that does not only say what it is. */
function isSet(value: string): boolean {
  return !isPlaceholder(value) && !/^(?:pass(?:word)?|pw|pwd|secret)$/i.test(value);
}
