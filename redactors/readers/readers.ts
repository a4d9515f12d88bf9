import type { Reader } from "../scan.ts";
import { readCall } from "./call.ts";
import { readCloudId } from "./cloud-id.ts";
import { readCommand, readOpensslPass } from "./command.ts";
import { readAuthorization, readBasic, readBearer, readCookie } from "./header.ts";
import { readCopy, readInsert } from "./insert.ts";
import { readJwk } from "./jwk.ts";
import { readJwt } from "./jwt.ts";
import { readKeyed } from "./keyed.ts";
import { readDevice } from "./device.ts";
import { readDsn, readIdentified, readOracle } from "./dsn.ts";
import { readKubernetes } from "./kubernetes.ts";
import { readOpenVpn } from "./open-vpn.ts";
import { readPair } from "./pair.ts";
import { readPemBegin, readPemEnd, readPpk } from "./pem.ts";
import { readPgpass } from "./pgpass.ts";
import { readPiped } from "./piped.ts";
import { readRecoveryCodes } from "./recovery-codes.ts";
import { readSeedList } from "./seed-list.ts";
import { readShadow } from "./shadow.ts";
import { readTelegram } from "./telegram.ts";
import { readTwitter } from "./twitter.ts";
import { readUrl } from "./url.ts";

/** The readers, named by a function so that none is loaded before it is called, and the words that call them, in lower case, blanks between them (`␣` is a blank in a word). */
export const READERS: readonly (readonly [reader: () => Reader, anchors: string])[] = [
  [() => readKeyed, "pass pwd psw secret token key auth\" auth' auth= auth: auth_ _auth␣ cred mnemonic seed salt sessid session sid= sid: _sid signature sig= jwt bearer pin= pin: _pat code= contribsys rootpw bindpw contrase _pw= pw: _pw␣ _pw\" _pw' authtok keymaterial masterauth senha kennwort wachtwoord heslo salasana client_id client-id client.id clientid access_id accessid app_id app-id appid= psk= psk: psk\" psk'"],
  [() => readUrl, "://"],
  [() => readPemBegin, "-----begin␣ ----␣begin"],
  [() => readPemEnd, "-----end␣"],
  [() => readPpk, "private-lines:"],
  [() => readJwt, "eyj eyai ewog"],
  [() => readJwk, "kty\" kty' kty\\"],
  [() => readSeedList, "phrase mnemonic seed␣words wallet␣words recovery␣words"],
  [() => readRecoveryCodes, "recovery␣code backup␣code"],
  [() => readAuthorization, "authorization"],
  [() => readBearer, "bearer␣"],
  [() => readBasic, "basic␣"],
  [() => readCookie, "cookie"],
  [() => readCommand, "curl wget sshpass docker podman helm mysql mariadb redis-cli mongo sqlcmd cqlsh ldapsearch smbclient keytool openssl zip␣ 7z␣ http␣- az␣login lftp etcdctl mosquitto_ rabbitmqctl ssh-keygen psexec securestring gh␣secret␣set net␣use ipmitool snmp xfreerdp wlfreerdp rdesktop"],
  [() => readOpensslPass, "pass:"],
  [() => readDsn, "@tcp( @unix("],
  [() => readOracle, ":thin:"],
  [() => readIdentified, "identified"],
  [() => readTelegram, ":a"],
  [() => readPiped, "-stdin sudo␣-s chpasswd"],
  [() => readPgpass, ":5430: :5431: :5432: :5433: :5434: :5435: :5436: :5437: :5438: :5439: :6432: :15432: :*:"],
  [() => readCall, "_connect( _pconnect( pdo( getconnection( ftp_login( ldap_bind( basicauth( basic_auth( credential( credentials( mysqli( login( auth=( .auth( dbi->connect("],
  [() => readOpenVpn, "auth-user-"],
  [() => readInsert, "insert␣into"],
  [() => readCopy, "from␣stdin"],
  [() => readDevice, "␣community␣ rocommunity␣ rwcommunity␣ enable␣password␣ -server␣key␣ isakmp␣key␣ chap␣password␣ -psk␣ascii␣ insecure-password␣ :␣psk␣ :␣eap␣ :␣xauth␣ :␣ntlm␣"],
  [() => readPair, "stats␣auth␣ ␣login= ␣on␣> sqlplus␣ >␣auth␣"],
  [() => readShadow, ":99999:"],
  [() => readTwitter, "aaaaaaaaaaaaaaaaaaaaa"],
  [() => readCloudId, "aws_account awsaccount aws-account azure_client azureclient azure_tenant azuretenant ad_tenant adtenant arm_client arm_tenant"],
  [() => readKubernetes, "kind:␣secret kind:␣\"secret kind:␣'secret kind\":␣\"secret kind\":\"secret kind\\\":\\\"secret"],
];
