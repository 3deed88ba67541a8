import { request, type Scene } from "../scene.ts"

/** The input and the result of an award in the baselines. */
export interface Wanted {
  readonly userId: string
  readonly ruleName: string
  readonly note: string | null
}

export interface Written {
  readonly id: string
  readonly ruleId: string
}

/** The request is wrong, for example because the rule is unknown. Thrown before anything is written. */
export class Refused extends Error {}

export const wanted = (scene: Scene, index: number): Wanted => ({ ...request(scene, index), note: null })
