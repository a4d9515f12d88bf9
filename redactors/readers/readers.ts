import type { Reader } from "../scan.ts";
import { findInCall } from "./call.ts";
import { findInCommand, findLogin, findPiped, findPipedTo } from "./command.ts";
import { findAuthorization, findBasic, findBearer, findCookies } from "./header.ts";
import { findTokenBeside, TOKEN_WORDS } from "./token-words.ts";
import { findInCopy, findInInsert } from "./tables/insert.ts";
import { findJwk, findJwt } from "./json-web.ts";
import { pairsInJsonTable, TABLE_WORDS } from "./tables/json-table.ts";
import { findInKeyList, findInUserList } from "./lists.ts";
import { pairReader } from "./pairs/add-secrets.ts";
import { findPairs } from "./pairs/find-pairs.ts";
import { findInManifest } from "./kubernetes.ts";
import { CODE_WORDS, findOneTimeCodes } from "./one-time-codes.ts";
import { pairsRespelled, RESPELLED_WORDS } from "./respelled.ts";
import { TRANSLATED } from "../judge/translated.ts";
import { programWords } from "./programs.ts";
import { findBelowPemBegin, findAbovePemEnd, findPpk } from "./pem.ts";
import { findInUrl } from "./url.ts";
import { PASSWORD_WORDS, findPasswordBeside } from "./password-words.ts";
import { SAID_WORDS, findSaid } from "./said-words.ts";

/** The telling words in names, some with the sign behind them that shows that a name ends there. */
const NAME_WORDS =
  "pass pwd psw secret token key auth\" auth' auth= auth: auth\\ auth_ _auth␣ sonar.login sonar_login " +
  "sonar-login sonarlogin cred mnemonic seed salt sessid session sid= sid: _sid signature sig= jwt bearer " +
  "pin= pin: _pat code= contribsys rootpw bindpw contrase pw= pw: _pw␣ pw\" pw' authtok keymaterial " +
  "masterauth client_id client-id client.id clientid access_id " +
  "accessid app_id app-id appid= psk= psk: psk\" psk' .psk␣ pw␣ tkn= tkn: tkn\" tkn' tok= " +
  "tok\" tok' psk␣= pw␣= pat= pat: pat\" pat'";

/** The telling words of other languages. Those that begin with `pass` hold one of `NAME_WORDS`. */
const TRANSLATED_WORDS = TRANSLATED.replace(/ ?\bpass\w*/g, "");

/** The readers, each with its anchors: words in lower case with blanks between them (`␣` is a blank in a word). */
export const READERS: readonly (readonly [reader: Reader, anchors: string])[] = [
  [findPairs, NAME_WORDS],
  [findPairs, TRANSLATED_WORDS],
  [findPipedTo, NAME_WORDS],
  [findPipedTo, TRANSLATED_WORDS],
  [findInUrl, "://"],
  [findBelowPemBegin, "-----begin␣ ----␣begin"],
  [findAbovePemEnd, "-----end␣"],
  [findPpk, "private-lines:"],
  [findJwt, "eyj eyai ewog"],
  [findJwk, "kty\" kty' kty\\"],
  [findAuthorization, "authorization"],
  [findBearer, "bearer␣"],
  [findBasic, "basic␣"],
  [findCookies, "cookie"],
  [findInCommand, programWords()],
  [findLogin, "␣-p␣ ␣-pw␣"],
  [findPiped, "-stdin sudo␣-s chpasswd |␣kinit |␣az␣devops␣login |␣cryptsetup |␣passwd |␣openconnect |␣su␣"],
  [
    findInCall,
    "_connect( _pconnect( pdo( getconnection( ftp_login( ldap_bind( basicauth( basic_auth( credential( " +
      "credentials( mysqli( login( auth=( .auth( dbi->connect( mysql.connect( mssql.connect( mysqldb.connect( " +
      "ftp( ftp_tls( plainauth( userpassword( cosmosclient( simple_bind( simple_bind_s( jwt.sign( jwt.verify( " +
      "jwt.encode( jwt.decode( createhmac( keyring.set_password( wifi.begin( hmac.new( credentials.basic( " +
      "algoliasearch(",
  ],
  [findInInsert, "insert␣into"],
  [findInCopy, "from␣stdin"],
  [
    findInKeyList,
    "keyname keys␣list key␣list full␣␣ key1 key2 keys␣renew primarykey secondarykey masterkey unseal␣key " +
      'recovery␣key key␣1: unseal_keys recovery_keys "keys" keys_base64',
  ],
  [pairReader(pairsInJsonTable), TABLE_WORDS],
  [findInUserList, "chpasswd:"],
  [findOneTimeCodes, CODE_WORDS],
  [findInManifest, 'kind:␣secret kind:␣"secret kind:␣\'secret kind":␣"secret kind":"secret kind\\":\\"secret'],
  [pairReader(pairsRespelled), RESPELLED_WORDS],
  [findPasswordBeside, PASSWORD_WORDS],
  [findSaid, SAID_WORDS],
  [findTokenBeside, TOKEN_WORDS],
];
