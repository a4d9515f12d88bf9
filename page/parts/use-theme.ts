import { useEffect, useState } from "preact/hooks";

export type Theme = "auto" | "light" | "dark";

const KEY = "snapveil-theme";
const NEXT: Readonly<Record<Theme, Theme>> = { auto: "light", light: "dark", dark: "auto" };

/** Light, dark, or as the system has it; remembered as long as the address has the same port. */
export function useTheme(): [theme: Theme, next: () => void] {
  const [theme, setTheme] = useState<Theme>(() => {
    const kept = localStorage.getItem(KEY);
    return kept === "light" || kept === "dark" ? kept : "auto";
  });
  useEffect(() => {
    localStorage.setItem(KEY, theme);
    if (theme === "auto") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = theme;
  }, [theme]);
  return [theme, () => setTheme(NEXT[theme])];
}
