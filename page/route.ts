import { useEffect, useState } from "preact/hooks";

/** The view of the page. It is in the URL, so that reload, back and forward work. */
export interface Route {
  readonly view: "timeline" | "redactions" | "audit" | "log";
  /** The checkpoint that is chosen in the timeline. */
  readonly id?: string;
}

export function hrefOf({ view, id }: Route): string {
  if (view !== "timeline") return `#/${view}`;
  return id === undefined ? "#/" : `#/checkpoint/${id}`;
}

/** Opens a route, as a new entry in the browser's history (`step`) or in place of the present entry (`replace`). */
export function go(route: Route, how: "step" | "replace" = "step"): void {
  if (how === "step") location.assign(hrefOf(route));
  else location.replace(hrefOf(route));
}

/** The route in the present URL. */
export function useRoute(): Route {
  const [route, setRoute] = useState(readRoute);
  useEffect(() => {
    const changed = () => setRoute(readRoute());
    window.addEventListener("hashchange", changed);
    return () => window.removeEventListener("hashchange", changed);
  }, []);
  return route;
}

function readRoute(): Route {
  const [, view, id] = location.hash.split("/");
  if (view === "redactions" || view === "audit" || view === "log") return { view };
  return view === "checkpoint" && id !== undefined && /^[0-9a-f]+$/.test(id)
    ? { view: "timeline", id }
    : { view: "timeline" };
}
