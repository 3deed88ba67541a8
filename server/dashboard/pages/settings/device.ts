import { words } from "../../words/settings.ts"

const browsers = [
  [/Edg\//, "Edge"],
  [/OPR\//, "Opera"],
  [/Firefox\//, "Firefox"],
  [/Chrome\//, "Chrome"],
  [/Safari\//, "Safari"]
] as const

const systems = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X|Macintosh/, "macOS"],
  [/Linux|X11/, "Linux"]
] as const

const first = (names: ReadonlyArray<readonly [RegExp, string]>, text: string): string | undefined =>
  names.find(([pattern]) => pattern.test(text))?.[1]

/** The name that a browser gives itself, in few words: "Firefox on Linux". Another name is shown as it is. */
export const deviceWords = (device: string | null): string => {
  if (device === null) return words.unknownDevice
  const [browser, system] = [first(browsers, device), first(systems, device)]
  if (browser === undefined) return device
  return system === undefined ? browser : words.browserOn(browser, system)
}
