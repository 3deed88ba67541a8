/** The types of events, and when each happens. A test compares them with the service. */
export const eventTypes = [
  ["award.paid", "An award paid coins."],
  ["award.counted", "An award counted towards a payment."],
  ["award.suppressed", "A limit kept an award from having an effect."],
  ["award.reversed", "An award was reversed."],
  ["coins.transferred", "Coins went from a wallet to you."],
  ["coins.refunded", "A transfer was refunded."],
  ["member.onboarded", "A member was onboarded."],
  ["member.linked", "A member was linked to a user."],
  ["rule.created", "A rule was created."],
  ["rule.updated", "A rule was changed."],
  ["rule.exhausted", "A rule has no place or budget left."]
] as const
export type EventType = (typeof eventTypes)[number][0]
