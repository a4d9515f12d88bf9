/** @file Passwords of databases: in SQL, in addresses of drivers, in files of clients. */

import { pattern } from "../../../kit/word-pattern.ts";
import { isMadeUpWord } from "../../judge/made-up-word.ts";
import { isPlaceholder } from "../../judge/placeholder.ts";
import { isSet, PAIRED, type Row } from "../word-reader.ts";

const CONNECTION = ["connection-password", "connection-password", "high"] as const;

export const DATABASE_ROWS: readonly Row[] = [
  {
    words: "sqlplus␣ impdp␣ expdp␣ sqlldr␣ rman␣target␣",
    as: PAIRED,
    secret: /(?:-\w+ ){0,3}["']?[\w$#]{1,64}\/["']?(?<value>[^\s@"'/]{3,64})["']?@/dy,
    finds: "sqlplus system/{a}@//db:1521/ORCL",
    leaves: "sqlplus system/password@//db:1521/ORCL",
  },
  // `host:port:database:user:password`. A line of macOS' accounts is no match: the ids of user and group stand in the
  // third and fourth field.
  {
    words: ":5430: :5431: :5432: :5433: :5434: :5435: :5436: :5437: :5438: :5439: :6432: :15432: :*:",
    as: ["password", "pgpass", "medium"],
    secret: pattern("dy")`
      (?<=(?:^|\n|["'\x60])[\w.*-]{1,128}:[\d*]{1,5}:)(?!-?\d+:-?\d+:)
      [^:\s"'\x60]{1,64}:[^:\s"'\x60]{1,64}:(?<value>(?:\\.|[^\s"'\x60\\:]){4,128})(?=\s|["'\x60]|$)
    `,
    accepts: (value) => !isPlaceholder(value),
    finds: "db.acme.test:5432:shop:app:{a}\n",
    leaves: "db.acme.test:5432:shop:app:<password>\n",
  },
  // A line of PgBouncer's userlist.txt: the user and the password, each in quotes.
  {
    words: '"␣"',
    as: ["password", "pgbouncer-user", "medium"],
    secret: /(?<=(?:^|\n)"[\w.@-]{1,64}" ")(?<value>[^"\n\\]{8,256})"[ \t]*(?:\r?\n|$)/dy,
    // A word and a number behind a dash are the name of a machine or a release.
    accepts: (value) =>
      (isMadeUpWord(value) && !/^[a-z]+(?:-[a-z]+)*-?\d+$/.test(value)) ||
      /^md5[0-9a-f]{32}$|^SCRAM-SHA-256\$\d/.test(value),
    finds: '"app" "{a}"\n"stats" "md5{x}"\n',
    leaves: '"app" "transaction"\n',
  },
  // Go's driver of MySQL: `user:password@tcp(host)`.
  {
    words: "@tcp( @unix(",
    as: CONNECTION,
    secret: pattern("dyi")`(?<=(?:^|["'\x60\s=(])[\w.-]{1,64}[:/](?<value>[^\s"'\x60]{2,128})@(?:tcp|unix)\()`,
    accepts: (value) => isSet(value) && value[0] !== "/",
    finds: "db: app:{a}@tcp(db1:3306)/shop",
    leaves: "db: app:password@tcp(db1:3306)/shop",
  },
  {
    words: ":thin:",
    as: CONNECTION,
    secret: /[\w$#]{1,64}\/(?<value>[^\s"'`@/]{2,128})@/dy,
    accepts: (value) => !isPlaceholder(value),
    finds: "jdbc:oracle:thin:app/{a}@db1:1521:xe",
    leaves: "jdbc:oracle:thin:@db1:1521:xe",
  },
  // SQL's `IDENTIFIED BY '…'`, also `IDENTIFIED WITH plugin BY '…'`.
  {
    words: "identified",
    as: ["password", "sql-password", "medium"],
    secret: pattern("dyi")`
      \s{1,40}(?<!\b(?:is|are|be)\sidentified\s{1,40})(?:BY|WITH\s+["'\x60]?\w+["'\x60]?\s+(?:BY|AS|USING))\s+
      (?:PASSWORD\s+)?(?:VALUES\s+)?
      \\?(["'])(?!<[^<>"'\n]{1,64}>\\?["'])(?<value>(?:(?!\1)[^\\\s]){4,256})
    `,
    accepts: (value, text, start) =>
      isSet(value) &&
      !/^[a-z]{4,5}$/i.test(value) &&
      !/^['"] (?!with|require|and|or|on|to|as|account|password|default|replace|using)[a-z]/.test(
        text.slice(start + value.length, start + value.length + 12),
      ),
    finds: "CREATE USER app IDENTIFIED BY '{a}';",
    leaves: "a call identified by 'requestId' parameter",
  },
  // Oracle's `IDENTIFIED BY …`, without quotes.
  {
    words: "identified␣by␣",
    as: ["password", "sql-password", "medium"],
    secret:
      /(?<=\b(?:user|role|database link) [^\n;]{1,80} )(?=\w{0,29}\d)(?<value>[A-Za-z][\w$#]{5,29})(?=[\s;]|$)/diy,
    finds: "CREATE USER app IDENTIFIED BY {a};",
    leaves: "a row is identified by its key",
  },
];
