import { type Language, locales } from "./language.ts"

/** "1 Sept 2026, 00:00" in a time zone, with the seconds if there are any. */
export const dateTimeIn = (language: Language, instant: string, timeZone: string): string => {
  const at = new Date(instant)
  const timeStyle = at.getUTCSeconds() === 0 ? "short" : "medium"
  return at.toLocaleString(locales[language].dates, { dateStyle: "medium", timeStyle, timeZone })
}
