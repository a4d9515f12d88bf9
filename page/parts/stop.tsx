import type { ComponentChildren } from "preact";

/** Why there is nothing to show, in place of it. */
export function Stop({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <div class="stop">
      <h1>{title}</h1>
      <p>{children}</p>
    </div>
  );
}
