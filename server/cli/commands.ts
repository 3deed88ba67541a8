import type { Command } from "./Command.ts"
import { demo } from "./demo.ts"

/** All commands, in the order in which help shows them. */
export const commands: ReadonlyArray<Command> = [demo]
