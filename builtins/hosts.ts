const LOCAL =
  /^(?:localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[?::1\]?|0\.0\.0\.0|host\.docker\.internal|.*\.(?:local|test|internal|lan|home|svc|example|invalid))$/i;
const PRIVATE = /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|\[?f[cd][0-9a-f]{2}:)/i;

/** The host of an address, without a user and a port; `undefined` for another text, and for a host in a variable. */
export function hostOf(text: string): string | undefined {
  const [, scheme, host = ""] =
    /^(?:([a-z][\w+.-]*):\/\/)?(?:[^@/\s]*@)?(\[[\da-f:]+\]|[\w.-]+)(?::\d+)?(?:[/?#]|$)/i.exec(text) ?? [];
  return scheme !== undefined || host.includes(".") || /:\d+/.test(text) || host === "localhost" ? host : undefined;
}

/** Whether a host is this machine, one of a private network, or a container of the same one, whose name has no dot. */
export function isNear(host: string): boolean {
  return LOCAL.test(host) || PRIVATE.test(host) || !/[.:]/.test(host);
}
