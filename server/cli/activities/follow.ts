import type { PlainEvent, PlainListedActivity, RewardsClient } from "../../../lib/index.ts"

type RecordedEvent = Extract<PlainEvent, { readonly type: "activity.recorded" }>
const isRecorded = (event: PlainEvent): event is RecordedEvent => event.type === "activity.recorded"

/** Reads the activities of events. Activities of one bulk have the same time, and are read together. */
const makeRead = (rewards: RewardsClient, partnerId: string) => {
  const found = new Map<string, PlainListedActivity>()
  return async ({ data: { createdAt, id } }: RecordedEvent): Promise<PlainListedActivity | undefined> => {
    if (!found.has(id)) {
      found.clear()
      const to = new Date(Date.parse(createdAt) + 1).toISOString()
      for (let after: string | null | undefined; after !== null; ) {
        const rest = after === undefined ? {} : { after }
        const page = await rewards.activities.list({ partnerId, from: createdAt, to, limit: 100, ...rest })
        for (const each of page.data) found.set(each.id, each)
        after = page.next
      }
    }
    const activity = found.get(id)
    found.delete(id)
    return activity
  }
}

/** Yields the last `last` activities of a partner, and then each new one, until the signal. */
export async function* follow(
  rewards: RewardsClient,
  partnerId: string,
  { last, signal }: { readonly last: number; readonly signal: AbortSignal }
): AsyncGenerator<PlainListedActivity> {
  // Reading the feed makes the engine write events from now on.
  const { next } = await rewards.events.list({ partnerId, newest: 1 })
  const shown = new Set<string>()
  if (last > 0) {
    const { data } = await rewards.activities.list({ partnerId, limit: last })
    for (const activity of data.toReversed()) {
      shown.add(activity.id)
      yield activity
    }
  }
  const read = makeRead(rewards, partnerId)
  const after = next === null ? {} : { after: next }
  const events = rewards.events.subscribe({ partnerId, types: ["activity.recorded"], ...after })
  const end = (): void => void events.return?.()
  signal.addEventListener("abort", end, { once: true })
  if (signal.aborted) end()
  for await (const event of events) {
    if (!isRecorded(event) || shown.has(event.data.id)) continue
    const activity = await read(event)
    if (activity !== undefined) yield activity
  }
}
