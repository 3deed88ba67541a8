// A random programme of a partner: everything that leaves a record, with texts of all kinds.
import { type AccountsClient, type HostClock, openRewards } from "../../lib/index.ts"
import { makeRandom } from "../../server/cli/demo/random.ts"
import { eventually } from "../support/wait.ts"

const words = [
  "plain",
  "Größe",
  "日本",
  "a'b\"c",
  "line\nbreak",
  "🎈",
  " spaced ",
  "null",
  "0",
  "%_\\"
] as const

export interface Programme {
  /** The time at its end. What is due later is not due in a test. */
  readonly clock: HostClock
  readonly partnerIds: ReadonlyArray<string>
  readonly keyed: ReadonlyArray<{ readonly partnerId: string; readonly input: Keyed }>
}
interface Keyed {
  readonly partnerId: string
  readonly userId: string
  readonly ruleName: string
  readonly idempotencyKey: string
}

const rulesOf = (partnerId: string) => {
  const base = { partnerId, condition: "is there", maxNumberOfParticipant: "5" }
  return [
    {
      ...base,
      name: "single",
      coinValue: "10.5",
      limits: [{ per: "member", period: "day", awards: 3 }],
      when: { activity: "order.placed", conditions: { field: "data.note", is: "in", value: words } }
    },
    { ...base, name: "batched", type: "batched", completionNumber: "3", coinValue: "7", atLimit: "suppress" },
    {
      ...base,
      name: "combined",
      type: "combined",
      coinValue: "20",
      userLimitAward: "2",
      rules: [
        { name: "left", condition: "goes left", when: { activity: "turned.left" } },
        { name: "right", condition: "goes right" }
      ]
    },
    {
      ...base,
      name: "budget",
      coinValue: "4",
      timeZone: "Asia/Kolkata",
      atLimit: "clamp",
      limits: [{ per: "rule", period: "ever", coins: "30" }],
      startsAt: "2020-01-01T00:00:00Z"
    },
    { ...base, name: "in time", coinValue: "6", pendingDays: "14", coinsExpire: "P1Y6M10D" },
    { ...base, name: "soon", coinValue: "8", pendingDays: "2", coinsExpire: "P3D", timeZone: "Asia/Beirut" },
    { ...base, name: "ending", coinValue: "9", coinsExpire: "P5D" }
  ] as const
}

const names = [
  "single",
  "batched",
  "combined",
  "left",
  "right",
  "budget",
  "in time",
  "soon",
  "ending"
] as const

/** The programme starts before the real time, and ends at it. Events are removed after 30 days, and none of these must be. */
const lasts = 29 * 24 * 60 * 60 * 1000

/** The last two users are one member, which is erased and comes back under both ids. The first one is erased and stays away. */
const comeBack = async (
  { members, personalData }: AccountsClient,
  partnerId: string,
  [away = "", from = "", into = ""]: ReadonlyArray<string>
) => {
  await members.merge({ partnerId, from, into, force: true })
  for (const userId of [into, away]) {
    const { id } = await personalData.erase({ partnerId, userId })
    const read = () => personalData.erasure({ partnerId, id })
    await eventually("the end of an erasure", read, ({ state }) => state === "done")
  }
  const came = [await members.onboard({ partnerId, userId: from })]
  came.push(await members.onboard({ partnerId, userId: into }))
  if (came[0]?.id !== came[1]?.id) throw new Error("one person came back as two members")
}

/** One partner's part; `steps` calls, of which some are refused. */
const live = async (
  rewards: AccountsClient,
  partnerId: string,
  seed: number,
  steps: number,
  goOn: () => void
) => {
  const random = makeRandom(seed)
  const keyed: Array<Keyed> = []
  const awards: Array<string> = []
  const transfers: Array<string> = []
  const rules = new Map<string, string>()
  for (const rule of rulesOf(partnerId)) {
    rules.set(rule.name, (await rewards.rules.create(rule)).id)
  }
  const users = words.map((word, index) => `${word}${index}`)
  for (const [index, userId] of users.entries()) {
    const attributes = { [userId]: userId, tier: index, "is even": index % 2 === 0 }
    await rewards.members.onboard({ partnerId, userId, attributes })
  }
  const callers = [rewards, rewards.as("till 1"), rewards.as("日本 2")]
  const caller = () => callers[(awards.length + transfers.length) % callers.length] ?? rewards
  const someone = () => users[random.below(users.length)] ?? ""

  const award = async () => {
    const input = {
      partnerId,
      userId: someone(),
      ruleName: random.pick(names),
      idempotencyKey: `${random.pick(words).replace(/[^ -~]/g, "x")}-${random.next()}`,
      narration: random.pick(words),
      metadata: { [random.pick(["order", "store"])]: random.pick(words) }
    }
    const made = await caller().awards.award(input)
    keyed.push(input)
    awards.push(made.id)
  }
  const transfer = async () => {
    const coins = String(1 + random.below(9))
    transfers.push((await caller().transfers.transfer({ partnerId, userId: someone(), coins })).id)
  }
  const acts = [
    award,
    award,
    award,
    transfer,
    () => caller().awards.reverse({ partnerId, awardId: awards[random.below(awards.length)] ?? "" }),
    () =>
      caller().transfers.refund({
        partnerId,
        transactionId: transfers[random.below(transfers.length)] ?? ""
      }),
    () => caller().awards.confirm({ partnerId, awardId: awards[random.below(awards.length)] ?? "" }),
    () =>
      caller().rules.update({
        partnerId,
        id: rules.get("single") ?? "",
        limits: [{ per: "rule", period: "month", awards: 50 + random.below(50) }]
      })
  ] as const
  for (let step = 0; step < steps; step++) {
    goOn()
    // A refusal writes nothing, which is no concern here.
    await random
      .pick(acts)()
      .catch(() => {})
  }
  await comeBack(rewards, partnerId, users.slice(-3))
  return keyed
}

/** Two partners with accounts, events, keys, a webhook and users. */
export const liveProgramme = async (database: string, seed: number, steps = 40): Promise<Programme> => {
  const finish = Date.now()
  let now = finish - lasts
  const clock = { now: () => now }
  const rewards = await openRewards({ database, clock, sweep: false, accounts: { sendWebhooks: false } })
  try {
    const partnerIds: Array<string> = []
    const keyed: Array<Programme["keyed"][number]> = []
    for (const name of ["one", "other"]) {
      const password = "Correct-1-horse"
      const { clientId, partnerId } = await rewards.applications.onboard({
        ecosystem: "eco",
        partnerName: `${name} ${seed}`,
        applicationName: name,
        email: `${name}-${seed}@partner.example`,
        password,
        confirmPassword: password,
        redirectUrl: "https://partner.example/back",
        userDetailsUrl: "https://partner.example/users"
      })
      partnerIds.push(partnerId)
      // Whoever reads events makes them be written.
      await rewards.events.list({ partnerId })
      const key = await rewards.apiKeys.create({ partnerId, name: "till", scopes: ["read"] })
      await rewards
        .as("admin")
        .apiKeys.create({ partnerId, name: "other till", scopes: ["awards:write", "read"] })
      await rewards.apiKeys.revoke({ partnerId, id: key.id })
      await rewards
        .as("admin")
        .webhooks.create({ partnerId, url: "https://partner.example/hook", types: ["award.paid"] })
      if (name === "one") {
        const tag = `user-${seed}`
        await rewards.users.create({
          email: `${tag}@users.example`,
          fullname: "A User",
          password,
          confirmPassword: password,
          phone: "15550100",
          tag,
          countryCode: "+49"
        })
        const [mail] = await rewards.mails.list({ limit: 1 })
        const [otp = ""] = /\b\d{6}\b/.exec(mail?.text ?? "") ?? []
        await rewards.users.verifyOtp({ email: `${tag}@users.example`, otp })
        await rewards.authorizations.requestCode({
          ecosystem: "eco",
          clientId,
          tag,
          password,
          scope: "profile"
        })
        await rewards.links.link({ partnerId, ecosystem: "eco", userId: "own-id", tag })
      }
      const goOn = () => {
        now += lasts / steps / 2
      }
      for (const input of await live(rewards, partnerId, seed, steps, goOn)) keyed.push({ partnerId, input })
    }
    return { clock: { now: () => finish }, partnerIds, keyed }
  } finally {
    await rewards.close()
  }
}
