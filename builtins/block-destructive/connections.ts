import { anyOf } from "../../kit/word-pattern.ts";
import { withoutComments } from "../../shell/doors/code.ts";
import { THIS_MACHINE } from "../hosts.ts";

/** Matches a path that bash takes for a connection. */
const CONNECTED = /\/dev\/(?:tcp|udp)\//;

const HERE = new RegExp(String.raw`^/dev/(?:tcp|udp)/(?:${THIS_MACHINE})(?:/|$)`, "i");

/** Whether a file is a connection to another machine. */
export function isConnection(file: string): boolean {
  return CONNECTED.test(file) && !HERE.test(file);
}

/** Functions of code that send data. */
const POSTS = anyOf(String.raw`
  \bfetch\s?\( \b(?:requests|httpx|axios|got|session|client|ky|superagent|needle)\.(?:post|put|patch|get|request)\b
  \b(?:axios|got)\s?\( urlopen https?\.(?:request|get)\b \burllib Net::HTTP LWP:: HTTP::Tiny \bcurl_
  file_get_contents http\.client \.connect\( sendBeacon \b(?:curl|wget)\b aiohttp HTTParty RestClient Faraday
  WebSocket\( open-uri XMLHttpRequest
`);
/** Matches a connection by a socket in code, which names host and port apart. */
export const SOCKET = anyOf(
  String.raw`\bsocket\.socket \bnet["')]{0,3}\.(?:connect|createConnection|Socket) \bTCPSocket\b fsockopen IO::Socket net\.Dial
  create_connection\( \bHTTPS?Connection\( \bhttps?["')]{0,3}\.request\(\s{0,9}\{ \bNet::HTTP\.(?:start|new)\(`,
);

/** Matches an address (`https://…`) of any other machine than this one. */
const FAR = new RegExp(String.raw`https?://(?!(?:[\w.-]+@)?(?:${THIS_MACHINE})(?:[:/"'\x60]|$))`, "i");
const HERE_IN_CODE = new RegExp(String.raw`["'\x60](?:${THIS_MACHINE})["'\x60]`, "i");

/** Whether code sends data to another machine. */
export function sendsFar(given: string): boolean {
  const code = withoutComments(given);
  if (POSTS.test(code) && FAR.test(code)) return true;
  return SOCKET.test(code) && !HERE_IN_CODE.test(code);
}

/** Matches every text in which code or bash may connect to another machine, for the gate of the rules. */
export const MAY_CONNECT = new RegExp([CONNECTED, POSTS, SOCKET].map(({ source }) => source).join("|"));
