/** @file Secrets of routers and other devices, and keys of wireless networks. */

import { pattern } from "../../../kit/word-pattern.ts";
import { isSet, PAIRED, type Row } from "../word-reader.ts";

const DEVICE = ["password", "device-password", "medium"] as const;

/** A pattern for the secret of a device: perhaps a digit for its encryption, then a word or a text in quotes. */
const OF_DEVICE =
  String.raw`(?:\d (?=\S))?("?)` + String.raw`(?<value>(?<=")[^"\\\n]{4,128}|(?<!")[^\s"'\x60<>(){}]{4,128})\1(?=\s|$)`;
/**
 * Whether a value is the secret of a device. A community of SNMP with its default name (`public`, `private`) protects
 * nothing.
 */
const isOfDevice = (value: string): boolean => isSet(value) && !/^(?:public|private|\d+)$/i.test(value);

export const DEVICE_ROWS: readonly Row[] = [
  // Settings of routers and servers in which only a blank stands before the secret.
  {
    words:
      "snmp-server␣community␣ rocommunity␣ rwcommunity␣ rocommunity6␣ rwcommunity6␣ enable␣password␣ " +
      "tacacs-server␣key␣ radius-server␣key␣ isakmp␣key␣ chap␣password␣ -psk␣ascii␣",
    as: DEVICE,
    secret: pattern("dy")`(?<=(?:^|\n)[ \t]{0,40}(?:crypto |ppp |wpa)?[\w-]{1,20}(?: [a-z]{1,12}){0,2} )${OF_DEVICE}`,
    accepts: isOfDevice,
    finds: "snmp-server community {a} RO\n",
    leaves: "snmp-server community public RO\n",
  },
  // The key in the block of a server for logins, in which a blank stands before it.
  {
    words: "tacacs␣server␣ radius␣server␣",
    as: DEVICE,
    secret: pattern("dy")`
      (?<=(?:^|\n)[ \t]{0,8}(?:tacacs|radius) server )\S{1,64}[ \t]*\r?\n(?:[ \t]+(?!key )[^\n]{1,120}\n){0,6}[ \t]+key ${OF_DEVICE}
    `,
    accepts: isOfDevice,
    finds: "tacacs server t1\n address ipv4 192.0.2.7\n key 7 {d}\n",
    leaves: "tacacs server t1\n address ipv4 192.0.2.7\n key <key>\n",
  },
  {
    words: "insecure-password␣",
    as: DEVICE,
    secret: pattern("dy")`(?<=(?:^|\n)[ \t]{0,40}\S{1,40}(?: \S{1,40}){0,3} insecure-password )${OF_DEVICE}`,
    accepts: isOfDevice,
    finds: "  user anna insecure-password {d}\n",
    leaves: "user <name> insecure-password <password>\n",
  },
  // The two secrets of a user of SNMP: for the login and for the encryption.
  {
    words: "createuser␣ ␣aes␣ ␣des␣",
    as: DEVICE,
    secret: pattern("dy")`
      (?<=(?:^|\n)[ \t]{0,20}createUser (?:[^\n]{8,200} )?)
      (?:(?<=createUser )(?:-e \S{1,70} )?\S{1,40} (?:MD5|SHA(?:-?\d{3})?) |(?<=AES |DES ))${OF_DEVICE}
    `,
    accepts: isOfDevice,
    finds: "createUser bob SHA {a} AES\n",
    leaves: 'createUser bob SHA "<password>" AES\n',
  },
  // Secrets of IPsec, except in a comment that explains the word.
  {
    words: ":␣psk␣ :␣eap␣ :␣xauth␣ :␣ntlm␣",
    as: DEVICE,
    secret: pattern("dy")`
      (?<=(?:^|\n)[^\n#]{0,120}(?<!uthenticate): (?:PSK|EAP|XAUTH|NTLM) )(?="|\S{0,127}\d)${OF_DEVICE}
    `,
    accepts: isOfDevice,
    finds: 'gw.acme.io : PSK "{a}"\n',
    leaves: 'gw.acme.io : PSK "%s"\n',
  },
  // Keys of wireless networks, as Windows prints them. In the rows below: the password that Terraform keeps in its
  // state, and the key that Postman sends.
  {
    words: "key␣content",
    as: PAIRED,
    secret: /[ \t]{4,24}: (?<value>\S{8,63})[ \t]*(?:\r?\n|$)/dy,
    finds: "    Key Content            : {a}\n",
    leaves: "    Key Content            : Absent\n",
  },
  {
    words: "wifi:",
    as: PAIRED,
    secret: /(?:[THRES]:[^;\n]{0,80};){1,6}P:(?<value>(?:\\.|[^;\\\n]){8,63});/dy,
    finds: "WIFI:T:WPA;S:HomeNet;P:{a};;",
    leaves: "WIFI:T:nopass;S:Guest;;",
  },
];
