import { FastCheck as fc } from "effect"

/** Time zones and local times for tests of the calendar, as Intl shows them. */

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

export const zones = [...new Set([...Intl.supportedValuesOf("timeZone"), "UTC"])]

/** The local date and time as Intl shows it in Swedish: 2026-10-25 02:30:00. */
const shownBy = new Map<string, Intl.DateTimeFormat>()
export const shown = (zone: string, at: number): string => {
  const format =
    shownBy.get(zone) ??
    new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "medium", timeZone: zone })
  shownBy.set(zone, format)
  return format.format(at)
}

/** How far local time is ahead of UTC. */
export const ahead = (zone: string, at: number): number =>
  Date.parse(`${shown(zone, at).replace(" ", "T")}Z`) - at

/** An instant near the first change of the zone's clocks within about a year, if there is one. */
export const nearChange = (zone: string, from: number, distance: number): number => {
  for (let month = from; month < from + 390 * day; month += 30 * day) {
    if (ahead(zone, month) === ahead(zone, month + 30 * day)) continue
    let [before, after] = [month, month + 30 * day]
    while (after - before > 1_000) {
      const middle = before + Math.floor((after - before) / 2_000) * 1_000
      if (ahead(zone, middle) === ahead(zone, before)) before = middle
      else after = middle
    }
    return after + distance
  }
  return from + distance
}

/** Zones whose clocks have gone back or forward over midnight, or skipped a date. */
export const overMidnight = [
  "America/St_Johns",
  "America/Goose_Bay",
  "America/Havana",
  "America/Sao_Paulo",
  "Atlantic/Azores",
  "Asia/Gaza",
  "Pacific/Apia"
]

export const instantBetween = (from: string, to: string) =>
  fc.integer({ min: Date.parse(from) / 1_000, max: Date.parse(to) / 1_000 }).map((seconds) => seconds * 1_000)
