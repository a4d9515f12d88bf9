import type { Program } from "../program.ts";

/** Programs that publish what lies in a folder, in a form that git does not know. */
export const PUBLISHERS: readonly Program[] = [
  // Options come first too, and yarn names a workspace or all of these.
  {
    names: "npm pnpm yarn bun lerna",
    publishes: [
      /^(?:-\S+ (?:(?!-|npm |publish)\S+ )?|workspaces foreach |workspace \S+ )*(?:npm )?publish(?: |$)/,
      "package",
    ],
  },
  { names: "npm pnpm yarn bun", publishes: [/^version(?: |$)/, "version"] },
  { names: "vsce ovsx", publishes: [/^publish(?: |$)/, "extension"] },
  { names: "dart flutter", publishes: [/^pub publish(?: |$)/, "pub"] },
  { names: "cargo poetry uv pdm hatch flit rye", publishes: [/^publish(?: |$)/, "sources"] },
  { names: "surge ghp-import gh-pages", publishes: [/./, "site"] },
  { names: "netlify ntl", publishes: [/^deploy(?: |$)/, "site"] },
  { names: "wrangler", publishes: [/^pages (?:deploy|publish)(?: |$)/, "site"] },
  { names: "twine", publishes: [/^upload(?: |$)/, "sources"] },
  { names: "docker podman nerdctl buildah", publishes: [/^(?:image |compose )?push(?: |$)/, "image"] },
  { names: "docker podman nerdctl buildah", publishes: [/^(?:buildx |image )?build(?: |$)/, "build"] },
];
