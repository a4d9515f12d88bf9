import { isLoopbackUrl } from "./is-public.ts";

/**
 * A sentence why nothing is sent to a URL; `undefined` if the URL is fine. It does not quote the URL, which may hold a
 * password or a token.
 * @param line a valid line of the settings as an example, beginning with the builtin's name
 */
export function faultInUrl(line: string, text: string): string | undefined {
  const [builtin] = line.split(" ", 1);
  const example = `Write for instance: ${line}`;
  if (!URL.canParse(text)) return `${builtin} takes a URL, and its first argument is none. ${example}`;
  const url = new URL(text);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopbackUrl(url)))
    return `${builtin} sends by https, and by http to localhost, 127.0.0.1 and [::1] only. ${example}`;
  if (url.username !== "" || url.password !== "")
    return `${builtin} takes no user name and no password in its URL. Take them out.`;
  return undefined;
}

/** The reason why a server's answer is a failure; `undefined` if its status is a success. */
export function faultInStatus(status: number): string | undefined {
  if (status >= 200 && status < 300) return undefined;
  const redirect = status >= 300 && status < 400 ? ", a redirect, which is not followed" : "";
  return `answered with status ${status}${redirect}`;
}
