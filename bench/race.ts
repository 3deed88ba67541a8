import type { Bench } from "./bench.ts"
import { type Contestant, interleave, throughput } from "./measure.ts"
import { type Client, openOurs, withOurs } from "./ours.ts"
import type { Scene, SceneSize } from "./scene.ts"

/** A kind of database: how to create one, and how the library connects to it. */
export interface Store {
  readonly name: string
  readonly place: () => Promise<string>
  readonly client: (place: string) => Client
}

/** Opens a contestant on a database that contains the scene. */
export type Entrant = (place: string, scene: Scene) => Promise<Contestant> | Contestant

export interface Race<Name extends string> {
  readonly title: string
  readonly store: Store
  readonly size: SceneSize
  readonly entrants: Readonly<Record<Name, Entrant>>
  readonly rounds: number
  readonly warmUp: number
  /** Seconds that a round takes, at least, so that the folds of boards fall into the round that caused them. */
  readonly seconds: number
}

export const ours =
  (store: Store, callers: number): Entrant =>
  async (place, scene) => {
    const library = await openOurs(store.client(place))
    return {
      run: library.awards(scene, callers),
      settle: () => library.settle(scene),
      close: library.close
    }
  }

/**
 * Measures who makes the most awards a second. Every entrant starts each round on a new database and makes the same awards. After the warm-up round the library
 * verifies the rows of every entrant, because a baseline that writes less is not comparable. Boards are not verified,
 * since the baselines do not write them.
 */
export const race = <Name extends string>(bench: Bench, options: Race<Name>) => {
  const { title, store, size, entrants, rounds, warmUp, seconds } = options
  return interleave(Object.keys(entrants) as Array<Name>, rounds, async (name, round) => {
    const place = await store.place()
    const scene = await withOurs(store.client(place), (library) => library.prepare(size))
    const contestant = await entrants[name](place, scene)
    try {
      const rate = await throughput(contestant, 0, warmUp)
      const figure = await throughput(contestant, warmUp, Math.ceil(rate * seconds))
      bench.progress(`${title}: ${name}, round ${round} of ${rounds}: ${figure.toPrecision(4)}`)
      return figure
    } finally {
      await contestant.close()
      if (round === 0) await withOurs(store.client(place), (library) => library.verify())
    }
  })
}
