import { app } from "../../words/common.ts"
import { type Group, groups as navigation, ownPages, reference } from "../navigation.ts"

/** Something that the palette leads to. */
export interface Found {
  readonly key: string
  readonly label: string
  /** Shown after the label. */
  readonly note?: string
  /** A path within the dashboard, or the address of the API reference. */
  readonly to: string
}

export interface FoundGroup {
  readonly title: string
  readonly found: ReadonlyArray<Found>
}

/** Steps that begin on a page of their own. */
const actions: ReadonlyArray<readonly [label: string, to: string]> = [
  [app.newRule, "/rules/new"],
  [app.award, "/award"],
  [app.addMember, "/members/new"],
  [app.adjustFromFile, "/members/adjust"],
  [app.importMembers, "/members/import"],
  [app.importAwards, "/awards/import"],
  [app.tryActivity, "/activities/try"]
]

const entryOf = (label: string, to: string): Found => ({ key: to, label, to })

const pagesOf = (groups: ReadonlyArray<Group>): ReadonlyArray<Found> => [
  ...groups.flatMap(({ entries }) => entries.map(({ label, path }) => entryOf(label, path))),
  ...ownPages.map(({ label, path }) => entryOf(label, path))
]

/** Whether every typed word begins a word of the label. */
const matches = (label: string, typed: string): boolean => {
  const words = label.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((part) => words.some((word) => word.startsWith(part)))
}

/** The pages and the actions that match what was typed, and that the person may open. */
export const localFound = (typed: string, mayOpen: (path: string) => boolean): ReadonlyArray<FoundGroup> => {
  const fitting = (found: ReadonlyArray<Found>) =>
    found.filter(({ label, to }) => (to === reference || mayOpen(to)) && matches(label, typed.trim()))
  return [
    { title: app.actions, found: fitting(actions.map(([label, to]) => entryOf(label, to))) },
    { title: app.pages, found: fitting(pagesOf(navigation)) }
  ].filter(({ found }) => found.length > 0)
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** The id that was typed, in lower case; undefined if the text is no id. */
export const idIn = (typed: string): string | undefined => {
  const text = typed.trim().toLowerCase()
  return uuid.test(text) ? text : undefined
}

/** The next larger id. A list that goes on after it, newest first, begins with the record of the id. */
export const idAfter = (id: string): string => {
  const next = (BigInt(`0x${id.replaceAll("-", "")}`) + 1n).toString(16).padStart(32, "0").slice(-32)
  return next.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")
}
