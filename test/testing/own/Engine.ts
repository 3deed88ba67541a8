// Award limits in memory, as an adopter might have written them: counters and maps, behind a lock. It shares no code with
// the model or the library. Each fault is one line that is wrong.
import type {
  ActivityRequest,
  AdjustRequest,
  AwardRequest,
  ConfirmRequest,
  Decision,
  Explained,
  Implementation,
  Result,
  ReverseRequest,
  RuleDraft,
  Scalar,
  TransferRequest,
  UndoRequest
} from "../../../lib/entries/testing.ts"
import { type Candidate, candidates, judge, valueAt } from "./activities.ts"
import { partOf, payFor, unitsOf } from "./amounts.ts"
import type {
  AcceptedAdjustment,
  AcceptedAward,
  AcceptedTransfer,
  Fault,
  MemberCount,
  RecordedActivity,
  StoredRule
} from "./Records.ts"
import { pause, Wallets } from "./Wallets.ts"
import { Windows } from "./Windows.ts"

type Answer = Result<{ readonly coins: number; readonly id?: string; readonly suppressed?: boolean }>
type ActivityAnswer = Result<{
  readonly coins: number
  readonly id: string
  readonly decisions: ReadonlyArray<Decision>
}>
type Reason = Extract<Result, { ok: false }>["reason"]

const refused = (reason: Reason) => ({ ok: false, reason }) as const

const minute = 60_000
const day = 24 * 60 * minute

export const engine = (fault?: Fault): Implementation => {
  const rules = new Map<string, StoredRule>()
  const wallets = new Wallets(fault)
  const points = new Map<string, number>()
  const counts = new Map<string, MemberCount>()
  const awards = new Map<string, AcceptedAward>()
  const transfers = new Map<string, AcceptedTransfer>()
  const adjustments = new Map<string, AcceptedAdjustment>()
  const activities = new Map<string, RecordedActivity>()
  /** How many activities of a type a user has. */
  const recorded = new Map<string, number>()
  const attributes = new Map<string, Map<string, Scalar>>()
  const windows = new Windows(fault)
  const keys = new Map<string, { readonly body: string; readonly answer: unknown }>()
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

  const addPoints = (user: string, units: number): void => {
    points.set(user, (points.get(user) ?? 0) + units)
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
    for (const { at, returned, reversed, ruleId, units, user } of awards.values()) {
      if (ruleId === id && units > 0 && !reversed) windows.count(id, draft, user, at, 1, units - returned)
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
  const atLimits = (id: string, rule: StoredRule, user: string, ends: boolean, pays: number) => {
    const { draft } = rule
    const { paid } = countOf(id, user)
    const spare = fault === "one payment too many" && draft.limit > 1 ? 1 : 0
    if (draft.limit !== -1 && paid >= draft.limit + spare)
      return { full: "UserLimitReached" as const, left: 0 }
    const places = draft.max + (fault === "one participant too many" ? 1 : 0)
    if (paid === 0 && rule.participants >= places)
      return { full: "ParticipantLimitReached" as const, left: 0 }
    let left = pays
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

  const decide = (
    [id, rule]: [string, StoredRule],
    { amount, rule: name, user }: Pick<AwardRequest, "amount" | "rule" | "user">
  ): Explained & { readonly limit?: Reason } => {
    const { draft } = rule
    const progress = progressOf(id, draft, user)
    const no = (reason: Reason): Explained => ({ decision: "refused", coins: 0, reason, progress })
    const pays = payFor(draft, amount, fault)
    if (typeof pays === "string") return no(pays)
    const part = draft.parts.find((each) => each.name === name)
    if (draft.status === "inactive" || part?.status === "inactive") return no("RuleInactive")
    if (now < (draft.startsAt ?? 0) || now >= (draft.endsAt ?? Infinity)) return no("RuleNotRunning")
    const ends = completes(draft, countOf(id, user), name)
    const { full, left } = atLimits(id, rule, user, ends, pays)
    const short = left < pays && (draft.atLimit !== "clamp" || left === 0)
    if (full !== undefined || short) {
      return draft.atLimit === "suppress"
        ? { decision: "suppressed", coins: 0, progress, limit: full ?? "LimitReached" }
        : no(full ?? "LimitReached")
    }
    const units = fault === "clamp that pays too much" ? pays : left
    return { decision: ends ? "pays" : "counts", coins: ends ? units / 10_000 : 0, progress }
  }

  const found = (user: string, name: string) => {
    const rule = find(name)
    if (rule === undefined) return refused("RuleNotFound")
    return wallets.has(user) ? rule : refused("MemberNotFound")
  }

  const pay = async (award: AwardRequest, activity?: string): Promise<Answer> => {
    const { amount = "0", rule: name, user } = award
    const named = found(user, name)
    if ("ok" in named) return named
    const [ruleId, rule] = named
    const { decision, coins, reason = "InvalidInput" } = decide(named, award)
    if (decision === "refused") return refused(reason)
    if (fault === "check, then act") await pause()
    const count = countOf(ruleId, user)
    const { cycle } = count
    const units = unitsOf(String(coins))
    const suppressed = decision === "suppressed"
    const id = `award ${++ids}`
    awards.set(id, {
      ...{ ruleId, user, name, cycle, units, suppressed, at: now, activity },
      ...{ amount: unitsOf(amount), rate: rule.draft, returned: 0, returnedAmount: 0, reversed: false }
    })
    if (decision === "counts" || (suppressed && fault === "suppressed award that advances the cycle")) {
      count.met.set(name, (count.met.get(name) ?? 0) + 1)
    }
    if (decision === "pays") {
      if (count.paid === 0) rule.participants += 1
      count.paid += 1
      count.cycle += 1
      if (fault !== "forgotten cycle") count.met.clear()
      windows.count(ruleId, rule.draft, user, now, 1, units)
      addPoints(user, units)
      await wallets.pay(id, user, units, rule.draft)
    }
    return { ok: true, coins, id, suppressed }
  }

  /** Takes back coins of a payment. The payment counts until nothing is left of it. */
  const takeBack = (made: AcceptedAward, rule: StoredRule, taken: number): void => {
    const { at, ruleId, units, user } = made
    const count = countOf(ruleId, user)
    const isWhole = made.returned + taken >= units
    made.returned += taken
    made.reversed = isWhole
    if (isWhole) count.paid -= 1
    if (isWhole && count.paid === 0 && fault !== "reversal that keeps the place") rule.participants -= 1
    const when = fault === "reversal of the wrong window" ? now : at
    const keeps =
      fault === "reversal that keeps the window" || (fault === "part that keeps the window" && !isWhole)
    if (!keeps) windows.count(ruleId, rule.draft, user, when, isWhole ? -1 : 0, -taken)
    addPoints(user, -taken)
  }

  const reverse = async (reversal: ReverseRequest): Promise<Answer> => {
    const made = awards.get(reversal.id)
    const rule = rules.get(made?.ruleId ?? "")
    if (made === undefined || rule === undefined) return refused("AwardNotFound")
    if (made.suppressed) return refused("AwardSuppressed")
    if (made.reversed && fault !== "reversal twice") return refused("AlreadyReversed")
    const { cycle, name, ruleId, units, user } = made
    const count = countOf(ruleId, user)
    if (units === 0) {
      if (reversal.coins !== undefined || reversal.amount !== undefined) return refused("InvalidInput")
      const times = count.met.get(name) ?? 0
      if (cycle !== count.cycle) return refused("CycleEnded")
      if (times > 1) count.met.set(name, times - 1)
      else count.met.delete(name)
      made.reversed = true
    } else {
      const part = partOf(made, reversal, fault)
      if (typeof part === "string") return refused(part)
      const keeps =
        fault === "reversal that keeps the coins" && wallets.canTakeBack([[reversal.id, part.taken]])
      if (!keeps && !wallets.takeBack(reversal.id, part.taken)) return refused("InsufficientCoins")
      made.returnedAmount += part.back
      takeBack(made, rule, part.taken)
    }
    return { ok: true, coins: 0 }
  }

  const isAmount = (text: string): boolean => /^\d{1,12}(\.\d{1,4})?$/.test(text) && Number(text) > 0

  /** Judges one rule, and awards it if its conditions are met. */
  const decideFor = async (
    { id: ruleId, name, rule, when }: Candidate,
    { data, occurredAt = now, type, user }: ActivityRequest,
    activity: string
  ): Promise<Decision> => {
    const own = attributes.get(user) ?? new Map<string, Scalar>()
    const isLate = fault === "activity that is counted after its rules"
    const count = (recorded.get(`${type} ${user}`) ?? 0) - (isLate ? 1 : 0)
    const { paid } = countOf(ruleId, user)
    const facts = { data, attributes: own, activities: count, paid, at: occurredAt }
    const { because, met } = judge(when.conditions, { ...facts, timeZone: rule.draft.timeZone }, fault)
    const decision = { rule: name, met, because, coins: 0 }
    if (!met) return decision
    const value = when.amount === undefined ? undefined : valueAt(data, when.amount)
    const isDecimal = (typeof value === "string" || typeof value === "number") && isAmount(String(value))
    if (when.amount !== undefined && !isDecimal) return { ...decision, reason: "AmountInvalid" }
    const amount = when.amount === undefined ? undefined : String(value)
    const award = { user, rule: name, amount, note: null, metadata: undefined, key: undefined }
    const { limit } = decide([ruleId, rule], award)
    if (limit !== undefined && fault === "suppressed award of an activity that is not recorded") {
      return { ...decision, reason: limit }
    }
    const answer = await pay(award, activity)
    if (!answer.ok) return { ...decision, reason: answer.reason }
    const made = { ...decision, coins: answer.coins, id: answer.id ?? "" }
    return limit === undefined ? made : { ...made, reason: limit }
  }

  const record = async (activity: ActivityRequest): Promise<ActivityAnswer> => {
    const { occurredAt = now, type, user } = activity
    if (!wallets.has(user)) return refused("MemberNotFound")
    if (occurredAt < now - 30 * day || occurredAt > now + 5 * minute) return refused("InvalidInput")
    const id = `activity ${++ids}`
    activities.set(id, { user, reversed: false })
    recorded.set(`${type} ${user}`, (recorded.get(`${type} ${user}`) ?? 0) + 1)
    const decisions: Array<Decision> = []
    for (const each of candidates(rules, type, fault)) decisions.push(await decideFor(each, activity, id))
    return { ok: true, id, decisions, coins: 0 }
  }

  const undoActivity = async ({ id, note, key }: UndoRequest): Promise<Answer> => {
    const made = activities.get(id)
    if (made === undefined) return refused("ActivityNotFound")
    if (made.reversed) return refused("AlreadyReversed")
    const own = Array.from(awards).filter(
      ([, { activity, reversed, suppressed }]) => activity === id && !reversed && !suppressed
    )
    const paid = own.filter(([, { units }]) => units > 0)
    const ended = own.filter(
      ([, { cycle, ruleId, units }]) => units === 0 && cycle !== countOf(ruleId, made.user).cycle
    )
    const isVoid = ({ cycle, ruleId }: AcceptedAward) =>
      Array.from(awards.values()).some(
        (each) => each.activity === id && each.units > 0 && each.ruleId === ruleId && each.cycle === cycle
      )
    const taken = paid.map(([id, { returned, units }]) => [id, units - returned] as const)
    const isRefused = ended.some(([, each]) => !isVoid(each)) || !wallets.canTakeBack(taken)
    if (isRefused) return refused("ActivityNotReversed")
    made.reversed = true
    const whole = { note, key, coins: undefined, amount: undefined }
    const all = own.filter((each) => !ended.includes(each))
    const some = fault === "reversal of an activity that reverses one award" ? all.slice(0, 1) : all
    for (const [awardId] of some) await reverse({ id: awardId, ...whole })
    return { ok: true, coins: 0 }
  }

  const correct = async (adjustment: AdjustRequest): Promise<Answer> => {
    const { coins, coinsExpire = null, debitOrCredit, user } = adjustment
    if (!wallets.has(user)) return refused("MemberNotFound")
    const units = debitOrCredit === "CR" ? unitsOf(coins) : -unitsOf(coins)
    const id = `adjustment ${++ids}`
    if (debitOrCredit === "CR")
      await wallets.pay(id, user, units, { coinsExpire, pendingDays: null, timeZone: "UTC" })
    else if (!wallets.spend(id, user, -units)) return refused("InsufficientCoins")
    const counts = adjustment.points || (fault === "points of every credit" && units > 0)
    if (counts) addPoints(user, units)
    adjustments.set(id, { user, units, points: counts, reversed: false })
    return { ok: true, coins: 0, id }
  }

  const undoCorrection = async ({ id }: UndoRequest): Promise<Answer> => {
    const made = adjustments.get(id)
    if (made === undefined) return refused("AdjustmentNotFound")
    if (made.reversed) return refused("AlreadyReversed")
    const { units, user } = made
    if (units < 0) wallets.giveBack(id)
    else if (!wallets.takeBack(id, units)) return refused("InsufficientCoins")
    made.reversed = true
    if (made.points) addPoints(user, -units)
    return { ok: true, coins: 0 }
  }

  const take = async ({ user, coins }: TransferRequest): Promise<Answer> => {
    if (!wallets.has(user)) return refused("MemberNotFound")
    const id = `transfer ${++ids}`
    if (!wallets.spend(id, user, unitsOf(coins))) return refused("InsufficientCoins")
    transfers.set(id, { refunded: false })
    return { ok: true, coins: 0, id }
  }

  const giveBack = async ({ id }: UndoRequest): Promise<Answer> => {
    const moved = transfers.get(id)
    if (moved === undefined) return refused("TransferNotFound")
    if (moved.refunded) return refused("AlreadyReversed")
    moved.refunded = true
    wallets.giveBack(id)
    return { ok: true, coins: 0 }
  }

  const confirm = async ({ id }: ConfirmRequest): Promise<Answer> => {
    const made = awards.get(id)
    if (made === undefined) return refused("AwardNotFound")
    if (made.reversed) return refused("AlreadyReversed")
    return wallets.confirm(id) ? { ok: true, coins: 0 } : refused("AwardNotPending")
  }

  const once = async <A extends Answer>(
    key: string | undefined,
    body: string,
    run: () => Promise<A>
  ): Promise<A | ReturnType<typeof refused>> => {
    const used = key === undefined ? undefined : keys.get(key)
    const isSame = fault === "key that forgets its body" || used?.body === body
    if (used !== undefined && !isSame) return refused("IdempotencyMismatch")
    if (used !== undefined && fault !== "replay that pays again") return used.answer as A
    const answer = await run()
    if (key !== undefined && answer.ok) keys.set(key, { body, answer })
    return answer
  }

  const undo = ({ key, ...request }: UndoRequest, run: () => Promise<Answer>) =>
    locked(() => once(key, JSON.stringify(["undo", request]), run))

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
      "clamp",
      "amounts",
      "parts",
      "activities",
      "pending",
      "expiry"
    ],
    setClock: (time) => {
      now = time
      wallets.setClock(time)
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
        return rule === undefined
          ? refused("RuleNotFound")
          : update(id, rule, { ...rule.draft, ...change, parts: rule.draft.parts })
      }),
    onboard: (user) => {
      wallets.open(user)
      if (!points.has(user)) points.set(user, 0)
      return { ok: true }
    },
    award: (award) => {
      const { amount, key, metadata, note, rule, user } = award
      return locked(() => once(key, JSON.stringify([user, rule, amount, note, metadata]), () => pay(award)))
    },
    transfer: (transfer) => {
      const { coins, key, metadata, user } = transfer
      return locked(() => once(key, JSON.stringify([user, coins, metadata]), () => take(transfer)))
    },
    reverse: (reversal) => undo(reversal, () => reverse(reversal)),
    confirm: ({ key, ...request }) =>
      locked(() => once(key, JSON.stringify(["confirm", request]), () => confirm({ key, ...request }))),
    refund: (refund) => undo(refund, () => giveBack(refund)),
    adjust: (adjustment) => {
      const { key, ...request } = adjustment
      return locked(() => once(key, JSON.stringify(["adjust", request]), () => correct(adjustment)))
    },
    reverseAdjustment: (reversal) => undo(reversal, () => undoCorrection(reversal)),
    recordActivity: (activity) => {
      const { key, ...request } = activity
      return locked(() => once(key, JSON.stringify(["activity", request]), () => record(activity)))
    },
    reverseActivity: (reversal) => undo(reversal, () => undoActivity(reversal)),
    setAttributes: (user, changes) => {
      const own = attributes.get(user) ?? new Map<string, Scalar>()
      for (const [name, value] of Object.entries(changes)) {
        if (value === null) own.delete(name)
        else own.set(name, value)
      }
      attributes.set(user, own)
      wallets.open(user)
      if (!points.has(user)) points.set(user, 0)
      return { ok: true }
    },
    explain: (award) => {
      const named = found(award.user, award.rule)
      if ("ok" in named) return named
      if (fault !== "explanation that ignores the unit") return { ok: true, ...decide(named, award) }
      const [id, rule] = named
      const flat = { ...rule, draft: { ...rule.draft, unit: null } }
      return { ok: true, ...decide([id, flat], { ...award, amount: undefined }) }
    },
    balance: (user) => (wallets.has(user) ? wallets.held(user) / 10_000 : undefined),
    pending: (user) => (wallets.has(user) ? wallets.pending(user) / 10_000 : undefined),
    lots: (user) =>
      wallets.has(user)
        ? wallets.lots(user).map(({ coins, expiresAt }) => ({ expiresAt, coins: coins / 10_000 }))
        : undefined,
    points: (user) => {
      const earned = points.get(user)
      return earned === undefined ? undefined : earned / 10_000
    },
    participants: (name) => Array.from(rules.values()).find(({ draft }) => draft.name === name)?.participants
  }
}
