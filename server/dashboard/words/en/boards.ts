import { said } from "../said.ts"
import { counts } from "./counts.ts"
import { counted } from "./grammar.ts"

export const words = {
  title: "Leaderboards",
  caption: "Leaderboard",
  what: "the leaderboard",
  thisBoard: "this board",
  list: "the leaderboard",

  // Choosing a board and a member
  board: "Board",
  boards: { points: "Points", earner: "Coins earned", spender: "Coins spent" },
  year: "Year",
  allTime: "All time",
  month: "Month",
  wholeYear: "The whole year",
  jumpTo: "Jump to a member",
  jumpHint: "The member's id",
  jump: "Jump",

  // What a board counts
  counting: {
    points:
      "All coins that a member ever earned. Spending them does not lower the points; reversing an award does.",
    earner: {
      ever: "Coins that you awarded at any time.",
      year: (year: number) => `Coins that you awarded in ${year}, by the calendar in UTC.`,
      month: (month: string, year: number) =>
        `Coins that you awarded in ${month} ${year}, by the calendar in UTC.`
    },
    spender: {
      ever: "Coins that members redeemed at any time.",
      year: (year: number) => `Coins that members redeemed in ${year}, by the calendar in UTC.`,
      month: (month: string, year: number) =>
        `Coins that members redeemed in ${month} ${year}, by the calendar in UTC.`
    }
  },

  // The table
  rank: "Rank",
  member: "Member",
  sought: ", the member you searched for",
  reached: "Reached",
  points: "Points",
  coins: "Coins",
  pageOf: (page: string, last: string, members: number) =>
    `Page ${page} of ${last} · ${counts.members(members)}`,
  previousPage: "Previous page",

  // The position of the member that the reader looks for
  notOnBoard: <Part>(member: Part) => said`${member} is not on this board yet.`,
  hasPoints: <Part>(member: Part, rank: string, of: string, points: number) =>
    said<Part | string>`${member} has rank ${rank} of ${of}, with ${counted(points, "point", "points")}.`,
  hasCoins: <Part>(member: Part, rank: string, of: string, coins: number) =>
    said<Part | string>`${member} has rank ${rank} of ${of}, with ${counts.coins(coins)}.`,

  // Shared ranks
  severalShare: (rank: number) => `several members share rank ${rank}`,
  someShare: (members: number, rank: number) => `${counts.members(members)} share rank ${rank}`,
  ties: (shares: Iterable<string>) => {
    const [first = "", second, third] = shares
    const all =
      second === undefined
        ? first
        : third === undefined
          ? `${first}, and ${second}`
          : `${first}, ${second}, and so on`
    return `${all[0]?.toUpperCase()}${all.slice(1)}: of equal scores, the one that was reached first is listed first.`
  },

  // Nobody
  nobody: "Nobody is on this board yet",
  nobodySpent: "Members appear here when coins go from their wallets to you.",
  nobodyEarned: "Members appear here when an award pays them.",
  toMembers: "Go to members",
  nobodyInYear: (year: number) => `Nobody is on the board in ${year}`,
  nobodyInMonth: (month: string, year: number) => `Nobody is on the board in ${month} ${year}`,
  chooseAnother: "Choose another month, or all time.",

  // A year
  notBegun: "Has not begun.",
  nobodyAtAll: "Nobody.",
  bestOfMonths: (year: number) => `The five best of each month of ${year}`,
  yearAsTable: "The year as a table"
}
export type Words = typeof words
