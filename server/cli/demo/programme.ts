import type { ActivityInput, AdjustInput, CreateRuleInput, UpdateRuleInput } from "../../../lib/index.ts"
import type { Random } from "./random.ts"

/** The dates and the size of a demo. Limits are derived from them, so that they are reached at any size. */
export interface Scale {
  /** The instant at which a fraction of the year, from 0 to 1, has passed. */
  readonly at: (part: number) => string
  readonly members: number
  /** Award calls of the business in the year. */
  readonly awards: number
}

export interface DemoRule {
  readonly rule: Omit<CreateRuleInput, "partnerId">
  /** How often it is awarded compared to other rules. 0 for a rule that only new members get, absent for one that activities award. */
  readonly weight?: number
  /** The names that awards use: the sub-rules of a combined rule. By default the rule's name. */
  readonly names?: readonly [string, ...ReadonlyArray<string>]
  readonly notes?: readonly [string, ...ReadonlyArray<string>]
  /** The smallest and the largest price in cents, for a rule that pays by amount. */
  readonly prices?: readonly [number, number]
}

/** What members do, as the partner's tills and shop report it. Rules with `when` decide what it earns. */
export interface DemoActivity {
  readonly type: string
  /** How often it happens compared to the awards of rules. */
  readonly weight: number
  readonly data: (random: Random) => NonNullable<ActivityInput["data"]>
}

export interface DemoChange {
  /** When in the year, from 0 to 1. */
  readonly part: number
  readonly rule: string
  readonly change: Omit<UpdateRuleInput, "partnerId" | "id">
}

export interface DemoAdjustment {
  /** When in the year, from 0 to 1. */
  readonly part: number
  readonly adjustment: Pick<AdjustInput, "coins" | "debitOrCredit" | "reason" | "points" | "narration">
  /** True for a debit that is reversed a few hours later. The reversal of a credit could be refused. */
  readonly isMistake?: boolean
}

export interface Business {
  readonly name: string
  readonly application: string
  /** The part of an e-mail address before the @. */
  readonly mailbox: string
  /** Its share of all awards. */
  readonly share: number
  readonly stores: readonly [string, ...ReadonlyArray<string>]
  readonly rules: (scale: Scale) => ReadonlyArray<DemoRule>
  readonly activities: ReadonlyArray<DemoActivity>
  readonly changes: (scale: Scale) => ReadonlyArray<DemoChange>
  /** Balances that are corrected by hand, in the order of `part`. */
  readonly adjustments: ReadonlyArray<DemoAdjustment>
}

/** The balances that the first members bring along from an older programme. */
const opening = (reason: string, ...coins: ReadonlyArray<string>): ReadonlyArray<DemoAdjustment> =>
  coins.map((each) => ({ part: 0, adjustment: { debitOrCredit: "CR", coins: each, reason } }))

const everyone = "1000000"
const part = (whole: number, share: number): number => Math.max(1, Math.round(whole * share))

const coffee: Business = {
  name: "Harbour Coffee",
  application: "Harbour Coffee app",
  mailbox: "demo",
  share: 0.72,
  stores: ["harbour", "old town", "station", "market hall"],
  rules: ({ at, awards, members }) => [
    {
      weight: 0,
      rule: {
        name: "welcome",
        condition: "Joins the programme",
        coinValue: "50",
        maxNumberOfParticipant: everyone,
        userLimitAward: "1"
      }
    },
    {
      weight: 30,
      notes: ["Flat white", "Espresso", "Filter coffee", "Cappuccino", "Tea and cake"],
      prices: [220, 2400],
      rule: {
        name: "purchase",
        condition: "Pays at the till: the amount is in euros",
        coinValue: "1",
        unit: "1",
        maxCoins: "20",
        maxNumberOfParticipant: everyone,
        timeZone: "Europe/Berlin",
        coinsExpire: "P6M",
        atLimit: "suppress",
        limits: [{ per: "member", period: "day", awards: 3 }]
      }
    },
    {
      rule: {
        name: "tenth cup",
        condition: "Collects ten stamps, one for each coffee of 2 euros or more",
        type: "batched",
        completionNumber: "10",
        coinValue: "100",
        maxNumberOfParticipant: everyone,
        when: { activity: "coffee.bought", conditions: { field: "data.price", is: "atLeast", value: 2 } }
      }
    },
    {
      rule: {
        name: "online order",
        condition: "Orders beans in the shop, and can return them for 30 days: the amount is in euros",
        coinValue: "1",
        unit: "1",
        maxCoins: "40",
        maxNumberOfParticipant: everyone,
        timeZone: "Europe/Berlin",
        pendingDays: "30",
        coinsExpire: "P1Y",
        when: { activity: "order.placed", amount: "data.total" }
      }
    },
    {
      rule: {
        name: "first order",
        condition: "Orders in the shop for the first time",
        coinValue: "30",
        maxNumberOfParticipant: everyone,
        when: {
          activity: "order.placed",
          conditions: { field: "member.activities", is: "equals", value: 1 }
        }
      }
    },
    {
      rule: {
        name: "tuesday treat",
        condition: "Orders for 20 euros or more on a Tuesday",
        coinValue: "15",
        maxNumberOfParticipant: everyone,
        timeZone: "Europe/Berlin",
        limits: [{ per: "member", period: "week", awards: 1 }],
        when: {
          activity: "order.placed",
          conditions: {
            all: [
              { field: "local.weekday", is: "equals", value: 2 },
              { field: "data.total", is: "atLeast", value: 20 }
            ]
          }
        }
      }
    },
    {
      weight: 12,
      names: ["visit harbour", "visit old town", "visit station", "visit airport"],
      rule: {
        name: "explorer",
        type: "combined",
        coinValue: "120",
        maxNumberOfParticipant: everyone,
        userLimitAward: "6",
        rules: [
          { name: "visit harbour", condition: "Buys something at the harbour" },
          { name: "visit old town", condition: "Buys something in the old town" },
          { name: "visit station", condition: "Buys something at the station" },
          { name: "visit airport", condition: "Buys something at the airport", status: "inactive" }
        ]
      }
    },
    {
      weight: 6,
      notes: ["Four stars", "Five stars"],
      rule: {
        name: "review",
        condition: "Writes a review",
        coinValue: "25",
        maxNumberOfParticipant: everyone,
        limits: [
          { per: "member", period: "week", awards: 1 },
          { per: "rule", period: "day", awards: part(awards, 0.0004) + 1 }
        ]
      }
    },
    {
      weight: 4,
      rule: {
        name: "bring a friend",
        condition: "A friend joins and buys something",
        coinValue: "75.5",
        maxNumberOfParticipant: String(part(members, 0.2)),
        userLimitAward: "3"
      }
    },
    {
      weight: 9,
      rule: {
        name: "summer iced coffee",
        condition: "Buys an iced coffee in the summer weeks",
        coinValue: "20",
        maxNumberOfParticipant: everyone,
        startsAt: at(0.45),
        endsAt: at(0.68),
        atLimit: "clamp",
        limits: [{ per: "rule", period: "ever", coins: String(part(awards, 0.22) + 5) }]
      }
    },
    {
      weight: 2,
      rule: {
        name: "newsletter",
        condition: "Subscribes to the newsletter",
        coinValue: "15",
        maxNumberOfParticipant: everyone,
        userLimitAward: "1"
      }
    }
  ],
  activities: [
    {
      type: "coffee.bought",
      weight: 26,
      data: (random) => ({
        drink: random.pick(["espresso", "filter coffee", "flat white", "cappuccino"]),
        price: (150 + 10 * random.below(30)) / 100
      })
    },
    {
      type: "order.placed",
      weight: 12,
      data: (random) => ({
        total: (600 + random.below(5400)) / 100,
        items: 1 + random.below(4),
        delivery: random.pick(["home", "shop"])
      })
    }
  ],
  changes: () => [
    { part: 0.3, rule: "purchase", change: { coinValue: "1.5" } },
    { part: 0.5, rule: "tenth cup", change: { limits: [{ per: "member", period: "month", awards: 4 }] } },
    { part: 0.8, rule: "newsletter", change: { status: "inactive" } },
    { part: 0.85, rule: "explorer", change: { rules: [{ name: "visit airport", status: "active" }] } }
  ],
  adjustments: [
    ...opening("Balance of the stamp card", "120", "45", "80.5", "30"),
    {
      part: 0.35,
      adjustment: {
        debitOrCredit: "CR",
        coins: "100",
        reason: "First prize of the latte art contest",
        points: true
      }
    },
    {
      part: 0.9,
      adjustment: { debitOrCredit: "DE", coins: "20", reason: "Removed from the wrong member" },
      isMistake: true
    },
    {
      part: 0.93,
      adjustment: {
        debitOrCredit: "CR",
        coins: "40",
        reason: "Goodwill for a wrong order",
        narration: "Call 17"
      }
    },
    {
      part: 0.95,
      adjustment: { debitOrCredit: "DE", coins: "15", reason: "The till counted a purchase twice" }
    }
  ]
}

const gym: Business = {
  name: "Northside Gym",
  application: "Northside members",
  mailbox: "gym",
  share: 0.18,
  stores: ["hall", "pool"],
  rules: ({ members }) => [
    {
      weight: 60,
      rule: {
        name: "check in",
        condition: "Trains for half an hour",
        coinValue: "5",
        maxNumberOfParticipant: everyone,
        limits: [{ per: "member", period: "day", awards: 1 }]
      }
    },
    {
      weight: 30,
      rule: {
        name: "five classes",
        condition: "Takes part in five classes",
        type: "batched",
        completionNumber: "5",
        coinValue: "40",
        maxNumberOfParticipant: everyone
      }
    },
    {
      weight: 10,
      rule: {
        name: "personal best",
        condition: "Beats the own record",
        coinValue: "60",
        maxNumberOfParticipant: String(part(members, 0.5)),
        limits: [{ per: "member", period: "month", awards: 1 }],
        atLimit: "suppress"
      }
    }
  ],
  activities: [],
  changes: () => [{ part: 0.4, rule: "check in", change: { name: "visit", coinValue: "6" } }],
  adjustments: opening("Balance of the paper cards", "60", "25")
}

const books: Business = {
  name: "Corner Books",
  application: "Corner Books shop",
  mailbox: "books",
  share: 0.1,
  stores: ["shop", "online"],
  rules: ({ awards }) => [
    {
      weight: 70,
      rule: {
        name: "book",
        condition: "Buys a book",
        coinValue: "30",
        maxNumberOfParticipant: everyone,
        timeZone: "Africa/Lagos",
        limits: [{ per: "rule", period: "month", coins: String(part(awards, 4) + 100) }],
        atLimit: "clamp"
      }
    },
    {
      weight: 30,
      names: ["reading", "signing"],
      rule: {
        name: "season ticket",
        type: "combined",
        coinValue: "90",
        maxNumberOfParticipant: everyone,
        rules: [
          { name: "reading", condition: "Comes to a reading" },
          { name: "signing", condition: "Comes to a signing" }
        ]
      }
    }
  ],
  activities: [],
  changes: () => [],
  adjustments: []
}

/** The partners of the demo. The first has most of the data; the others show that partners are separated. */
export const businesses: readonly [Business, ...ReadonlyArray<Business>] = [coffee, gym, books]
