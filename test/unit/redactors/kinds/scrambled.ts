import type { Harmless, Held } from "./made.ts";

/** A sign of each kind that no language has at its place, in passwords put together at run time. */
const NESTED = ["EONYl!gCtj", "(fIZ"].join("");
const NUMBERS = ["9Jrl)Lpi", "15s)X+v"].join("");
const JOINED = ["7{VIrx?aR", "#7]kQ({"].join("");
const FIRST = ["$%0eu*OJ6", "LK3&2nh"].join("");
const NAMES = ["A_o(LbgHRQ", "jjFNIz8Uk"].join("");
const QUOTES = [`kV"7{x#Rr`, "]2m@Qz&4w"].join("");

/** Passwords of letters, digits and signs in any order, alone behind their name. */
export const SCRAMBLED: readonly Held[] = [
  ["an environment, brackets that nothing closes", `HOST=db\nDB_PASSWORD=${NESTED}\nPORT=1\n`, NESTED],
  ["an export, numbers before letters", `export DB_PASSWORD=${NUMBERS}\n`, NUMBERS],
  ["YAML, signs that join nothing", `db:\n  user: app\n  password: ${JOINED}\n  port: 5432\n`, JOINED],
  ["INI, operators in a row", `[db]\nuser = app\npassword = ${FIRST}\nhost = db\n`, FIRST],
  ["properties, a part that is no name", `spring.datasource.password=${NAMES}\n`, NAMES],
  ["an environment, a quote", `DB_PASSWORD=${QUOTES}\n`, QUOTES],
  ["a patch", `@@ -1,2 +1,3 @@\n HOST=db\n+DB_PASSWORD=${NESTED}\n PORT=1\n`, NESTED],
  ["a patch of exports", `@@ -1,2 +1,3 @@\n+export DB_PASSWORD=${JOINED}\n`, JOINED],
  ["a list in one line", `"Env": ["HOST=db","DB_PASSWORD=${NESTED}","PORT=1"]`, NESTED],
  ["a line before a comment", `DB_PASSWORD=${NUMBERS}  # since May\n`, NUMBERS],
  ["a line end that is spelt", String.raw`DB_PASSWORD=${NUMBERS}\nPORT=1`, NUMBERS],
  ["a variable below its name", `env:\n  - name: DB_PASSWORD\n    value: ${NESTED}\n`, NESTED],
  ["an element", `<db><password>${NUMBERS}</password></db>`, NUMBERS],
  ["a login of netrc", `machine db.acme.io login app password ${NUMBERS}\n`, NUMBERS],
  ["a numbered line of an environment", `     7→DB_PASSWORD=${NESTED}\n     8→PORT=1\n`, NESTED],
  ["a numbered line of YAML", `    12\t  password: ${JOINED}\n`, JOINED],
  ["a line that grep found", `conf/app.yml:12:  password: ${JOINED}\n`, JOINED],
  ["a line of a log", `2026-11-27 09:12:01 INFO DB_PASSWORD=${NESTED}\n`, NESTED],
  ["variables in a row", `[HOST=db DB_PASSWORD=${NUMBERS} PORT=1]\n`, NUMBERS],
  ["a secret that is no password", `SECRET_KEY=${NESTED}\n`, NESTED],
];

/** Code, look-ups and patterns at the same places. */
export const SCRAMBLED_HARMLESS: readonly Harmless[] = [
  [
    "look-ups of a shell",
    "DB_PASSWORD=$(pass show db/Prod1)\nDB_PASSWORD=${SECRETS[db_Prod1]}\nDB_PASSWORD=$ZodIPv6Def;\n",
  ],
  [
    "look-ups of languages",
    "PASSWORD=process.env.DB_PASSWORD1!\nPASSWORD=os.environ[\"DB1\"]\nPASSWORD=getenv('DB1')\n",
  ],
  [
    "templates",
    "password: {{.Values.Db1.Password|b64enc}}\npassword: <%=ENV['DB1_PASSWORD']%>\npassword: %(Db1.pw)s\n",
  ],
  ["calls and members", 'password = self._cfg["db"][0].get(Pw1)\npassword = hash(Pw1+salt[:8])[A2].hex()\n'],
  ["calls over several lines", "password = sv_2mortal(newSVpvf(\npassword = _winapi.GetExitCodeProcess):\n"],
  ["minified code", "password: e.t(n[0].A1,r(2)),\npassword = (x>=1)?Y2[0]:z[3]\npassword: (0,A1.b)(e[2],C)\n"],
  [
    "casts and pointers",
    "password = *(char**)(Buf2+0x1F)\npassword = ($type)SvUV($arg)\nPASSWORD=*(_DWORD*)(a1+0x2C)\n",
  ],
  ["types", "password: Map<string,Array<Pw1[]>>;\npassword: Option<Vec<[u8;32]>>,\npassword = _ASN1Type.IA5String,\n"],
  ["numbers", "password = 0x3C6EF372,\npassword: 1e3*x[A2]+(B>>1)\n"],
  [
    "regular expressions",
    "password: /^[A-Z0-9!@#]{8,}$/\nPASSWORD_REGEX=^(?=.*[0-9])\\S{6,16}$\npassword = /%[qQwWx]?\\(/,\n",
  ],
  ["escapes of a terminal", "password=\\E[24m:up=\\E[A:us=\\E[4m:ve=\\E[?25h:\n"],
  ["addresses", "password: https://user@prefix[@127.0.0.1:8123/Admin#a%3Fb%23c%5Bd\n"],
];
