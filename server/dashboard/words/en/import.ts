import { counts } from "./counts.ts"
import { counted, exact, plural } from "./grammar.ts"

const outcomes = (done: number, waiting: number, refused: number): string =>
  [
    `${exact(done)} done`,
    ...(waiting > 0 ? [`${exact(waiting)} wait for approval`] : []),
    ...(refused > 0 ? [`${exact(refused)} refused`] : [])
  ].join(", ")

export const words = {
  // The three kinds of files
  members: "Import members",
  awards: "Import awards",
  adjustments: "Import adjustments",
  membersSample: "members-sample.csv",
  awardsSample: "awards-sample.csv",
  adjustmentsSample: "adjustments-sample.csv",
  addMembers: (count: number) => `Add ${counts.members(count)}`,
  awardLines: (count: number) => `Award ${counted(count, "line", "lines")}`,
  adjustLines: (count: number) => `Adjust ${counted(count, "line", "lines")}`,
  membersConsequence: (lines: number) =>
    `${counted(lines, "line", "lines")}. Who is a member already stays one, and gets the attributes of the line.`,
  awardsConsequence: (awards: number, rules: number, members: number) =>
    `${counts.awards(awards)} of ${counts.rules(rules)} to ${counts.members(members)}. Limits of the rules decide what each pays.`,
  adjustmentsConsequence: (added: number, removed: number, members: number) =>
    `Adds ${counts.coins(added)} and removes ${counts.coins(removed)} in the wallets of ${counts.members(members)}. What is above the limit of the settings waits until another person approves it.`,

  // The columns
  columns: "Columns",
  columnsOfFile: "Columns of the file",
  required: "(required)",
  downloadSample: "Download a sample",
  about: {
    userId: "Your id for the user, up to 128 characters",
    userIdOrTag: "Your id for the user, up to 128 characters. It or a tag is required",
    tag: "Asks your userDetailsUrl for the user's record",
    attributes:
      "What you know about the member, such as attributes.tier. Numbers, true and false are taken as such",
    ruleName: "The name of a rule or sub-rule",
    amount: "For a rule that pays by amount, such as 62.50",
    narration: "A note, up to 500 characters",
    metadata: "Your own texts, such as metadata.orderId",
    coins: "Such as 25 or 2.5",
    debitOrCredit: "CR adds coins, DE removes them",
    reason: "Why, up to 200 characters",
    points: "true if the coins count on the boards. Only for CR",
    coinsExpire: "Such as P1Y or P90D. Only for CR"
  },
  sample: {
    rule: "first order",
    thanks: "Thank you",
    goodwill: "goodwill for a late delivery",
    twice: "awarded twice"
  },

  // Choosing a file
  file: "File",
  drop: "Drop a CSV file here, or choose one",
  fileExplained:
    "UTF-8, at most 5 MB and 20,000 lines, with commas, semicolons or tabs. Nothing is sent before you say so.",
  onceExplained:
    "Each line of a file takes effect once, also if you send the same file again. A file that was changed is another file.",
  notRead: "The file could not be read",
  notUtf8: 'The file is not UTF-8. Save it as "CSV UTF-8" in your spreadsheet.',
  tooLarge: "The file has more than 5 MB. Split it into several files.",
  needsHttps: "Importing needs a connection over https.",
  backToAwards: "Back to awards",
  backToMembers: "Back to members",

  // What the file looks like
  canBeSent: (good: number) => `${counted(good, "line", "lines")} can be sent.`,
  someCanBeSent: (good: number, bad: number) =>
    `${counted(good, "line", "lines")} can be sent, ${counted(bad, "line", "lines")} cannot.`,
  notUsed: (columns: string) => `Not used: ${columns}.`,
  linesToFix: "Lines to fix",
  line: "Line",
  column: "Column",
  toFix: "What to fix",
  firstShown: (shown: number, all: string) =>
    `The first ${shown} of ${all} are shown. The result has all of them.`,
  firstLines: "First lines",

  // What is wrong with a file or a line. Each reads on from the number of the line.
  noColumns: (names: string) => `must have the names of the columns, such as ${names}`,
  lacks: (names: string, count: number) =>
    `lacks ${names}: add ${plural(count, { one: "this column", other: "these columns" })}`,
  namesTwice: (names: string) => `names ${names} twice`,
  isEmpty: "is empty: the first line has the names of the columns",
  tooManyLines: (most: number) => `begins a file of more than ${most} lines: split it`,
  otherCells: (cells: number, expected: number) =>
    `has ${cells} cells instead of ${expected}: put cells with a separator into quotes`,
  restNotRead: (problem: string) => `${problem}. Lines after it are not read`,

  // Sending
  sending: "Sending",
  sentOf: (sent: string, total: string) => `${sent} of ${total} sent`,
  allSent: (done: number, waiting: number, refused: number) =>
    `All lines are sent: ${outcomes(done, waiting, refused)}.`,
  someSent: (sent: string, total: string, done: number, waiting: number, refused: number) =>
    `${sent} of ${total} lines are sent: ${outcomes(done, waiting, refused)}.`,
  stopped: "The import stopped",
  stoppedHint: "Go on to send the rest. A line that did arrive has no second effect.",
  stop: "Stop",
  goOn: "Go on",
  downloadResult: "Download the result",
  refusedHint: "The result says of each line why it was refused. Send only those lines again, in a new file.",

  // The file with the result
  resultOf: (file: string) => `${file}-result.csv`,
  resultColumns: { line: "line", outcome: "outcome", problem: "problem", id: "id" },
  outcomes: { done: "done", waiting: "waits for approval", refused: "refused" },
  notSent: "not sent"
}
export type Words = typeof words
