// What a partner can read, and the records of an archive, in an order that does not depend on the database.
import assert from "node:assert/strict"
import { type AccountsClient, type HostClock, openRewards } from "../../lib/index.ts"
import type { Programme } from "./programme.ts"

export const openQuietly = (
  database: string,
  options: { readonly clock?: HostClock } = {}
): Promise<AccountsClient> =>
  openRewards({ database, sweep: false, accounts: { sendWebhooks: false }, ...options })

const everythingOf = async (rewards: AccountsClient, partnerId: string) => {
  const members = await rewards.members.list({ partnerId, limit: 100 })
  const year = new Date().getUTCFullYear()
  return {
    partner: await rewards.partners.get({ partnerId }),
    rules: await rewards.rules.list({ partnerId }),
    usage: await rewards.rules.usage({ partnerId }),
    members,
    directory: await rewards.memberDirectory.list({ partnerId, records: true }),
    awards: await rewards.awards.list({ partnerId, limit: 100 }),
    transfers: await rewards.transfers.list({ partnerId, limit: 100 }),
    points: await rewards.boards.points({ partnerId, take: 100 }),
    spenders: await rewards.boards.coins({ partnerId, type: "spender", limit: 100 }),
    year: await rewards.boards.year({ partnerId, year, limit: 100 }),
    events: await rewards.events.list({ partnerId, limit: 100 }),
    keys: await rewards.apiKeys.list({ partnerId }),
    webhooks: await rewards.webhooks.list({ partnerId }),
    audit: await rewards.audit.list({ partnerId, limit: 100 })
  }
}

/** Everything that the partners of a programme can read. The programme's keys are replayed, which adds nothing. */
export const readState = async (database: string, { clock, keyed, partnerIds }: Programme) => {
  const rewards = await openQuietly(database, { clock })
  try {
    assert.deepEqual(await rewards.verify(), [])
    const states = []
    for (const partnerId of partnerIds) states.push(await everythingOf(rewards, partnerId))
    // A replay writes what is due in its wallet. Of what was read before, only the feed of events tells the difference.
    const replays = []
    for (const { input } of keyed) replays.push(await rewards.awards.award(input))
    assert.ok(replays.every(({ replayed }) => replayed))
    assert.deepEqual(await rewards.verify(), [])
    return { replays, states }
  } finally {
    await rewards.close()
  }
}

/** The lines of an archive. */
export const exported = async (database: string, partnerId?: string): Promise<ReadonlyArray<string>> => {
  const rewards = await openQuietly(database)
  try {
    let text = ""
    const write = async (lines: string) => {
      text += lines
    }
    await rewards.archives.export({ partnerId, write })
    return text.trimEnd().split("\n")
  } finally {
    await rewards.close()
  }
}

/**
 * Without the first line, which has the time of the export. An archive of a cluster has users in the section of each partner that knows
 * them, so there each record is compared once, and the ends of sections, which count them, are not.
 */
export const recordsOf = (lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  const records = lines.slice(1)
  const isEnd = (line: string) => line.startsWith('{"end":')
  const distinct = process.env.CITUS_URL ? new Set(records.filter((line) => !isEnd(line))) : records
  return Array.from(distinct).toSorted()
}

export async function* each(lines: ReadonlyArray<string>): AsyncGenerator<string> {
  yield* lines
}

export const imported = async (database: string, lines: AsyncIterable<string>) => {
  const rewards = await openQuietly(database)
  try {
    return await rewards.archives.import({ lines })
  } finally {
    await rewards.close()
  }
}
