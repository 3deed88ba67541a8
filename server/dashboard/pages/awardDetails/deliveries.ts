import { call } from "../../api.ts"
import type { AwardDetails, Delivery, Event, Webhook } from "../../contract.ts"

/** An event of the award, and a delivery of it; without one if no webhook takes it. */
export interface Sent {
  readonly event: Event
  readonly webhook?: Webhook
  readonly delivery?: Delivery
}

const types = ["award.paid", "award.counted", "award.suppressed", "award.reversed", "award.matured"].join(",")

/** Smaller than the ids of events from this instant on. Ids begin with their time. */
export const idAt = (instant: string): string => {
  const time = Date.parse(instant).toString(16).padStart(12, "0")
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`
}

/** The id after this one. */
export const idAfter = (id: string): string => {
  const next = (BigInt(`0x${id.replaceAll("-", "")}`) + 1n).toString(16).padStart(32, "0")
  return next.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-")
}

const isOf =
  (awardId: string) =>
  ({ data, type }: Event): boolean =>
    type === "award.matured"
      ? "awardId" in data && data.awardId === awardId
      : "id" in data && data.id === awardId

/** At most so many instants are looked at. An award can have many reversals. */
const mostInstants = 6

/**
 * The events of an award that are still stored. They cannot be asked for by award, but an event is written with its change. So the page
 * reads the events after each instant of the award's life.
 */
export const readEvents = async (award: AwardDetails, signal: AbortSignal): Promise<ReadonlyArray<Event>> => {
  const now = new Date().toISOString()
  const instants = [award.createdAt, award.maturesAt, ...award.reversals.map(({ createdAt }) => createdAt)]
    .filter((at): at is string => at !== null && at <= now)
    .slice(0, mostInstants)
  const pages = await Promise.all(
    Array.from(new Set(instants), (at) =>
      call("events.list", { query: { after: idAt(at), types, limit: "100" }, signal })
    )
  )
  const found = pages.flatMap(({ data }) => data).filter(isOf(award.id))
  return Array.from(new Map(found.map((event) => [event.id, event])).values()).toSorted((one, other) =>
    one.id < other.id ? -1 : 1
  )
}

const deliveryOf = async (webhook: Webhook, event: Event, signal: AbortSignal): Promise<Sent | undefined> => {
  // The list begins below `after`, with the newest event.
  const query = { after: idAfter(event.id), limit: "1" }
  const { data } = await call("webhooks.deliveries", { params: { id: webhook.id }, query, signal })
  const delivery = data.find(({ id }) => id === event.id)
  return delivery && { event, webhook, delivery }
}

/** The events of an award with their deliveries. */
export const readSent = async (award: AwardDetails, signal: AbortSignal): Promise<ReadonlyArray<Sent>> => {
  const [events, webhooks] = await Promise.all([readEvents(award, signal), call("webhooks.list", { signal })])
  const sent = await Promise.all(
    events.map(async (event): Promise<ReadonlyArray<Sent>> => {
      const found = await Promise.all(webhooks.map((webhook) => deliveryOf(webhook, event, signal)))
      const delivered = found.filter((each) => each !== undefined)
      return delivered.length === 0 ? [{ event }] : delivered
    })
  )
  return sent.flat()
}
