import type { Reader } from "../scan.ts";
import { readCall } from "./call.ts";
import { readCommand, readLogin, readOpensslPass, readPiped } from "./command.ts";
import { readAuthorization, readBasic, readBearer, readCookie, readSaslPlain } from "./header.ts";
import { readCracked, readTokenBeside, TOKEN_WORDS } from "./token-words.ts";
import { readCopy, readInsert } from "./insert.ts";
import { readJwk, readJwt } from "./json-web.ts";
import { readKeyList, readRecoveryCodes, readSeedList, readUserLines } from "./lists.ts";
import { readKeyed } from "./keyed.ts";
import { readKubernetes } from "./kubernetes.ts";
import { programWords } from "./programs.ts";
import { readPemBegin, readPemEnd, readPpk } from "./pem.ts";
import { readUrl } from "./url.ts";
import { PASSWORD_WORDS, readPasswordBeside } from "./password-words.ts";

/** The readers and the words that call them, in lower case, blanks between them (`␣` is a blank in a word). */
export const READERS: readonly (readonly [reader: Reader, anchors: string])[] = [
  [
    readKeyed,
    "pass pwd psw secret token key auth\" auth' auth= auth: auth\\ auth_ _auth␣ sonar.login sonar_login " +
      "sonar-login sonarlogin cred mnemonic seed salt sessid session sid= sid: _sid signature sig= jwt bearer " +
      "pin= pin: _pat code= contribsys rootpw bindpw contrase _pw= pw: _pw␣ _pw\" _pw' authtok keymaterial " +
      "masterauth senha kennwort wachtwoord heslo salasana client_id client-id client.id clientid access_id " +
      "accessid app_id app-id appid= psk= psk: psk\" psk' pw␣ tkn= tkn: tkn\" tkn'",
  ],
  [readKeyed, "&pw= ?pw= ␣pw="],
  [readUrl, "://"],
  [readPemBegin, "-----begin␣ ----␣begin"],
  [readPemEnd, "-----end␣"],
  [readPpk, "private-lines:"],
  [readJwt, "eyj eyai ewog"],
  [readJwk, "kty\" kty' kty\\"],
  [readSeedList, "phrase mnemonic seed␣words wallet␣words recovery␣words"],
  [readRecoveryCodes, "recovery␣code backup␣code"],
  [readAuthorization, "authorization"],
  [readBearer, "bearer␣"],
  [readBasic, "basic␣"],
  [readCookie, "cookie"],
  [readCommand, programWords()],
  [readLogin, "␣-p␣ ␣-pw␣"],
  [readOpensslPass, "pass:"],
  [readPiped, "-stdin sudo␣-s chpasswd |␣kinit |␣az␣devops␣login |␣cryptsetup |␣passwd |␣openconnect |␣su␣"],
  [
    readCall,
    "_connect( _pconnect( pdo( getconnection( ftp_login( ldap_bind( basicauth( basic_auth( credential( " +
      "credentials( mysqli( login( auth=( .auth( dbi->connect( mysql.connect( mssql.connect( mysqldb.connect( " +
      "ftp( ftp_tls( plainauth( userpassword( cosmosclient(",
  ],
  [readInsert, "insert␣into"],
  [readCopy, "from␣stdin"],
  [
    readKeyList,
    "keyname keys␣list key␣list full␣␣ key1 key2 keys␣renew primarykey secondarykey masterkey unseal␣key " +
      'recovery␣key key␣1: unseal_keys recovery_keys "keys" keys_base64',
  ],
  [readSaslPlain, "auth␣plain authenticate␣plain \"plain\" 'plain' auth\",␣\"plain auth',␣'plain"],
  [readUserLines, "chpasswd: client␣server␣secret"],
  [
    readCracked,
    "$krb5 $mskrb5 $dcc2$ $dcc$ $office$ $oldoffice$ $zip2$ $zip3$ $pkzip$ $pkzip2$ $rar3$ $rar5$ $7z$ " +
      "$keepass$ $pdf$ $bitlocker$ $luks$ $ethereum$ $bitcoin$ $electrum$ $itunes_backup$ $axcrypt $dmg$ $odf$ " +
      "$openssl$ $sshng$ $mozilla$ $ansible$ $telegram$ $metamask $multibit$ $vnc$ $sip$ $radius $xmpp-scram " +
      "$postgres$ $mysqlna$ $hmac- $dynamic_ $netntlm $netlm $scram-pbkdf2 $blockchain$ $fvde$ $ab$ $bcrypt- " +
      "$ansible_vault; wpa*0 scram-sha-256$ scram-sha-1$",
  ],
  [readKubernetes, 'kind:␣secret kind:␣"secret kind:␣\'secret kind":␣"secret kind":"secret kind\\":\\"secret'],
  [readPasswordBeside, PASSWORD_WORDS],
  [readTokenBeside, TOKEN_WORDS],
];
