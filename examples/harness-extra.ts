// A command of your own among the harness's. Run with `bun examples/harness-extra.ts`.
import { Context, Effect } from "effect"
import { Members } from "laurel-rewards/effect"
import { Arbitrary, checkPromise, extraCommand, fc, Model, urlSubject } from "laurel-rewards/testing"

const subject = urlSubject("sqlite::memory:")

const wallet = extraCommand(subject, {
  name: "read the wallet of",
  arbitrary: fc.constantFrom(...Arbitrary.users),
  // `tools` are the services here. Over HTTP they are requests; for an `implementationSubject` they are your implementation.
  run: (userId, { tools, state, partners: [partnerId = ""] }) =>
    Context.get(tools, Members)
      .wallet({ partnerId, userId })
      .pipe(
        Effect.map(({ coins }) => coins),
        Effect.catchTag("MemberNotFound", () => Effect.succeed(0)),
        Effect.filterOrFail(
          (coins) => coins === Model.balance(state, "home", userId),
          (coins) => `it holds ${coins}`
        )
      )
})

const { extra, sequences } = await checkPromise({ subject, extra: [wallet], seed: 1, seeds: 10 })
console.log(`${extra} wallets were read in ${sequences} sequences`)
