import { pattern } from "../../kit/word-pattern.ts";

/** The form of the argument: a password, `user:password`, or a password that no option announces. */
type Form = "password" | "pair" | "place";

/**
 * Programs in lower case with `|` between them; a pattern for the options or places behind which the password stands;
 * and the form of the argument with the password.
 */
export type PasswordProgram = readonly [names: string, option: RegExp, form?: Form];

export const PROGRAMS: readonly PasswordProgram[] = [
  ["curl", /(?:^|\s)(?:-u|--user|-U|--proxy-user)(?:\s+|=|(?=[^\s-]))/g, "pair"],
  ["http|https|httpie|wget|ab|siege", /(?:^|\s)(?:-a|--auth|-A)(?:\s+|=)/g, "pair"],
  ["sshpass|rdesktop", /(?:^|\s)-p\s*(?=[^\s-])/g],
  [
    "docker|podman|nerdctl|buildah|skopeo|helm|oras|crane|oc",
    /(?:^|\s)login\b[^\n]*?\s(?:-p|--password|--token)(?:\s+|=)/g,
  ],
  ["mysql|mysqldump|mysqladmin|mysqlimport|mariadb|mycli|mariadb-dump", /(?:^|\s)(?:-p(?=[^\s-])|--password=)/g],
  ["redis-cli", /(?:^|\s)(?:-a|--pass|auth|requirepass|masterauth)\s+/gi],
  ["sqlcmd|bcp", /(?:^|\s)-P(?=[^\s-])/g],
  ["poetry|composer", /^\s+config\s+(?:-\S+\s+)?http-basic\.\S{1,80}\s+\S{1,64}\s+/g, "place"],
  ["az keyvault", /(?:^|\s)--value(?:\s+|=)/g],
  ["mkpasswd", /^(?:\s+-{1,2}\w+(?:[\s=]+(?:sha-?\d+|yescrypt|bcrypt\S*|md5))?){0,4}\s+(?=[^\s-])/g, "place"],
  ["openssl", /^\s+passwd(?:\s+-\w{1,8}){0,4}\s+(?=[^\s-])/g, "place"],
  [
    "mongo|mongosh|mongodump|mongorestore|mongoexport|mongoimport|sqlcmd|bcp|influx|cqlsh|" +
      "ldapsearch|ldapmodify|ldapadd|ldapwhoami|ldappasswd|az login",
    /(?:^|\s)(?:-p|-P|-w|--password)(?:\s+|=)/g,
  ],
  [
    "smbclient|mount.cifs|rpcclient|net|net rpc|net ads|wmic|psexec|winexe|smbget|smbcacls|smbmap|smbtree|pth-winexe",
    /(?:^|\s)(?:-U[\s=]*|--user(?:name)?[\s=]+)/g,
    "pair",
  ],
  ["7z|7za|rar|unrar", /(?:^|\s)-h?p(?=[^\s-])/g],
  ["zip|unzip|zipcloak|mosquitto_pub|mosquitto_sub|mosquitto_rr|ipmitool", /(?:^|\s)-P\s*(?=[^\s-])/g],
  ["keytool|jarsigner", /(?:^|\s)-(?:src|dest)?(?:store|key)pass\s+/g],
  ["openssl", /(?:^|\s)-(?:(?:k|passwd)\s+(?!-)|pass(?:in|out)?\s+["']?pass:)/g],
  ["psexec|psexec64|signtool|certutil|schtasks", /(?:^|\s)[-/]r?p\s+/gi],
  ["lftp", /(?:^|\s)-u\s*/g, "pair"],
  ["etcdctl", /(?:^|\s)--user(?:\s+|=)/g, "pair"],
  ["ssh-keygen", /(?:^|\s)-[NP]\s*(?=[^\s-])/g],
  ["rabbitmqctl", /(?:^|\s)(?:add_user|change_password)\s+\S{1,64}\s+/g],
  ["securestring", /^\s+(?:-String\s+)?(?=["'])/gi],
  [
    "snmpwalk|snmpget|snmpgetnext|snmpset|snmpbulkwalk|snmpbulkget|snmptable|snmptrap|snmpstatus",
    /(?:^|\s)-[cAX]\s*(?!(?:public|private)\b)/g,
  ],
  ["xfreerdp|xfreerdp2|xfreerdp3|wlfreerdp|wlfreerdp2|wlfreerdp3", /(?:^|\s)\/p:/g],
  ["gh secret set", /(?:^|\s)(?:-b|--body)(?:\s+|=)/g],
  ["net use", /^\s+\S{1,200}\s+(?=[^\s/*]\S{0,100}\s+\/user:)/gi, "place"],
  ["net use", /(?:^|\s)\/user:\S{1,64}\s+/gi],
  ["az storage", /(?:^|\s)--account-key(?:\s+|=)/g],
  ["pdftk", /(?:^|\s)(?:owner_pw|user_pw|input_pw)\s+/g],
  [
    "security add-generic-password|security add-internet-password|security unlock-keychain|security " +
      "create-keychain|security import|security set-key-partition-list",
    /(?:^|\s)-[wpPk]\s+/g,
  ],
  ["dscl", /(?:^|\s)-passwd\s+\S{1,120}\s+/g],
  ["vault operator|bao operator", /^\s+unseal(?:\s+-\S{1,200}){0,4}\s+(?!-)/g, "place"],
  ["x11vnc|vncpasswd|xvnc4viewer", /(?:^|\s)-passwd\s+/g],
  // With `-n`, no file stands between the options and the user.
  [
    "htpasswd|htdigest|mosquitto_passwd",
    pattern("g")`
      ^(?:\s+-\w{1,8}(?:\s+\d{1,3})?){0,6}\s+-(?:(?!\w*n)\w*b\w*(?:\s+-\w{1,8}(?:\s+\d{1,3})?){0,6}
      \s+[^\s-]\S{0,200}|(?=\w*n)\w*b\w*(?:\s+-\w{1,8}(?:\s+\d{1,3})?){0,6})\s+[^\s-]\S{0,100}\s+
    `,
    "place",
  ],
  ["net user", /^\s+[\w.$-]{1,64}\s+(?![*/])/g, "place"],
  ["cf auth", /^\s+[^\s-]\S{0,100}\s+/g, "place"],
  ["wpa_passphrase", /^\s+(?:"[^"\n]{1,64}"|'[^'\n]{1,64}'|\S{1,64})\s+/g, "place"],
  ["mc alias|mc config", /^\s+(?:set|host\s+add)\s+\S{1,64}\s+https?:\S{1,200}\s+\S{1,128}\s+/g, "place"],
  ["radtest", /^(?:\s+-\w(?:\s+\w+)?){0,4}\s+[^\s-]\S{0,100}\s+/g, "place"],
  ["radtest", /^(?:\s+-\w(?:\s+\w+)?){0,4}\s+[^\s-]\S{0,100}\s+\S{1,100}\s+\S{1,100}\s+\d+\s+/g, "place"],
];

/**
 * Programs whose names are also words of prose, each with its anchors: the name with a blank or an option behind it.
 */
const COMMON = new Map([
  ["http", "http␣-"],
  ["https", "https␣-"],
  ["zip", "zip␣"],
  ["rar", "rar␣"],
  ["7z", "7z␣"],
  ["net", "net␣-"],
  ["ab", "ab␣-"],
  ["oc", "oc␣login"],
]);

/**
 * The anchors of `findInCommand`. A name that begins with another program's name is left out, since the shorter name is
 * found in it.
 */
export function programWords(): string {
  let begin = "\n"; // the last name that was kept; the sorted names that begin with it follow
  return [...new Set(PROGRAMS.flatMap(([names]) => names.split("|")))]
    .toSorted()
    .filter((name) => {
      const goesOn = name.startsWith(begin);
      if (!goesOn && !COMMON.has(name)) begin = name;
      return !goesOn;
    })
    .map((name) => COMMON.get(name) ?? name.replaceAll(" ", "␣"))
    .join(" ");
}
