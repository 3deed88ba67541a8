import { type AccountsClient, openRewards } from "../../../lib/index.ts"
import { serveDetails } from "./details.ts"
import { type DemoOptions, defaults } from "./options.ts"
import { makePeople, type Person } from "./people.ts"
import { type Business, businesses, type Scale } from "./programme.ts"
import { makeRandom } from "./random.ts"
import { type Moment, yearBefore } from "./season.ts"
import { createUsers } from "./users.ts"
import {
  type ActivityCall,
  type AwardCall,
  type Figures,
  most,
  noFigures,
  openYear,
  type Year
} from "./year.ts"

export interface DemoPartner {
  readonly partnerId: string
  readonly name: string
  readonly email: string
  readonly figures: Figures
}

export interface DemoSummary {
  readonly ecosystem: string
  readonly password: string
  /** The first has most of the data. */
  readonly partners: ReadonlyArray<DemoPartner>
  readonly figures: Figures
}

/** The maximum number of members per partner that get a record with a name. */
const mostNamed = 120

const membersFor = (awards: number): number => Math.min(40_000, Math.max(20, Math.round(awards / 28)))

const lengthOfYear = 365 * 86_400_000

/** Onboards a partner with a login, at the start of the year. */
const onboard = async (rewards: AccountsClient, business: Business, options: Required<Login>) => {
  const { domain, ecosystem, password, userDetailsUrl } = options
  const email = `${business.mailbox}@${domain}`
  const application = await rewards.applications.onboard({
    ecosystem,
    email,
    partnerName: business.name,
    applicationName: business.application,
    redirectUrl: `https://${business.mailbox}.${domain}/signed-in`,
    password,
    confirmPassword: password,
    userDetailsUrl
  })
  return { ...application, email }
}

interface Login {
  readonly domain: string
  readonly ecosystem: string
  readonly password: string
  readonly userDetailsUrl: string
}

/** Migrates with the real clock: the demo's clock would date the migrations a year back. */
const migrate = async (database: string, onWarning: DemoOptions["onWarning"]): Promise<void> => {
  const rewards = await openRewards({ database, accounts: { sendWebhooks: false }, onWarning })
  await rewards.close()
}

/**
 * Fills a database with a realistic year up to now: partners, rules of every type, members with names, awards and activities in weekly and yearly
 * patterns, coins that wait and coins that expire, transfers, reversals, refunds and adjustments. Everything is written through the public library, with a clock that is moved through the
 * year, so that limits, boards and plots are the same as after a real year.
 */
export const fillDemo = async (options: DemoOptions): Promise<DemoSummary> => {
  const { database, onProgress = () => {}, onWarning, signal, until = new Date() } = options
  const { awards = defaults.awards, domain = defaults.domain, ecosystem = defaults.ecosystem } = options
  const { password = defaults.password, seed = defaults.seed } = options
  const random = makeRandom(seed)
  const start = until.getTime() - lengthOfYear
  let time = start

  await migrate(database, onWarning)
  const rewards = await openRewards({
    database,
    clock: { now: () => time },
    // What is due is written once, at the end of the year, so that the same seed creates the same demo.
    sweep: false,
    // The service sends the webhooks of partners that already exist in the database.
    accounts: { allowLoopback: true, sendWebhooks: false },
    onWarning
  })
  const names = new Map<string, string>()
  const details = await serveDetails(names)
  try {
    const years: Array<PlayedYear> = []
    const login = { domain, ecosystem, password, userDetailsUrl: details.url }
    for (const business of businesses) {
      const count = Math.ceil(membersFor(awards) * business.share)
      const people: ReadonlyArray<Person> = makePeople(count, random)
      for (const { fullname, id } of people.slice(0, mostNamed)) names.set(id, fullname)
      const { clientId, email, partnerId } = await onboard(rewards, business, login)
      const scale: Scale = {
        at: (part) => new Date(start + part * lengthOfYear).toISOString(),
        members: count,
        awards: Math.round(awards * business.share)
      }
      const users =
        years.length === 0 ? await createUsers(rewards, { clientId, domain, ecosystem, password }) : []
      const year = await openYear({
        rewards,
        partnerId,
        business,
        scale,
        people: [...users, ...people],
        hasRecord: (id) => names.has(id),
        random
      })
      const partner = { partnerId, name: business.name, email, figures: year.figures }
      years.push({ partner, share: business.share, year, owed: 0 })
    }

    const activities: Array<Of<ActivityCall>> = []
    let called = 0
    let reported = 0
    for (const moment of yearBefore(until.getTime(), awards, random)) {
      signal?.throwIfAborted()
      time = moment.at
      const due = await playMoment(rewards, years, moment)
      activities.push(...due)
      if (activities.length >= together) await recordActivities(rewards, activities.splice(0), time)
      called += moment.awards
      if (called - reported >= awards / 100) {
        reported = called
        onProgress(called, awards)
      }
    }
    time = until.getTime()
    await recordActivities(rewards, activities, time)
    onProgress(awards, awards)
    const partners = years.map(({ partner }) => partner)
    await rewards.sweep()
    await finish(rewards, partners, ecosystem)
    return { ecosystem, password, partners, figures: sumOf(partners) }
  } finally {
    await details.close()
    await rewards.close()
  }
}

/** A partner's year, with its share of the awards and the fraction that rounding has left over so far. */
interface PlayedYear {
  readonly partner: DemoPartner
  readonly share: number
  readonly year: Year
  owed: number
}

/** A request of a partner's year. */
type Of<Call> = Call & { readonly year: Year }

/** Activities of small moments are recorded together, because each moment costs one or two transactions. */
const together = 12

/** Plays one moment for all partners. Their awards are written together. Returns the activities, which are not recorded yet. */
const playMoment = async (
  rewards: AccountsClient,
  years: ReadonlyArray<PlayedYear>,
  moment: Moment
): Promise<ReadonlyArray<Of<ActivityCall>>> => {
  const { at, awards } = moment
  const calls: Array<Of<AwardCall>> = []
  const activities: Array<Of<ActivityCall>> = []
  const counts: Array<number> = []
  for (const lived of years) {
    const exact = lived.owed + awards * lived.share
    const count = Math.floor(exact)
    lived.owed = exact - count
    counts.push(count)
    for (const call of await lived.year.begin(moment, count)) {
      if ("activity" in call) activities.push({ ...call, year: lived.year })
      else calls.push({ ...call, year: lived.year })
    }
  }
  for (let from = 0; from < calls.length; from += most) {
    const some = calls.slice(from, from + most)
    const outcomes = await rewards.awards.awardMany(some.map(({ input }) => input))
    for (const [index, { member, year }] of some.entries()) {
      const outcome = outcomes[index]
      if (outcome !== undefined) year.record(at, member, outcome)
    }
  }
  for (const [index, { year }] of years.entries()) await year.end(at, counts[index] ?? 0)
  return activities
}

const recordActivities = async (
  rewards: AccountsClient,
  calls: ReadonlyArray<Of<ActivityCall>>,
  at: number
): Promise<void> => {
  for (let from = 0; from < calls.length; from += most) {
    const some = calls.slice(from, from + most)
    const results = await rewards.activities.recordMany(some.map(({ activity }) => activity))
    for (const [index, { member, year }] of some.entries()) {
      const result = results[index]
      if (result !== undefined) year.recordActivity(at, member, result)
    }
  }
}

/** Replaces the partners' `userDetailsUrl`, whose server ends with the demo, and folds their boards, so that the first page loads fast. */
const finish = async (
  rewards: AccountsClient,
  partners: ReadonlyArray<DemoPartner>,
  ecosystem: string
): Promise<void> => {
  for (const { partnerId } of partners) {
    await rewards.applications.update({
      partnerId,
      ecosystem,
      userDetailsUrl: "https://partner.example/users"
    })
    await rewards.apiKeys.create({ partnerId, name: "Checkout", scopes: ["awards:write", "read"] })
    await rewards.boards.points({ partnerId })
  }
}

const sumOf = (partners: ReadonlyArray<DemoPartner>): Figures => {
  const sum = noFigures()
  for (const { figures } of partners) {
    for (const name of Object.keys(sum) as Array<keyof Figures>) sum[name] += figures[name]
  }
  return sum
}
