import type { Attack } from "../attacks/Attack.ts"
import { attackOn } from "../attacks/attackOn.ts"
import { bulks } from "../attacks/bulks.ts"
import { lists } from "../attacks/lists.ts"
import { logins } from "../attacks/logins.ts"
import { names, namesOnNode } from "../attacks/names.ts"
import { streams } from "../attacks/streams.ts"
import { unread } from "../attacks/unread.ts"
import type { Check } from "../check.ts"
import { databases, onKeptDatabase } from "../databases.ts"

const checkOf = (attack: Attack): Check => ({
  name: `attacks ${attack.name}`,
  claim: attack.claim,
  unit: "seconds of each",
  // They compare durations, so they need a quiet machine, and are not in the short form.
  rounds: { full: 10 },
  databases: attack.databases ?? databases,
  alone: true,
  run: (run) => onKeptDatabase(run.database, (address) => attackOn(attack, address, run))
})

export const attacks: ReadonlyArray<Check> = [lists, unread, streams, logins, names, namesOnNode, bulks].map(
  checkOf
)
