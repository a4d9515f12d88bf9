import { useEffect, useState } from "preact/hooks";

/** What the page shows; it stands in the address, so that reload, back and forward work. */
export type Route =
  | { readonly view: "timeline"; readonly id?: string }
  | { readonly view: "redactions" }
  | { readonly view: "audit" };

export function hrefOf(route: Route): string {
  if (route.view !== "timeline") return `#/${route.view}`;
  return route.id === undefined ? "#/" : `#/checkpoint/${route.id}`;
}

/** The way to a route: as a step of its own in the browser's history, or in place of the present one. */
export type Go = (route: Route, how?: "step" | "replace") => void;

/** The present route, and the way to another. */
export function useRoute(): [route: Route, go: Go] {
  const [route, setRoute] = useState(readRoute);
  useEffect(() => {
    const changed = () => setRoute(readRoute());
    window.addEventListener("hashchange", changed);
    window.addEventListener("popstate", changed);
    return () => {
      window.removeEventListener("hashchange", changed);
      window.removeEventListener("popstate", changed);
    };
  }, []);
  const go: Go = (next, how = "step") => {
    if (how === "step") history.pushState(null, "", hrefOf(next));
    else history.replaceState(null, "", hrefOf(next));
    setRoute(next);
  };
  return [route, go];
}

function readRoute(): Route {
  const [, view, id] = location.hash.split("/");
  if (view === "redactions" || view === "audit") return { view };
  return view === "checkpoint" && id !== undefined && /^[0-9a-f]+$/.test(id)
    ? { view: "timeline", id }
    : { view: "timeline" };
}
