import { request, type Scene } from "../scene.ts"

/** What the code written by hand is asked for, and what it answers. */
export interface Wanted {
  readonly userId: string
  readonly ruleName: string
  readonly note: string | null
}

export interface Written {
  readonly id: string
  readonly ruleId: string
}

/** The caller's mistake rather than ours. It is thrown before anything is written. */
export class Refused extends Error {}

export const wanted = (scene: Scene, index: number): Wanted => ({ ...request(scene, index), note: null })
