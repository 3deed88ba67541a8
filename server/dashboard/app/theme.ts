import { signal } from "@preact/signals"

export type Theme = "system" | "light" | "dark"
const storageKey = "laurel-theme"
const themes: ReadonlyArray<Theme> = ["system", "light", "dark"]

const read = (): Theme => themes.find((theme) => theme === localStorage.getItem(storageKey)) ?? "system"

export const theme = signal<Theme>(read())

export const applyTheme = (): void => {
  if (theme.value === "system") delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme.value
}

/** Switches between the system's theme, light and dark. */
export const switchTheme = (): void => {
  theme.value = themes[(themes.indexOf(theme.value) + 1) % themes.length] ?? "system"
  localStorage.setItem(storageKey, theme.value)
  applyTheme()
}
