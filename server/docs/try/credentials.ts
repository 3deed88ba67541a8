import { signal } from "@preact/signals"

/** Kept while the page is open, and nowhere else. */
export const token = signal("")
export const apiKey = signal("")
export const apiSecret = signal("")

interface DashboardSession {
  readonly ecosystem: string
}

/** The dashboard's session in this browser; undefined until it was looked for, null where there is none. */
export const session = signal<DashboardSession | null | undefined>(undefined)
/** Whether requests are sent as the partner who is signed in there. */
export const useSession = signal(true)

/** Looks for a session once, when there is an operation that takes one. The page never sees its token. */
export const lookForSession = async (): Promise<void> => {
  if (session.value !== undefined) return
  session.value = null
  try {
    const answer = await fetch("/dashboard/session")
    if (answer.ok) session.value = (await answer.json()).data.session
  } catch {
    // There is no network, or no dashboard: a token can be pasted.
  }
}
