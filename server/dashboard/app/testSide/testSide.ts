import { signal } from "@preact/signals"
import { call, messageOf, send, side } from "../../api.ts"
import type { TestSide } from "../../contract.ts"
import { toast } from "../../parts/Toasts.tsx"
import { may } from "../permissions.ts"
import { renewals } from "../session.ts"

/** The test side that the page shows; undefined before it was read, and on the live side. */
export const shownTestSide = signal<TestSide | undefined>(undefined)

const changeSide = (method: "POST" | "DELETE"): Promise<unknown> =>
  send("/dashboard/session/test-side", { method })

/** Opens the start page anew, so that nothing of the other side is left on the page. */
const start = (): void => location.assign("/dashboard")

/** Makes the test side if there is none and the role allows it, and gets a token of it. */
const enter = async (): Promise<void> => {
  if (may("testSide.create")) await call("testSide.create", {})
  await changeSide("POST")
}

/** Shows the other side. */
export const switchSide = async (): Promise<void> => {
  try {
    await (side.value === "test" ? changeSide("DELETE") : enter())
    start()
  } catch (error) {
    toast(messageOf(error))
  }
}

export const readTestSide = async (): Promise<void> => {
  shownTestSide.value = await call("testSide.get", {})
}

/** Moves the clock forward. The page reads its data again, as of the new time. */
export const moveClock = async (to: { readonly at: string } | { readonly days: number }): Promise<void> => {
  shownTestSide.value = await call("testSide.clock", { body: to, idempotencyKey: crypto.randomUUID() })
  renewals.value += 1
}

/** Empties the test side, and shows the new one. */
export const emptyTestSide = async (idempotencyKey: string): Promise<void> => {
  await call("testSide.empty", { idempotencyKey })
  await changeSide("POST")
  start()
}

/** What the clock of the test side shows. */
export const clockOf = ({ ahead }: TestSide): Date => new Date(Date.now() + ahead * 1000)

/** The same time of the next month in UTC, or of its last day if it is shorter. */
export const monthAfter = (at: Date): Date => {
  const next = new Date(at)
  next.setUTCMonth(next.getUTCMonth() + 1)
  if (next.getUTCDate() !== at.getUTCDate()) next.setUTCDate(0)
  return next
}
