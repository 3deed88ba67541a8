// Award limits in memory, as an adopter might have written them: counters and maps, behind a lock. It shares no code with
// the model or the library. Each fault is one line that is wrong.
import type {
  AwardRequest,
  Implementation,
  Result,
  RuleDraft,
  TransferRequest
} from "../../../lib/testing.ts"

export type Fault =
  | "one participant too many"
  | "one payment too many"
  | "check, then act"
  | "lost update"
  | "lost unlock"
  | "forgotten cycle"
  | "replay that pays again"
  | "key that forgets its body"
  | "update that resets participants"

interface Kept {
  draft: RuleDraft
  participants: number
}

interface Standing {
  paid: number
  /** Awards of the running cycle: a count, and the parts that were met. */
  done: number
  met: Set<string>
}

type Paid = Result<{ readonly coins: number }>

const refused = (reason: Extract<Result, { ok: false }>["reason"]) => ({ ok: false, reason }) as const

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))

export const engine = (fault?: Fault): Implementation => {
  const rules = new Map<string, Kept>()
  const wallets = new Map<string, number>()
  const standings = new Map<string, Standing>()
  const keys = new Map<string, { readonly body: string; readonly answer: Paid }>()
  let lock = Promise.resolve()
  let ids = 0

  /** Runs one call at a time. */
  const alone = async <A extends Result>(body: () => Promise<A>): Promise<A> => {
    const before = lock
    let unlock = (): void => {}
    lock = new Promise((resolve) => {
      unlock = resolve
    })
    await before
    const answer = await body()
    if (fault !== "lost unlock" || answer.ok) unlock()
    return answer
  }
  const locked =
    fault === "check, then act" || fault === "lost update" ? <A>(body: () => Promise<A>) => body() : alone

  const taken = (name: string): boolean =>
    Array.from(rules.values()).some(({ draft }) => [draft, ...draft.parts].some((each) => each.name === name))

  const find = (name: string) =>
    Array.from(rules).find(([, { draft }]) => [draft, ...draft.parts].some((each) => each.name === name))

  const add = async (user: string, units: number): Promise<void> => {
    const held = wallets.get(user) ?? 0
    if (fault === "lost update") await pause()
    wallets.set(user, held + units)
  }

  const standingOf = (id: string, user: string): Standing => {
    const key = `${id} ${user}`
    const standing = standings.get(key) ?? { paid: 0, done: 0, met: new Set() }
    standings.set(key, standing)
    return standing
  }

  const completes = (
    { type, name: own, parts, completions }: RuleDraft,
    standing: Standing,
    name: string
  ) => {
    if (type === "batched") return standing.done + 1 >= completions
    if (type === "single" || name === own) return true
    return parts.every(
      (part) => part.name === name || part.status === "inactive" || standing.met.has(part.name)
    )
  }

  const pay = async ({ user, rule: name }: AwardRequest): Promise<Paid> => {
    const found = find(name)
    if (found === undefined) return refused("RuleNotFound")
    if (!wallets.has(user)) return refused("MemberNotFound")
    const [id, rule] = found
    const { draft } = rule
    const part = draft.parts.find((each) => each.name === name)
    if (draft.status === "inactive" || part?.status === "inactive") return refused("RuleInactive")
    const standing = standingOf(id, user)
    const spare = fault === "one payment too many" && draft.limit > 1 ? 1 : 0
    if (draft.limit !== -1 && standing.paid >= draft.limit + spare) return refused("UserLimitReached")
    const places = draft.max + (fault === "one participant too many" ? 1 : 0)
    if (standing.paid === 0 && rule.participants >= places) return refused("ParticipantLimitReached")
    if (fault === "check, then act") await pause()
    if (!completes(draft, standing, name)) {
      standing.done += 1
      standing.met.add(name)
      return { ok: true, coins: 0 }
    }
    if (standing.paid === 0) rule.participants += 1
    standing.paid += 1
    if (fault !== "forgotten cycle") standing.done = 0
    standing.met.clear()
    await add(user, Math.round(Number(draft.coins) * 10_000))
    return { ok: true, coins: Number(draft.coins) }
  }

  const take = async ({ user, coins }: TransferRequest): Promise<Paid> => {
    const held = wallets.get(user)
    const units = Math.round(Number(coins) * 10_000)
    if (held === undefined) return refused("MemberNotFound")
    if (held < units) return refused("InsufficientCoins")
    await add(user, -units)
    return { ok: true, coins: 0 }
  }

  const once = async (key: string | undefined, body: string, run: () => Promise<Paid>): Promise<Paid> => {
    const used = key === undefined ? undefined : keys.get(key)
    const isSame = fault === "key that forgets its body" || used?.body === body
    if (used !== undefined && !isSame) return refused("IdempotencyMismatch")
    if (used !== undefined && fault !== "replay that pays again") return used.answer
    const answer = await run()
    if (key !== undefined && answer.ok) keys.set(key, { body, answer })
    return answer
  }

  return {
    features: ["participants", "userLimit", "batched", "combined", "inactive", "keys"],
    createRule: async (draft) => {
      const names = [draft, ...draft.parts].map(({ name }) => name)
      if (names.some(taken)) return refused("NameTaken")
      const id = `rule ${++ids}`
      rules.set(id, { draft, participants: 0 })
      return { ok: true, id }
    },
    updateRule: (id, change) =>
      locked(async () => {
        const rule = rules.get(id)
        if (rule === undefined) return refused("RuleNotFound")
        if (change.max !== undefined && change.max < rule.participants) return refused("TooFewPlaces")
        const isNew = change.name !== undefined && change.name !== rule.draft.name
        if (isNew && taken(change.name ?? "")) return refused("NameTaken")
        rule.draft = { ...rule.draft, ...change }
        if (fault === "update that resets participants") rule.participants = 0
        return { ok: true }
      }),
    onboard: (user) => {
      if (!wallets.has(user)) wallets.set(user, 0)
      return { ok: true }
    },
    award: (award) =>
      locked(() => once(award.key, JSON.stringify([award.user, award.rule, award.note]), () => pay(award))),
    transfer: (transfer) =>
      locked(() => once(transfer.key, JSON.stringify([transfer.user, transfer.coins]), () => take(transfer))),
    balance: (user) => {
      const held = wallets.get(user)
      return held === undefined ? undefined : held / 10_000
    },
    participants: (name) => Array.from(rules.values()).find(({ draft }) => draft.name === name)?.participants
  }
}
