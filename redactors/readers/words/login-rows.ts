/** @file Passwords in logins: on command lines, in code, in scripts, and in the protocols of mail, FTP and chats. */

import { pattern } from "../../../kit/word-pattern.ts";
import { isMadeUpWord } from "../../judge/made-up-word.ts";
import { isPlaceholder } from "../../judge/placeholder.ts";
import { isSet, PAIRED, type Row } from "../word-reader.ts";

export const LOGIN_ROWS: readonly Row[] = [
  // A drive of another machine. The row below is for a login over SSH in code.
  {
    words: "␣/user:",
    as: PAIRED,
    secret: /(?<=\bnet use [^\n]{1,120} (?<value>[^\s/*\\][^\s]{3,63}) \/user:)/diy,
    finds: "net use \\\\fs\\s {l} /user:acme\\bob",
    leaves: "net use \\\\fs\\s * /user:acme\\bob",
  },
  {
    words: ".connect(",
    as: PAIRED,
    secret: pattern("dy")`
      \s{0,4}[^,()\n]{1,60}, {0,3}\d{2,5}, {0,3}(?:["'][\w.-]{1,40}["']|\w{1,40}), {0,3}
      ["'](?<value>[^"'\n]{4,64})["']
    `,
    finds: 'ssh.connect(h, 22, "root", "{a}")',
    leaves: 'ssh.connect(h, 22, "root", password)',
  },
  // A target of Impacket's programs.
  {
    words:
      "impacket- secretsdump psexec.py wmiexec smbexec atexec dcomexec getuserspns getnpusers mssqlclient " +
      "smbclient.py lookupsid rdp_check",
    as: PAIRED,
    secret: pattern("dy")`
      [\w.-]{0,24}[^\n|;]{0,60}?[\s"'](?:[\w.-]{1,64}\/)?[\w.$-]{1,64}:(?<value>[^\s"'|;:/]{4,80})["']?@[\w.-]
    `,
    finds: "impacket-secretsdump acme/bob:{a}@10.0.0.1",
    leaves: "impacket-secretsdump acme/bob:password@10.0.0.1",
  },
  // Answers of expect to a program that asks for a password.
  {
    words: 'send␣" send␣--␣" send␣\\"',
    as: PAIRED,
    secret: pattern("dy")`
      (?<=(?:assword|assphrase|passcode)[^\n]{0,40}\s{0,8}[^\n]{0,16}send (?:-- |\\)?")
      (?<value>(?:(?!\\[rn])[^\s"$]){4,80})(?:\\{1,2}[rn])?\\?"
    `,
    finds: 'expect "assword:"; send "{a}\\r"',
    leaves: 'expect "assword:"; send "$pw\\r"',
  },
  {
    words: "nickserv",
    as: PAIRED,
    secret: pattern("dyi")`
      \x20:?(?:IDENTIFY|REGISTER|GHOST|REGAIN)(?: [\w[\]\x60^{}|-]{1,32})? (?<value>[^\s<>{}[\]]{5,80})(?:\s|$)
    `,
    accepts: (value) => isSet(value) && /\d/.test(value) && !/@[\w-]+\.\w/.test(value),
    finds: "/msg nickserv identify {p}",
    leaves: "/msg NickServ HELP IDENTIFY",
  },
  // IMAP's command `LOGIN` has a user and a password, and nothing behind the password.
  {
    words: "␣login␣",
    as: PAIRED,
    secret: pattern("dyi")`
      (?<=(?:(?:^|\n|["'> ]|[CS]: )[A-Za-z]{0,4}\d{1,6}|["'][A-Za-z]{1,4}) login )(?:"[^"\n]{1,64}"|[^\s"{]{1,64}) "?
      (?<value>(?=[^\s"]{0,64}[\d!@#$%^&*])[^\s"{}]{4,80})"?[ \t]*(?:\r?\n|\\|"|$)
    `,
    finds: 'A3 LOGIN "bob" "{a}"',
    leaves: "A3 LOGIN failed",
  },
  // Commands of mail and FTP, as they are sent or as a program shows them.
  {
    words: "\"auth␣ 'auth␣ nauth␣ pass␣",
    as: PAIRED,
    secret: /(?<=AUTH |PASS )(?:[\w.-]{1,64} )?(?<value>[^\s\\"']{6,80})\\{1,2}[rn]/dy,
    accepts: isMadeUpWord,
    finds: "printf 'AUTH {a}\\r\\nPING\\r\\n' | nc cache1 6379",
    leaves: "printf 'AUTH password\\r\\nPING\\r\\n' | nc cache1 6379",
  },
  // A mail server's login in one line: a user and a password, each behind a zero byte, in base64.
  {
    words: "auth␣plain␣",
    as: ["password", "sasl-login", "high"],
    secret: /(?:=20)?(?<value>[A-Za-z0-9+/]{8,400}={0,2})(?=[\s\\"'\]]|$)/dy,
    accepts: (value) => /^[^\0]*\0[^\0]+\0[^\0]{3,}$/.test(Buffer.from(value, "base64").toString("latin1")),
    finds: "C: AUTH PLAIN AGFubmEA{b}\r\n",
    leaves: "C: AUTH PLAIN bm8gcGFzc3dvcmQ=\r\n",
  },
  {
    words: "request␣arg:",
    as: PAIRED,
    secret: /(?<=Command: PASS\s{1,12}Request arg:) (?<value>\S{4,80})/dy,
    finds: "Command: PASS\n    Request arg: {a}\n",
    leaves: "Command: USER\n    Request arg: anonymous\n",
  },
  // A profile of OpenVPN has the user on one line and the password on the next.
  {
    words: "<auth-user-pass>",
    as: ["password", "openvpn-password", "medium"],
    secret: pattern("dy")`
      \s{0,4}\r?\n[ \t]{0,8}\S{1,128}[ \t]{0,8}\r?\n[ \t]{0,8}(?<value>\S{4,256})[ \t]{0,8}\r?\n[ \t]{0,8}<\/
    `,
    accepts: (value) => !isPlaceholder(value),
    finds: "<auth-user-pass>\nanna\n{a}\n</auth-user-pass>\n",
    leaves: "<auth-user-pass>\nanna\n<password>\n</auth-user-pass>\n",
  },
  // A mail server sends `Password:` in base64; the client's answer is the next line.
  {
    words: "ugfzc3dvcmq6 ugfzc3dvcmq=",
    as: ["password", "sasl-login", "high"],
    secret: pattern("dy")`
      Q?6?=?(?:\\r)?(?:\\n)?'?\s{1,4}(?:[<>CS:|-]{1,4}[ \t]{1,4}){0,2}(?:send: b?')?
      (?<value>[A-Za-z0-9+/]{4,200}={0,2})(?=\s|\\|$)
    `,
    accepts: (value) => /^[\x20-\x7e]{3,}$/.test(Buffer.from(value, "base64").toString("latin1")),
    finds: "<- 334 UGFzc3dvcmQ6\n -> {b}\n<- 235 ok",
    leaves: "<- 334 UGFzc3dvcmQ6\n -> ***\n<- 535 no",
  },
];
