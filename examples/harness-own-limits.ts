// Points the property harness at award limits of your own. Run with `bun examples/harness-own-limits.ts`.
import {
  checkPromise,
  HarnessFailure,
  type Implementation,
  implementationSubject
} from "laurel-rewards/testing"

/** An engine that pays each user a bounded number of times, with a mistake in it. */
const makeEngine = (): Implementation => {
  const rules = new Map<string, { coins: number; limit: number }>()
  const wallets = new Map<string, number>()
  const paid = new Map<string, number>()
  return {
    features: ["userLimit"],
    createRule: ({ name, coins, limit }) => {
      if (rules.has(name)) return { ok: false, reason: "NameTaken" }
      rules.set(name, { coins: Number(coins), limit })
      return { ok: true, id: name }
    },
    award: ({ user, rule: name }) => {
      const rule = rules.get(name)
      if (rule === undefined) return { ok: false, reason: "RuleNotFound" }
      const times = paid.get(`${name} ${user}`) ?? 0
      // The mistake: it should be >=.
      if (rule.limit !== -1 && times > rule.limit) return { ok: false, reason: "UserLimitReached" }
      paid.set(`${name} ${user}`, times + 1)
      wallets.set(user, (wallets.get(user) ?? 0) + rule.coins)
      return { ok: true, coins: rule.coins }
    },
    balance: (user) => wallets.get(user) ?? 0
  }
}

try {
  // A seed makes this example repeatable. Leave it out, and every run takes other sequences.
  await checkPromise({ subject: implementationSubject(makeEngine), seed: 1, seeds: 100 })
  console.log("all limits held")
} catch (error) {
  if (!(error instanceof HarnessFailure)) throw error
  console.log(error.message)
}
