import type { Words } from "../en/common.ts"
import { counted } from "./grammar.ts"

export const counts: Words["counts"] = {
  activities: (count) => counted(count, "Aktivität", "Aktivitäten"),
  awards: (count) => counted(count, "Vergabe", "Vergaben"),
  coins: (count) => counted(count, "Coin", "Coins"),
  completions: (count) => counted(count, "Erfüllung", "Erfüllungen"),
  conditions: (count) => counted(count, "Bedingung", "Bedingungen"),
  days: (count) => counted(count, "Tag", "Tage"),
  members: (count) => counted(count, "Mitglied", "Mitglieder"),
  months: (count) => counted(count, "Monat", "Monate"),
  payments: (count) => counted(count, "Zahlung", "Zahlungen"),
  places: (count) => counted(count, "Platz", "Plätze"),
  rules: (count) => counted(count, "Regel", "Regeln"),
  years: (count) => counted(count, "Jahr", "Jahre")
}
