import { said } from "../said.ts"
import { counted, plural } from "./grammar.ts"

export const alerts = {
  title: "Alerts",
  all: "All alerts",
  needsYou: "Needs you",
  nothing: "Nothing needs you",
  nothingYet: "Nothing needs you.",
  what: "the alerts",
  hint: "Rules of which 80 % is used or that end within seven days, failing webhooks and waiting approvals are listed here.",
  byMail: <Part>(settings: Part) => said`New alerts can also come by mail: ${settings}.`,
  more: "More rules are nearly used up or end soon than are listed.",

  // The badges of the navigation, after their number
  alert: (count: number) => plural(count, { one: "alert", other: "alerts" }),
  waiting: "waiting",
  failing: "failing",

  // What can be done
  edit: "Edit",
  open: "Open",
  review: "Review",

  // Titles that go on from the name of the rule
  nearlyUsedUp: "is nearly used up",
  full: "is full",
  endsSoon: "ends soon",
  usedUpBudget: "has used up its budget",
  usedUpCoins: (window: string) => `has used up its coins${window && ` ${window}`}`,
  usedUpPayments: (window: string) => `has used up its payments${window && ` ${window}`}`,

  // Why
  nearlyPlaces: (percent: string, used: string, max: number) =>
    `${percent} % of its places: ${used} of ${counted(max, "place", "places")}.`,
  nearlyBudget: (percent: string, used: string, max: number) =>
    `${percent} % of its budget: ${used} of ${counted(max, "coin", "coins")}.`,
  nearlyCoins: (percent: string, used: string, max: number, window: string) =>
    `${percent} % of its coins${window && ` ${window}`}: ${used} of ${counted(max, "coin", "coins")}.`,
  nearlyPayments: (percent: string, used: string, max: number, window: string) =>
    `${percent} % of its payments${window && ` ${window}`}: ${used} of ${counted(max, "payment", "payments")}.`,
  allPlaces: (max: number) =>
    max === 1 ? "The only place is taken." : `All ${counted(max, "place", "places")} are taken.`,
  coinsUsed: (used: string, max: number) => `${used} of ${counted(max, "coin", "coins")} are used.`,
  paymentsUsed: (used: string, max: number) => `${used} of ${counted(max, "payment", "payments")} are used.`,
  opensAgain: (at: string) => `It opens again ${at}.`,
  paysUntil: (end: string) => `It pays until ${end}.`,

  // Approvals and webhooks
  approvalsWait: (waiting: number) => (waiting === 1 ? "An approval waits" : `${waiting} approvals wait`),
  askedFor: (waiting: number, from: string) =>
    waiting === 1 ? `It was asked for ${from}.` : `The oldest was asked for ${from}.`,
  webhookFailing: "A webhook is failing",
  nothingAccepted: (host: string, from: string) => `${host} has accepted nothing since ${from}.`,
  paused: (reason: string) => `It is paused: ${reason}.`
}
