// Award limits in memory, as an adopter might have written them: counters and maps, behind a lock. It shares no code with
// the model or the library. Each fault is one line that is wrong.
import type {
  AwardRequest,
  Explained,
  Implementation,
  Result,
  RuleDraft,
  TransferRequest,
  UndoRequest
} from "../../../lib/entries/testing.ts"
import type { AcceptedAward, AcceptedTransfer, Fault, MemberCount, StoredRule } from "./Records.ts"
import { Windows } from "./Windows.ts"

type Answer = Result<{ readonly coins: number; readonly id?: string; readonly suppressed?: boolean }>
type Reason = Extract<Result, { ok: false }>["reason"]

const refused = (reason: Reason) => ({ ok: false, reason }) as const

const unitsOf = (coins: string): number => Math.round(Number(coins) * 10_000)

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))

export const engine = (fault?: Fault): Implementation => {
  const rules = new Map<string, StoredRule>()
  const wallets = new Map<string, number>()
  const counts = new Map<string, MemberCount>()
  const awards = new Map<string, AcceptedAward>()
  const transfers = new Map<string, AcceptedTransfer>()
  const windows = new Windows(fault)
  const keys = new Map<string, { readonly body: string; readonly answer: Answer }>()
  let lock = Promise.resolve()
  let ids = 0
  let now = 0

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

  const taken = (name: string): boolean => find(name) !== undefined

  const find = (name: string) =>
    Array.from(rules).find(([, { draft }]) => [draft, ...draft.parts].some((each) => each.name === name))

  const add = async (user: string, units: number): Promise<void> => {
    const held = wallets.get(user) ?? 0
    if (fault === "lost update") await pause()
    wallets.set(user, held + units)
  }

  const countOf = (id: string, user: string): MemberCount => {
    const key = `${id} ${user}`
    const count = counts.get(key) ?? { paid: 0, cycle: 0, met: new Map() }
    counts.set(key, count)
    return count
  }

  /** Counts all payments of a rule again, for new limits or a new time zone. */
  const recount = (id: string, draft: RuleDraft) => {
    windows.forget(id)
    for (const { at, reversed, ruleId, units, user } of awards.values()) {
      if (ruleId === id && units > 0 && !reversed) windows.count(id, draft, user, at, 1, units)
    }
  }

  const completes = (
    { type, name: own, parts, completions }: RuleDraft,
    { met }: MemberCount,
    name: string
  ) => {
    if (type === "batched") return (met.get(name) ?? 0) + 1 >= completions
    if (type === "single" || name === own) return true
    return parts.every((part) => part.name === name || part.status === "inactive" || met.has(part.name))
  }

  /** The first limit that allows no payment, and the coins that the limits allow. */
  const atLimits = (id: string, rule: StoredRule, user: string, ends: boolean) => {
    const { draft } = rule
    const { paid } = countOf(id, user)
    const spare = fault === "one payment too many" && draft.limit > 1 ? 1 : 0
    if (draft.limit !== -1 && paid >= draft.limit + spare)
      return { full: "UserLimitReached" as const, left: 0 }
    const places = draft.max + (fault === "one participant too many" ? 1 : 0)
    if (paid === 0 && rule.participants >= places)
      return { full: "ParticipantLimitReached" as const, left: 0 }
    let left = unitsOf(draft.coins)
    for (const limit of draft.limits) {
      if (!ends && limit.period !== "ever") continue
      const { awards, units } = windows.counterOf(id, draft, limit, user, now)
      const most = (limit.awards ?? Infinity) + (fault === "one payment too many in a period" ? 1 : 0)
      if (awards >= most) return { full: "LimitReached" as const, left: 0 }
      if (limit.coins !== undefined) left = Math.min(left, Math.max(0, unitsOf(limit.coins) - units))
    }
    return { full: undefined, left }
  }

  const progressOf = (id: string, { type, completions, name, parts }: RuleDraft, user: string) => {
    const { met } = countOf(id, user)
    if (type === "single") return { done: 0, of: 1 }
    if (type === "batched") return { done: met.get(name) ?? 0, of: completions }
    const active = parts.filter(({ status }) => status === "active")
    return { done: active.filter((part) => met.has(part.name)).length, of: active.length }
  }

  const decide = ([id, rule]: [string, StoredRule], user: string, name: string): Explained => {
    const { draft } = rule
    const progress = progressOf(id, draft, user)
    const no = (reason: Reason): Explained => ({ decision: "refused", coins: 0, reason, progress })
    const part = draft.parts.find((each) => each.name === name)
    if (draft.status === "inactive" || part?.status === "inactive") return no("RuleInactive")
    if (now < (draft.startsAt ?? 0) || now >= (draft.endsAt ?? Infinity)) return no("RuleNotRunning")
    const ends = completes(draft, countOf(id, user), name)
    const { full, left } = atLimits(id, rule, user, ends)
    const short = left < unitsOf(draft.coins) && (draft.atLimit !== "clamp" || left === 0)
    if (full !== undefined || short) {
      return draft.atLimit === "suppress"
        ? { decision: "suppressed", coins: 0, progress }
        : no(full ?? "LimitReached")
    }
    const units = fault === "clamp that pays too much" ? unitsOf(draft.coins) : left
    return { decision: ends ? "pays" : "counts", coins: ends ? units / 10_000 : 0, progress }
  }

  const found = (user: string, name: string) => {
    const rule = find(name)
    if (rule === undefined) return refused("RuleNotFound")
    return wallets.has(user) ? rule : refused("MemberNotFound")
  }

  const pay = async ({ user, rule: name }: AwardRequest): Promise<Answer> => {
    const named = found(user, name)
    if ("ok" in named) return named
    const [ruleId, rule] = named
    const { decision, coins, reason = "InvalidInput" } = decide(named, user, name)
    if (decision === "refused") return refused(reason)
    if (fault === "check, then act") await pause()
    const count = countOf(ruleId, user)
    const { cycle } = count
    const units = unitsOf(String(coins))
    const suppressed = decision === "suppressed"
    const id = `award ${++ids}`
    awards.set(id, { ruleId, user, name, cycle, units, suppressed, at: now, reversed: false })
    if (decision === "counts" || (suppressed && fault === "suppressed award that advances the cycle")) {
      count.met.set(name, (count.met.get(name) ?? 0) + 1)
    }
    if (decision === "pays") {
      if (count.paid === 0) rule.participants += 1
      count.paid += 1
      count.cycle += 1
      if (fault !== "forgotten cycle") count.met.clear()
      windows.count(ruleId, rule.draft, user, now, 1, units)
      await add(user, units)
    }
    return { ok: true, coins, id, suppressed }
  }

  const reverse = async ({ id }: UndoRequest): Promise<Answer> => {
    const made = awards.get(id)
    const rule = rules.get(made?.ruleId ?? "")
    if (made === undefined || rule === undefined) return refused("AwardNotFound")
    if (made.suppressed) return refused("AwardSuppressed")
    if (made.reversed && fault !== "reversal twice") return refused("AlreadyReversed")
    const { at, cycle, name, ruleId, units, user } = made
    const count = countOf(ruleId, user)
    if (units === 0) {
      const times = count.met.get(name) ?? 0
      if (cycle !== count.cycle) return refused("CycleEnded")
      if (times > 1) count.met.set(name, times - 1)
      else count.met.delete(name)
    } else {
      if ((wallets.get(user) ?? 0) < units) return refused("InsufficientCoins")
      count.paid -= 1
      if (count.paid === 0 && fault !== "reversal that keeps the place") rule.participants -= 1
      const when = fault === "reversal of the wrong window" ? now : at
      if (fault !== "reversal that keeps the window")
        windows.count(ruleId, rule.draft, user, when, -1, -units)
      if (fault !== "reversal that keeps the coins") await add(user, -units)
    }
    made.reversed = true
    return { ok: true, coins: 0 }
  }

  const take = async ({ user, coins }: TransferRequest): Promise<Answer> => {
    const held = wallets.get(user)
    const units = unitsOf(coins)
    if (held === undefined) return refused("MemberNotFound")
    if (held < units) return refused("InsufficientCoins")
    await add(user, -units)
    const id = `transfer ${++ids}`
    transfers.set(id, { user, units, refunded: false })
    return { ok: true, coins: 0, id }
  }

  const giveBack = async ({ id }: UndoRequest): Promise<Answer> => {
    const moved = transfers.get(id)
    if (moved === undefined) return refused("TransferNotFound")
    if (moved.refunded) return refused("AlreadyReversed")
    moved.refunded = true
    await add(moved.user, moved.units)
    return { ok: true, coins: 0 }
  }

  const once = async (key: string | undefined, body: string, run: () => Promise<Answer>): Promise<Answer> => {
    const used = key === undefined ? undefined : keys.get(key)
    const isSame = fault === "key that forgets its body" || used?.body === body
    if (used !== undefined && !isSame) return refused("IdempotencyMismatch")
    if (used !== undefined && fault !== "replay that pays again") return used.answer
    const answer = await run()
    if (key !== undefined && answer.ok) keys.set(key, { body, answer })
    return answer
  }

  const undo = ({ id, key, note }: UndoRequest, run: () => Promise<Answer>) =>
    locked(() => once(key, JSON.stringify(["undo", id, note]), run))

  /** True if the current window of the rule has paid more than a limit per rule allows. */
  const isTooLow = (id: string, draft: RuleDraft): boolean =>
    draft.limits.some((limit) => {
      const { awards, units } = windows.counterOf(id, draft, limit, "", now)
      const isLow = awards > (limit.awards ?? Infinity) || units > unitsOf(limit.coins ?? "Infinity")
      return limit.per === "rule" && isLow
    })

  const update = (id: string, rule: StoredRule, draft: RuleDraft): Result => {
    if (draft.max < rule.participants) return refused("TooFewPlaces")
    if (draft.name !== rule.draft.name && taken(draft.name)) return refused("NameTaken")
    if (fault !== "new limit that counts from now on") recount(id, draft)
    if (isTooLow(id, draft)) {
      recount(id, rule.draft)
      return refused("LimitTooLow")
    }
    // Completions are counted by name.
    for (const count of Array.from(counts).flatMap(([key, each]) =>
      key.startsWith(`${id} `) ? [each] : []
    )) {
      const times = count.met.get(rule.draft.name)
      if (times === undefined || draft.name === rule.draft.name) continue
      count.met.delete(rule.draft.name)
      count.met.set(draft.name, times)
    }
    for (const [key, made] of awards) {
      if (made.ruleId === id && made.name === rule.draft.name) awards.set(key, { ...made, name: draft.name })
    }
    rule.draft = draft
    if (fault === "update that resets participants") rule.participants = 0
    return { ok: true }
  }

  return {
    features: [
      "participants",
      "userLimit",
      "batched",
      "combined",
      "inactive",
      "keys",
      "metadata",
      "limits",
      "periods",
      "timeZones",
      "schedule",
      "suppress",
      "clamp"
    ],
    setClock: (time) => {
      now = time
    },
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
        return rule === undefined ? refused("RuleNotFound") : update(id, rule, { ...rule.draft, ...change })
      }),
    onboard: (user) => {
      if (!wallets.has(user)) wallets.set(user, 0)
      return { ok: true }
    },
    award: (award) => {
      const { key, metadata, note, rule, user } = award
      return locked(() => once(key, JSON.stringify([user, rule, note, metadata]), () => pay(award)))
    },
    transfer: (transfer) => {
      const { coins, key, metadata, user } = transfer
      return locked(() => once(key, JSON.stringify([user, coins, metadata]), () => take(transfer)))
    },
    reverse: (reversal) => undo(reversal, () => reverse(reversal)),
    refund: (refund) => undo(refund, () => giveBack(refund)),
    explain: ({ rule: name, user }) => {
      const named = found(user, name)
      return "ok" in named ? named : { ok: true, ...decide(named, user, name) }
    },
    balance: (user) => {
      const held = wallets.get(user)
      return held === undefined ? undefined : held / 10_000
    },
    participants: (name) => Array.from(rules.values()).find(({ draft }) => draft.name === name)?.participants
  }
}
