import { signal } from "@preact/signals"

/** Stored only while the page is open. */
export const token = signal("")
export const apiKey = signal("")
export const apiSecret = signal("")

interface DashboardSession {
  readonly ecosystem: string
  readonly hasTestToken: boolean
}

/** The dashboard's session in this browser; undefined before it was read, null if there is none. */
export const session = signal<DashboardSession | null | undefined>(undefined)
/** Whether requests are sent as the partner of that session. */
export const useSession = signal(true)
/** The side of the partner to which they are sent. */
export const side = signal<"live" | "test">("test")

/** Reads the session once, for the first operation that can use it. The page never sees its token. */
export const readSession = async (): Promise<void> => {
  if (session.value !== undefined) return
  session.value = null
  try {
    const answer = await fetch("/dashboard/session")
    if (answer.ok) session.value = (await answer.json()).data.session
  } catch {
    // There is no network or no dashboard. A token can still be pasted.
  }
}

/** Makes the test side if there is none and the role allows it, and gets a token of it. Throws with the reason if that fails. */
export const enterTestSide = async (): Promise<void> => {
  const post = (path: string) =>
    fetch(`/dashboard${path}`, { method: "POST", headers: { "x-laurel-dashboard": "1" } })
  await post("/api/v1/laas/iam/test-side")
  const answer = await post("/session/test-side?show=no")
  const { data } = await answer.json()
  if (!answer.ok) throw new Error(data.error)
  session.value = data.session
}
