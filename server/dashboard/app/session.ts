import { signal } from "@preact/signals"
import { ApiFailure, call, ecosystem, filled, lapsed, send, side } from "../api.ts"
import type { Caller, Partner } from "../contract.ts"
import { dropDrafts, setDraftOwner } from "./unsaved.ts"

export type Session =
  | { readonly state: "unknown"; readonly failure?: unknown }
  | { readonly state: "out" }
  | { readonly state: "in"; readonly partner: Partner; readonly person: Caller }

export const session = signal<Session>({ state: "unknown" })
/** The partner who is signed in; undefined if nobody is. */
export const signedIn = (): Partner | undefined =>
  session.value.state === "in" ? session.value.partner : undefined

/** The ecosystems that the deployment allows; null if it allows any. */
export const ecosystems = signal<ReadonlyArray<string> | null>(null)
/** Counts sign-ins. Pages reload when it changes, since an expired session may have refused their requests. */
export const renewals = signal(0)

interface Answer {
  readonly session: {
    readonly ecosystem: string
    readonly expiresAt: string
    readonly isTest: boolean
  } | null
  readonly ecosystems: ReadonlyArray<string> | null
}

const storageKey = "laurel-ecosystem"
/** The workspace of the last session. Without one, the word that a new partner begins with. */
export const lastEcosystem = (): string => localStorage.getItem(storageKey) ?? "main"

/** The browser stores the token in a cookie that scripts cannot read. The answer has only its ecosystem and expiry. */
const ask = (method: string, search = "", body?: object): Promise<Answer> =>
  send(`/dashboard/session${search}`, {
    method,
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { "content-type": "application/json" } })
  }) as Promise<Answer>

const enter = async (answer: Answer): Promise<void> => {
  ecosystems.value = answer.ecosystems
  if (answer.session === null) {
    session.value = { state: "out" }
    return
  }
  side.value = answer.session.isTest ? "test" : "live"
  ecosystem.value = answer.session.ecosystem
  localStorage.setItem(storageKey, answer.session.ecosystem)
  const [partner, person] = await Promise.all([call("partners.details", {}), call("iam.me", {})])
  setDraftOwner(person.id)
  session.value = { state: "in", partner, person }
  lapsed.value = false
}

/** Reads the session when the page opens. */
export const openSession = async (): Promise<void> => {
  session.value = { state: "unknown" }
  try {
    await enter(await ask("GET"))
  } catch (failure) {
    const hasEnded = failure instanceof ApiFailure && failure.status === 401
    lapsed.value = false
    session.value = hasEnded ? { state: "out" } : { state: "unknown", failure }
  }
}

export interface Credentials {
  readonly ecosystem: string
  readonly email: string
  readonly password: string
  /** The code of the second factor; empty for people who have none. */
  readonly otp: string
}

export const signIn = async ({ ecosystem: word, email, otp, password }: Credentials): Promise<void> => {
  const body = { email, password, ...filled("otp", otp) }
  const answer = await ask("POST", `?ecosystem=${encodeURIComponent(word)}`, body)
  // A page of the test side stays one: its forms must not be sent to the live side.
  const isTest = side.value === "test"
  await enter(isTest ? { ...answer, ...(await ask("POST", "/test-side")) } : answer)
  renewals.value += 1
}

/** Stores the partner's changed details in the session. */
export const partnerChanged = (partner: Partner): void => {
  const current = session.value
  if (current.state === "in") {
    session.value = { ...current, partner, person: { ...current.person, email: partner.email } }
  }
}

/** Ends this session, and reloads the page to clear its data. */
export const signOut = async (): Promise<void> => {
  await ask("DELETE")
  dropDrafts()
  location.assign("/dashboard")
}
