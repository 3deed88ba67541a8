import { said } from "../said.ts"
import { counts } from "./counts.ts"
import { counted, exact } from "./grammar.ts"

export const parts = {
  // Times
  justNow: "just now",
  today: (time: string) => `Today, ${time}`,
  onDay: (weekday: string, date: string) => `${weekday} ${date}`,
  moment: (day: string, time: string) => `${day}, ${time}`,

  // Loading and failing
  offline: "You are offline",
  offlineHint: "This appears as soon as the network is back. Nothing that you have entered is lost.",
  thisPart: "this part",
  notLoaded: (what: string) => `Could not load ${what}`,
  thisNotLoaded: "This did not load",
  rowsNotLoaded: "The next rows did not load",
  tryAgain: "Try again",
  request: <Part>(id: Part) => said`Request ${id}`,
  noAnswer: "The service could not be reached. Nothing is lost: try again when you are online.",
  notReadable: "the answer could not be read",
  signedOut: "You were signed out.",

  // Pages and lists
  notAllowed: "Not for your role",
  notAllowedTitle: "Your role does not allow this",
  notAllowedHint: "An owner can give you another role.",
  notFound: "Nothing here",
  notFoundTitle: "There is no such page",
  notFoundHint: "The address may be mistyped, or the page has moved.",
  toOverview: "Go to the overview",
  pagesOf: (list: string) => `Pages of ${list}`,
  firstPage: "First page",
  nextPage: "Next page",
  newest: "Newest",
  older: "Older",
  showMore: "Show more",
  reading: "Reading…",
  clearFilters: "Clear the filters",
  filtersInAddress: "The filters are in the address, so that a link leads to the same view.",
  csvOf: (what: string) => ` of ${what}`,
  csvHint: (what: string) => `Saves ${what} as a file for a spreadsheet, all pages`,
  asTable: "As a table",
  day: "Day",
  seeTable: (caption: string) => `${caption}. The table has the numbers.`,
  by: <Part>(name: Part) => said` by ${name}`,

  // Forms and dialogs
  optional: "optional",
  close: "Close",
  cancel: "Cancel",
  back: "Back",
  oneMoment: "One moment…",
  remove: (value: string) => `Remove ${value}`,
  addThenEnter: "Add, then Enter",
  suggestions: (count: number) => counted(count, "suggestion", "suggestions"),
  searching: "Searching…",
  noMember: "No word of a name starts like that, and no id or tag does.",
  memberHint: "Id, tag or any word of a name",
  moreActions: "More",
  noRule: "No rule or sub-rule has this in its name.",
  ruleHint: "Name of a rule or sub-rule",
  ruleTypes: { single: "single", batched: "batched", combined: "combined" },
  inactive: "inactive",
  conditionOf: (rule: string) => `condition of ${rule}`,
  code: "Code",
  codeHint: "The six digits that your authenticator app shows, or one of your recovery codes.",
  shownOnce: "The secret is shown only once. Store it now.",
  stored: "I have stored it",

  // Code
  copy: "Copy",
  copyThe: (what: string) => `Copy the ${what}`,
  copied: "Copied",
  cannotCopy: "The browser does not allow copying: select the text instead",
  sameWithCurl: "The same with curl",
  forDevelopers: "For developers: JSON, curl",

  // Payments and limits
  pays: (coins: number) => counts.coins(coins),
  paysByUnit: (coins: number, unit: number) => `${counts.coins(coins)} for every ${exact(unit)}`,
  paysUpTo: (coins: number, unit: number, most: number) =>
    `${counts.coins(coins)} for every ${exact(unit)}, at most ${counts.coins(most)} an award`,
  usedOf: (used: string, max: string) => `${used} of ${max}`,
  resets: <Part>(time: Part) => said` · resets ${time}`,
  nearlyUsedUp: "Nearly used up",
  full: "Full",
  ended: "Ended",
  windows: { day: "today", week: "this week", month: "this month", year: "this year", ever: "" },
  limits: {
    participants: "Members who can earn it",
    budget: "Budget",
    coins: "Coins",
    awards: "Payments",
    memberCoins: "Coins of this member",
    memberAwards: "Payments of this member"
  }
}
