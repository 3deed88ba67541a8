/** Formats activities, their counts and attributes as lines. Makes the lines of the tables and the lines that the model expects. */

import type { PartnerName } from "../HarnessCommand.ts"
import * as Model from "../Model.ts"
import type { SubjectIds } from "../Subject.ts"
import type { Names } from "./names.ts"
import type { TableRows } from "./tableRows.ts"

interface ActivityLine {
  readonly partner: PartnerName
  readonly user: string | undefined
  readonly id: string
  readonly type: string
  readonly number: number
  readonly occurredAt: number
  readonly isUndone: boolean
}

/** Returns the line of an activity, with the end of its id. "-" marks an activity that was reversed. */
const activityLine = ({ id, isUndone, number, occurredAt, partner, type, user }: ActivityLine): string =>
  `${partner} activity #${id.slice(30)}${isUndone ? "-" : ""}: ${type} ${number} of ${user} at ${occurredAt}`

export const activityLines = (
  { activities, activityCounts, attributes, reversals }: TableRows,
  { partnerName, userOf }: Names
): ReadonlyArray<string> => {
  const undone = new Set<string | null>(reversals.map(({ activityId }) => activityId))
  return [
    ...activities.map(({ id, memberId, occurredAt, partnerId, ...row }) =>
      activityLine({
        ...row,
        id,
        partner: partnerName(partnerId),
        user: userOf(memberId),
        occurredAt: occurredAt.getTime(),
        isUndone: undone.has(id)
      })
    ),
    ...activityCounts.map(
      ({ count, memberId, partnerId, type }) =>
        `${partnerName(partnerId)} activities ${type} of ${userOf(memberId)}: ${count}`
    ),
    ...attributes.map(({ memberId, name, partnerId, value }) =>
      attributeLine(partnerName(partnerId), userOf(memberId), name, value)
    )
  ]
}

const attributeLine = (
  partner: PartnerName,
  user: string | undefined,
  name: string,
  value: unknown
): string => `${partner} attribute ${name} of ${user}: ${JSON.stringify(value)}`

/** Returns the lines that the model expects. `activityLines` must return the same lines. */
export const expectedActivities = (state: Model.State, { events }: SubjectIds): ReadonlyArray<string> => {
  const counts = new Map<string, number>()
  /** Adds the counts of one member to those of another. */
  const add = (partner: PartnerName, from: string, to: string) => {
    const own = `${partner} activities `
    for (const [subject, count] of counts) {
      const type = subject.slice(own.length).split(" ")[0] ?? ""
      if (subject !== `${own}${type} of ${from}`) continue
      const into = `${own}${type} of ${to}`
      counts.set(into, (counts.get(into) ?? 0) + count)
    }
  }
  const lines = state.history.flatMap(({ kind, occurredAt, outcome, partner, user }, index) => {
    if (kind === "merge" && outcome._tag === "Merged") add(partner, outcome.merged, user)
    if (kind === "return") {
      const heir = state.heirs.find((each) => each.partner === partner && each.user === user)
      if (heir !== undefined) add(partner, heir.of, user)
    }
    if (kind !== "activity" || outcome._tag !== "Activity") return []
    const { type } = outcome
    const subject = `${partner} activities ${type} of ${user}`
    const number = (counts.get(subject) ?? 0) + 1
    counts.set(subject, number)
    const isUndone = Model.isUndone(state, index)
    return [activityLine({ partner, user, id: events[index] ?? "", type, number, occurredAt, isUndone })]
  })
  return [
    ...lines,
    ...Array.from(counts, ([subject, count]) => `${subject}: ${count}`),
    ...state.members.flatMap(({ attributes = {}, partner, user }) =>
      Object.entries(attributes).map(([name, value]) => attributeLine(partner, user, name, value))
    )
  ]
}
