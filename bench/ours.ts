import type * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Layer, ManagedRuntime } from "effect"
import { Awards, Boards, Rewards, Verification } from "laurel-rewards/effect"
import type { Run } from "./measure.ts"
import { prepare, request, type Scene, type SceneSize } from "./scene.ts"

/** The library as a host uses it, on its own database. */
export interface Ours {
  readonly prepare: (size: SceneSize) => Promise<Scene>
  /** Each caller makes one award after another. Together they make all awards of the run. */
  readonly awards: (scene: Scene, callers: number) => Run
  /** Folds what is pending, by reading a board. */
  readonly settle: (scene: Scene) => Promise<void>
  /**
   * Fails if a balance, counter or limit differs from its rows. Boards are not checked, because the baselines do not
   * write them.
   */
  readonly verify: () => Promise<void>
  readonly close: () => Promise<void>
}

export type Client = Layer.Layer<SqlClient.SqlClient, unknown>

export const openOurs = async (client: Client): Promise<Ours> => {
  const layer: Layer.Layer<Rewards.Rewards, unknown> = Layer.provide(Rewards.layer(), client)
  const runtime = ManagedRuntime.make(layer)
  const awards = await runtime.runPromise(Awards)
  const boards = await runtime.runPromise(Boards)
  return {
    prepare: (size) => runtime.runPromise(prepare(size)),
    awards: (scene, callers) => (from, count, taken) => {
      let next = from
      const caller = Effect.gen(function* () {
        while (next < from + count) {
          const start = performance.now()
          yield* awards.award(request(scene, next++))
          taken?.push(performance.now() - start)
        }
      })
      const all = Array.from({ length: callers }, () => caller)
      return runtime.runPromise(Effect.all(all, { concurrency: "unbounded", discard: true }))
    },
    settle: ({ partnerId }) => runtime.runPromise(Effect.asVoid(boards.points({ partnerId }))),
    verify: () => runtime.runPromise(verify),
    close: () => runtime.dispose()
  }
}

/** Runs `use` on a library and always closes it. */
export const withOurs = async <A>(client: Client, use: (ours: Ours) => Promise<A>): Promise<A> => {
  const ours = await openOurs(client)
  try {
    return await use(ours)
  } finally {
    await ours.close()
  }
}

const verify = Effect.gen(function* () {
  const verification = yield* Verification
  const divergences = yield* verification.verify()
  if (divergences.length > 0) {
    const first = JSON.stringify(divergences[0])
    yield* Effect.dieMessage(`the rows are wrong in ${divergences.length} places, the first: ${first}`)
  }
})
