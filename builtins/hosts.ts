import { alternatives } from "../kit/word-pattern.ts";

/** A pattern of the names and addresses of this machine. */
export const THIS_MACHINE = alternatives(
  String.raw`
  localhost(?:\.localdomain)? [\w-]{1,60}\.localhost 127(?:\.\d{1,3}){3} 0\.0\.0\.0 \[?::1?\]? host\.docker\.internal
  host\.containers\.internal gateway\.docker\.internal 10\.0\.2\.2
`,
);
const HERE = new RegExp(`^(?:${THIS_MACHINE})$`, "i");
/** Endings of host names that no server on the internet has. */
const LOCAL = /\.(?:localhost|local|test|internal|lan|home|svc|example|invalid)$/i;
const PRIVATE = /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|\[?f[cd][0-9a-f]{2}:)/i;

/** The host in an address, without user and port; `undefined` if the text is no address, or a variable is its host. */
export function hostOf(text: string): string | undefined {
  const [, scheme, host = ""] =
    /^(?:([a-z][\w+.-]*):\/\/)?(?:[^@/\s]*@)?(\[[\da-f:]+\]|[\w.-]+)(?::\d+)?(?:[/?#]|$)/i.exec(text) ?? [];
  return scheme !== undefined || host.includes(".") || /:\d+/.test(text) || host === "localhost" ? host : undefined;
}

export function isThisMachine(host: string): boolean {
  return HERE.test(host);
}

/** Whether a host is this machine, is in a private network, or has a name without dots, as containers have. */
export function isNear(host: string): boolean {
  return isThisMachine(host) || LOCAL.test(host) || PRIVATE.test(host) || !/[.:]/.test(host);
}

/**
 * Whether a host is certainly another machine: one of the internet or of a private network, but no container and no
 * name that only tests use.
 */
export function isOtherMachine(host: string): boolean {
  return !isThisMachine(host) && (!isNear(host) || PRIVATE.test(host));
}
