/** What a request asks for: read once, so that who guards and who answers cannot read it in two ways. */
export interface RequestTarget {
  readonly path: string;
  readonly query: URLSearchParams;
}

/**
 * The target of a request, `undefined` where it is not plain: an absolute address, a path with empty parts, `.`, `..`,
 * escapes or other signs. Nothing of ours has such an address, and every such spelling is a way to be read differently.
 */
export function requestTarget(url: string | undefined): RequestTarget | undefined {
  const [path = "", query = "", ...rest] = (url ?? "").split("?");
  if (rest.length > 0 || !/^\/(?:[\w-]+(?:\.[\w-]+)*(?:\/[\w-]+(?:\.[\w-]+)*)*)?$/.test(path)) return undefined;
  return { path, query: new URLSearchParams(query) };
}
