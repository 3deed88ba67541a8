import { signal } from "@preact/signals"

/** Stored only while the page is open. */
export const token = signal("")
export const apiKey = signal("")
export const apiSecret = signal("")

interface DashboardSession {
  readonly ecosystem: string
}

/** The dashboard's session in this browser; undefined before it was read, null if there is none. */
export const session = signal<DashboardSession | null | undefined>(undefined)
/** Whether requests are sent as the partner of that session. */
export const useSession = signal(true)

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
