import { said } from "../said.ts"
import { exact } from "./grammar.ts"

export const app = {
  // The navigation
  pages: "Pages",
  skip: "Skip to the page",
  search: "Search",
  programme: "Programme",
  people: "People",
  developers: "Developers",
  overview: "Overview",
  alerts: "Alerts",
  rules: "Rules",
  award: "Award",
  awards: "Awards",
  activities: "Activities",
  liability: "Liability",
  members: "Members",
  leaderboards: "Leaderboards",
  approvals: "Approvals",
  webhooks: "Webhooks",
  keys: "API keys",
  reference: "API reference",
  settings: "Settings",
  colleagues: "Colleagues",
  security: "Security",
  audit: "Audit trail",

  // The menu of the person who is signed in
  theme: "Theme",
  themes: { system: "as the system", light: "light", dark: "dark" },
  roles: { owner: "owner", manager: "manager", support: "support", viewer: "viewer" },
  language: "Language",
  languageHere: "In this browser",
  keyboard: "Keyboard",
  signOut: "Sign out",
  signOutFailed: (reason: string) => `Signing out failed: ${reason}`,

  // The test side
  testSide: {
    title: "Test side",
    notReal: "Nothing here is real.",
    clockShows: <Part>(time: Part) => said`The clock shows ${time}.`,
    dayOn: "A day on",
    weekOn: "A week on",
    monthOn: "A month on",
    setClock: "Set the clock",
    setClockDialog: "Set the clock…",
    onlyForward: "It moves forward only, until the test side is emptied.",
    time: "Time",
    empty: "Empty",
    emptyDialog: "Empty…",
    asksEmpty: "Empty the test side?",
    emptied:
      "Its rules, members, coins, API keys and webhooks go, and its clock shows the real time again. This cannot be undone. The live side is not touched.",
    showLive: "Show the live side",
    showTest: "Show the test side"
  },

  // The list of shortcuts
  ctrl: "Ctrl",
  searchAndCommands: "Search and commands",
  searchOnPage: "Search on this page",
  newRule: "New rule",
  closeDialog: "Close a dialog",
  thisList: "This list",

  // The command palette
  searchHint: "A page, a rule, a member, an id, or what to do",
  found: "Found",
  foundCount: (count: number) => `${exact(count)} found`,
  nothingFound: "Nothing found.",
  searching: "Searching…",
  searchFailed: (reason: string) => `The search did not work: ${reason}`,
  searchNotLoaded: (reason: string) => `The search did not load: ${reason}`,
  actions: "Actions",
  addMember: "Add member",
  adjustFromFile: "Adjust balances from a file…",
  importMembers: "Import members…",
  importAwards: "Import awards…",
  tryActivity: "Try an activity",
  anAward: "Award",
  transaction: "Transaction",
  awardFor: (rule: string, member: string) => `${rule} for ${member}`,
  coinsOf: (coins: string, member: string) => `${coins} of ${member}`,
  inactive: "inactive",

  // Leaving a form that is not saved
  leaveTitle: "Leave without saving?",
  leaveDraft: "What you entered stays in this browser as a draft, until you sign out.",
  stay: "Go on editing",
  leave: "Leave",

  // What can go wrong with any page
  notSignedIn: "Could not sign you in",
  pageNotLoaded: "The page did not load",
  codeNotLoaded: "The code of this page could not be loaded.",
  offline: "You are offline. What you see may be old; nothing that you have entered is lost."
}
