import { pattern } from "../../kit/word-pattern.ts";
/** A program, in lower case, and where its password stands. */
export interface Program {
  readonly names: string;
  readonly option: RegExp;
  /** The value is `user:password`. */
  readonly pair: boolean;
  /** No option says that a password comes: its place among the arguments does. */
  readonly place?: boolean;
}

/** Programs, and the options or places that carry their password. */
export const COMMANDS: readonly Program[] = [
  { names: "curl|curl.exe", option: /(?:^|\s)(?:-u|--user|-U|--proxy-user)(?:\s+|=|(?=[^\s-]))/g, pair: true },
  { names: "http|https|httpie|wget|ab|siege", option: /(?:^|\s)(?:-a|--auth|-A)(?:\s+|=)/g, pair: true },
  { names: "sshpass", option: /(?:^|\s)-p\s*/g, pair: false },
  {
    names: "docker|podman|nerdctl|buildah|skopeo|helm|oras|crane|oc",
    option: /(?:^|\s)login\b[^\n]*?\s(?:-p|--password|--token)(?:\s+|=)/g,
    pair: false,
  },
  {
    names: "mysql|mysqldump|mysqladmin|mysqlimport|mariadb|mycli|mariadb-dump",
    option: /(?:^|\s)(?:-p(?=[^\s-])|--password=)/g,
    pair: false,
  },
  { names: "redis-cli", option: /(?:^|\s)(?:-a|--pass)\s+/g, pair: false },
  {
    names:
      "mongo|mongosh|mongodump|mongorestore|mongoexport|mongoimport|sqlcmd|bcp|influx|cqlsh|" +
      "ldapsearch|ldapmodify|ldapadd|ldapwhoami|ldappasswd",
    option: /(?:^|\s)(?:-p|-P|-w|--password)(?:\s+|=)/g,
    pair: false,
  },
  {
    names: "smbclient|mount.cifs|rpcclient|net|net rpc|net ads|wmic|psexec|winexe",
    option: /(?:^|\s)(?:-U[\s=]*|--user(?:name)?[\s=]+)/g,
    pair: true,
  },
  { names: "7z|7za|rar|unrar", option: /(?:^|\s)-h?p(?=[^\s-])/g, pair: false },
  { names: "zip|unzip|zipcloak", option: /(?:^|\s)-P\s*(?=[^\s-])/g, pair: false },
  { names: "keytool|jarsigner", option: /(?:^|\s)-(?:storepass|keypass|srcstorepass|deststorepass)\s+/g, pair: false },
  { names: "openssl", option: /(?:^|\s)-(?:k|passwd)\s+(?!-)/g, pair: false },
  { names: "psexec|psexec64", option: /(?:^|\s)[-/]p\s+/gi, pair: false },
  { names: "lftp", option: /(?:^|\s)-u\s*/g, pair: true },
  { names: "etcdctl", option: /(?:^|\s)--user(?:\s+|=)/g, pair: true },
  { names: "mosquitto_pub|mosquitto_sub|mosquitto_rr", option: /(?:^|\s)-P\s+/g, pair: false },
  { names: "ssh-keygen", option: /(?:^|\s)-[NP]\s*(?=[^\s-])/g, pair: false },
  { names: "rabbitmqctl", option: /(?:^|\s)(?:add_user|change_password)\s+\S{1,64}\s+/g, pair: false },
  { names: "securestring", option: /^\s+(?:-String\s+)?(?=["'])/gi, pair: false },
  { names: "ipmitool", option: /(?:^|\s)-P\s*/g, pair: false },
  {
    names: "snmpwalk|snmpget|snmpgetnext|snmpset|snmpbulkwalk|snmpbulkget|snmptable|snmptrap|snmpstatus",
    option: /(?:^|\s)-[cAX]\s*(?!(?:public|private)\b)/g,
    pair: false,
  },
  { names: "xfreerdp|xfreerdp2|xfreerdp3|wlfreerdp|wlfreerdp2|wlfreerdp3", option: /(?:^|\s)\/p:/g, pair: false },
  { names: "rdesktop", option: /(?:^|\s)-p\s*(?=[^\s-])/g, pair: false },
  { names: "gh secret set", option: /(?:^|\s)(?:-b|--body)(?:\s+|=)/g, pair: false },
  { names: "net use", option: /^\s+\S{1,200}\s+(?=[^\s/*]\S{0,100}\s+\/user:)/gi, pair: false, place: true },
  { names: "net use", option: /(?:^|\s)\/user:\S{1,64}\s+/gi, pair: false },
  { names: "az login", option: /(?:^|\s)(?:-p|--password)(?:\s+|=)/g, pair: false },
  { names: "az storage", option: /(?:^|\s)--account-key(?:\s+|=)/g, pair: false },
  { names: "pdftk", option: /(?:^|\s)(?:owner_pw|user_pw|input_pw)\s+/g, pair: false },
  {
    names:
      "security add-generic-password|security add-internet-password|security unlock-keychain|security " +
      "create-keychain|security import|security set-key-partition-list",
    option: /(?:^|\s)-[wpPk]\s+/g,
    pair: false,
  },
  { names: "dscl", option: /(?:^|\s)-passwd\s+\S{1,120}\s+/g, pair: false },
  { names: "signtool|signtool.exe", option: /(?:^|\s)[/-]p\s+/g, pair: false },
  { names: "certutil|certutil.exe", option: /(?:^|\s)-p\s+/gi, pair: false },
  {
    names: "vault operator|bao operator",
    option: /^\s+unseal(?:\s+-\S{1,200}){0,4}\s+(?!-)/g,
    pair: false,
    place: true,
  },
  { names: "x11vnc|vncpasswd|xvnc4viewer", option: /(?:^|\s)-passwd\s+/g, pair: false },
  { names: "smbget|smbcacls|smbmap|smbtree|pth-winexe", option: /(?:^|\s)-U\s*/g, pair: true },
  // By their place alone.
  {
    names: "htpasswd|htdigest|mosquitto_passwd",
    option: pattern("g")`
        ^(?:\s+-\w{1,8}(?:\s+\d{1,3})?){0,6}\s+-(?!\w*n)
        \w*b\w*(?:\s+-\w{1,8}(?:\s+\d{1,3})?){0,6}\s+[^\s-]\S{0,200}\s+[^\s-]\S{0,100}\s+
      `,
    pair: false,
    place: true,
  },
  {
    names: "htpasswd",
    option: pattern("g")`
        ^(?:\s+-\w{1,8}(?:\s+\d{1,3})?){0,6}\s+-(?=\w*n)
        \w*b\w*(?:\s+-\w{1,8}(?:\s+\d{1,3})?){0,6}\s+[^\s-]\S{0,100}\s+
      `,
    pair: false,
    place: true,
  },
  { names: "net user", option: /^\s+[\w.$-]{1,64}\s+(?![*/])/g, pair: false, place: true },
  { names: "cf auth", option: /^\s+[^\s-]\S{0,100}\s+/g, pair: false, place: true },
  { names: "wpa_passphrase", option: /^\s+(?:"[^"\n]{1,64}"|'[^'\n]{1,64}'|\S{1,64})\s+/g, pair: false, place: true },
  {
    names: "mc alias|mc config",
    option: /^\s+(?:set|host\s+add)\s+\S{1,64}\s+https?:\S{1,200}\s+\S{1,128}\s+/g,
    pair: false,
    place: true,
  },
  { names: "radtest", option: /^(?:\s+-\w(?:\s+\w+)?){0,4}\s+[^\s-]\S{0,100}\s+/g, pair: false, place: true },
  {
    names: "radtest",
    option: /^(?:\s+-\w(?:\s+\w+)?){0,4}\s+[^\s-]\S{0,100}\s+\S{1,100}\s+\S{1,100}\s+\d+\s+/g,
    pair: false,
    place: true,
  },
];
