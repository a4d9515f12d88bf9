/** Hosts that are this machine whatever a name server says. */
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

export function isLoopback({ hostname }: URL): boolean {
  return LOOPBACK.test(hostname);
}

/** A sentence about arguments that are not `URL [BODY]`. It quotes nothing: a URL can hold a password or a token. */
export function faultInPost([text = "", , ...more]: readonly string[]): string | undefined {
  const example = "Write for instance: http_post https://hooks.example.com/agent";
  if (text === "" || more.length > 0)
    return `http_post takes a URL and, behind it, a body if you want another. ${example}`;
  if (!URL.canParse(text)) return `http_post takes a URL, and its first argument is none. ${example}`;
  const url = new URL(text);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback(url)))
    return `http_post sends by https, and by http to localhost, 127.0.0.1 and [::1] only. ${example}`;
  if (url.username !== "" || url.password !== "")
    return "http_post takes no user name and no password in its URL. Take them out.";
  return undefined;
}
