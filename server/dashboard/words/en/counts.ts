import { counted } from "./grammar.ts"

/** Numbers of things, as they stand alone or after a verb: "3 coins". */
export const counts = {
  activities: (count: number) => counted(count, "activity", "activities"),
  awards: (count: number) => counted(count, "award", "awards"),
  coins: (count: number) => counted(count, "coin", "coins"),
  completions: (count: number) => counted(count, "completion", "completions"),
  conditions: (count: number) => counted(count, "condition", "conditions"),
  days: (count: number) => counted(count, "day", "days"),
  members: (count: number) => counted(count, "member", "members"),
  months: (count: number) => counted(count, "month", "months"),
  payments: (count: number) => counted(count, "payment", "payments"),
  places: (count: number) => counted(count, "place", "places"),
  rules: (count: number) => counted(count, "rule", "rules"),
  years: (count: number) => counted(count, "year", "years")
}
