import assert from "node:assert/strict"
import { FastCheck as fc } from "effect"
import type { Explanation, Rule } from "../../server/dashboard/contract.ts"
import { awardSentence } from "../../server/dashboard/pages/award/awardSentence.ts"
import { partsOfSentence } from "../../server/dashboard/pages/rules/emphasis.ts"
import { ruleSentence } from "../../server/dashboard/pages/rules/ruleSentence.ts"
import { describedOf, newLimit, newRule, valuesOf } from "../../server/dashboard/pages/rules/values.ts"
import { words as german } from "../../server/dashboard/words/de/sentence.ts"
import { describe, it } from "../support/effect.ts"

const rule: Rule = {
  id: "01890a5d-ac96-774b-bcce-b302099a8057",
  name: "coffee",
  coinValue: "50",
  unit: null,
  maxCoins: null,
  maxNumberOfParticipant: "10",
  condition: "buys a coffee",
  status: "active",
  archived: false,
  type: "single",
  completionNumber: "1",
  userLimitAward: "-1",
  rules: [],
  when: null,
  limits: [],
  timeZone: "UTC",
  startsAt: null,
  endsAt: null,
  atLimit: "reject",
  pendingDays: null,
  coinsExpire: null,
  orderedBy: null,
  changedBy: null
}
const explanation: Explanation = {
  outcome: "pays",
  wouldPay: true,
  coins: "50",
  maturesAt: null,
  expiresAt: null,
  refusal: null,
  suppressedBy: null,
  progress: { done: 0, of: 1 },
  alreadyDone: false,
  limits: []
}
const none = { wouldPay: false, coins: "0" } as const

const said = (change: Partial<Explanation>, of: Partial<Rule> = {}, ruleName = "coffee"): string => {
  const { text, title } = awardSentence(
    { ...explanation, ...change },
    { userId: "ada", ruleName, rule: { ...rule, ...of } },
    String
  )
  return `${title}. ${text.join("")}`
}

describe("the sentence about an award", () => {
  it("says what it would pay, and what the member completes", () => {
    assert.equal(said({}), "Would pay 50 coins. ada meets the condition of “coffee”.")
    const step = (done: number, of: number) => said({ progress: { done, of } }, { type: "batched" })
    assert.equal(step(9, 10), "Would pay 50 coins. ada completes the tenth of ten for “coffee”.")
    assert.match(step(20, 21), /the 21st of 21 for/)
    assert.match(step(1233, 1234), /the 1,234th of 1,234 for/)
    const combined = { type: "combined" } as const
    const third = { progress: { done: 2, of: 3 } }
    assert.match(said(third, combined, "shared"), /the third of three conditions of “coffee”/)
    assert.match(said(third, combined), /names the rule “.+” itself: it pays at once/)
  })

  it("says that a limit leaves less, without the word coins for one coin", () => {
    assert.match(said({ coins: "1" }), /^Would pay 1 coin\. .* A limit leaves 1 of 50\.$/)
  })

  it("says what an amount pays, by the full units of the rule", () => {
    const byAmount = { coinValue: "1", unit: "10" }
    const pays = (coins: string, amount: string, of: Partial<Rule> = byAmount): string => {
      const about = { userId: "ada", ruleName: "coffee", rule: { ...rule, ...of }, amount }
      const { text, title } = awardSentence({ ...explanation, coins }, about, String)
      return `${title}. ${text.join("")}`
    }
    assert.equal(pays("2", "25"), "Would pay 2 coins. 1 coin for every 10; 25 pays 2.")
    assert.equal(pays("1", "10.5"), "Would pay 1 coin. 1 coin for every 10; 10.5 pays 1.")
    assert.equal(
      pays("5", "2500", { ...byAmount, maxCoins: "5" }),
      "Would pay 5 coins. 1 coin for every 10, at most 5 coins an award; 2,500 pays 5."
    )
    assert.match(pays("1", "25"), /25 pays 2\. A limit leaves 1 of 2\.$/)
    // The product is larger than the largest exact number.
    assert.match(
      pays("9007199254.7409", "0.03", { coinValue: "3002399751.5803", unit: "0.01" }),
      /9,007,199,254\.7409\.$/
    )
  })

  it("says why it would not pay", () => {
    const counts = { ...none, outcome: "counts", progress: { done: 3, of: 10 } } as const
    const done = { ...counts, progress: { done: 1, of: 3 }, alreadyDone: true } as const
    assert.equal(
      said(done, { type: "combined", name: "both" }),
      "Would change nothing. ada has already done “coffee” in this cycle: 1 of 3 conditions."
    )
    assert.match(said(counts, { type: "batched" }), /pay nothing yet\. It is completion 4 of 10 for ada\.$/)
    assert.match(said(counts, { type: "combined" }), /ada has done 3 of 10 conditions before it\.$/)
    const suppressed = { ...none, outcome: "suppressed", suppressedBy: "participant_limit_reached" } as const
    assert.match(said(suppressed), /without effect\. No places are left\. No coins move/)
    const refusal = { appErrorCode: "rule_inactive", error: "rule coffee is inactive: activate it" }
    assert.equal(said({ ...none, outcome: "refused", refusal }), `Would be refused. ${refusal.error}`)
  })
})

const count = fc.integer({ min: 1, max: 999_999_999 }).map(String)
const coins = fc.integer({ min: 1, max: 2_000_000_000 }).map((part) => String(part / 10_000))
const given = <A>(value: fc.Arbitrary<A>) => fc.option(value, { nil: undefined })
const limit = fc
  .tuple(
    fc.constantFrom(...(["member", "rule"] as const)),
    fc.constantFrom(...(["day", "week", "month", "year", "ever"] as const)),
    given(count),
    given(coins)
  )
  // The API refuses a limit without a number.
  .filter(([, , awards, most]) => awards !== undefined || most !== undefined)
  .map(([per, period, awards, most]) => ({
    per,
    period,
    ...(awards && { awards }),
    ...(most && { coins: most })
  }))
const date = fc
  .option(fc.date({ min: new Date("2000-01-01"), max: new Date("2099-12-31") }), { freq: 2 })
  .map((at) => at && `${at.toISOString().slice(0, 19)}.000Z`)

const rules: fc.Arbitrary<Rule> = fc
  .record({
    type: fc.constantFrom(...(["single", "batched", "combined"] as const)),
    coinValue: coins,
    unit: fc.option(coins),
    maxCoins: fc.option(coins),
    maxNumberOfParticipant: count,
    completionNumber: count,
    userLimitAward: fc.option(count, { nil: "-1", freq: 2 }),
    rules: fc
      .array(fc.constantFrom(...(["active", "inactive"] as const)), { maxLength: 30 })
      .map((statuses) =>
        statuses.map((status, at) => ({ name: `part ${at}`, condition: "c", status, when: null }))
      ),
    limits: fc.array(limit, { maxLength: 8 }),
    timeZone: fc.constantFrom("UTC", "Europe/Berlin", "America/New_York", "Asia/Kathmandu"),
    startsAt: date,
    endsAt: date,
    atLimit: fc.constantFrom(...(["reject", "suppress", "clamp"] as const)),
    pendingDays: fc.option(fc.integer({ min: 1, max: 365 }).map(String)),
    coinsExpire: fc.constantFrom(null, null, "P1Y", "P90D", "P1Y6M10D", "P2M1D")
  })
  .map((fields) => ({ ...rule, ...fields }))
  // Only a single rule can have a unit, and only with a unit a maximum.
  .map((of) => {
    const unit = of.type === "single" ? of.unit : null
    return { ...of, unit, maxCoins: unit === null ? null : of.maxCoins }
  })

const number = (text: string): string => Number(text).toLocaleString("en-US", { maximumFractionDigits: 4 })
const amount = (text: string, unit: string): string => `${number(text)} ${unit}${text === "1" ? "" : "s"}`
const periods = { day: "a day", week: "a week", month: "a month", year: "a year", ever: "in all" }

/** The limits that a rule has for each member, or for all of them, in the words of the sentence. */
const limitsOf = ({ limits, userLimitAward }: Rule, per: "member" | "rule"): ReadonlyArray<string> => [
  ...(per === "member" && userLimitAward !== "-1" ? [`${amount(userLimitAward, "payment")} in all`] : []),
  ...limits
    .filter((each) => each.per === per)
    .flatMap(({ awards, coins, period }) => [
      ...(awards === undefined ? [] : [`${amount(awards, "payment")} ${periods[period]}`]),
      ...(coins === undefined || (per === "rule" && period === "ever")
        ? []
        : [`${amount(coins, "coin")} ${periods[period]}`])
    ])
]

/** The limits that a sentence names after these words. */
const namedAfter = (words: string, sentence: string): ReadonlyArray<string> => {
  const [, list] = new RegExp(`${words} at most (.+?)\\.(?= [A-Z]|$)`).exec(sentence) ?? []
  return list?.split(/, | and /) ?? []
}

/** The date that follows a word of the sentence, which is in UTC, as the API writes it. */
const dateAfter = (word: string, sentence: string): string | null => {
  const [, text] = new RegExp(` ${word} (\\d+ \\w+ \\d{4}, [\\d:]+)`).exec(sentence) ?? []
  return text === undefined ? null : new Date(`${text.replace("Sept", "Sep")} UTC`).toISOString()
}

describe("the sentence about a rule", () => {
  const awardSentence = (of: Rule): string => ruleSentence(of, "UTC") ?? assert.fail("there is no sentence")

  it("names every limit, date and number of the rule, and nothing else", () => {
    fc.assert(
      fc.property(rules, (of) => {
        const sentence = awardSentence(of)
        assert.ok(sentence.startsWith(`Pays ${amount(of.coinValue, "coin")} `), sentence)
        const every = of.unit === null ? [] : [`for every ${number(of.unit)}`]
        const most = of.maxCoins === null ? [] : [`at most ${amount(of.maxCoins, "coin")} an award`]
        assert.deepEqual([...(sentence.match(/for every [\d,.]*\d/) ?? [])], every)
        assert.deepEqual([...(sentence.match(/at most [\d,.]+ coins? an award/) ?? [])], most)
        assert.ok(sentence.includes(`, to at most ${amount(of.maxNumberOfParticipant, "member")}`), sentence)
        assert.deepEqual(namedAfter("Each member gets", sentence), limitsOf(of, "member"))
        assert.deepEqual(namedAfter("All members together get", sentence), limitsOf(of, "rule"))
        assert.deepEqual(
          [dateAfter("from", sentence), dateAfter("until", sentence)],
          [of.startsAt, of.endsAt]
        )
        for (const { coins, per, period } of of.limits) {
          if (coins === undefined || per !== "rule" || period !== "ever") continue
          assert.ok(sentence.includes(`The budget is ${amount(coins, "coin")}.`), sentence)
        }
        const hasWindows = of.limits.some(({ period }) => period !== "ever")
        const matures = of.pendingDays === null ? [] : [`Coins mature after ${amount(of.pendingDays, "day")}`]
        assert.deepEqual([...(sentence.match(/Coins mature after \d+ days?/) ?? [])], matures)
        assert.equal(/Coins [^.]*expire /.test(sentence), of.coinsExpire !== null, sentence)
        assert.equal(sentence.includes(`the calendar of ${of.timeZone}.`), hasWindows, sentence)
        assert.equal(sentence.includes("(UTC)"), (of.startsAt ?? of.endsAt) !== null, sentence)
        if (of.type === "batched" && of.completionNumber !== "1") {
          assert.ok(sentence.includes(`every ${amount(of.completionNumber, "completion")}`), sentence)
        }
      }),
      { numRuns: 500 }
    )
  })

  it("says that members earn as often as they like only where nothing limits them", () => {
    fc.assert(
      fc.property(rules, (of) => {
        const isUnlimited = of.userLimitAward === "-1" && of.limits.length === 0
        assert.equal(awardSentence(of).includes("as often as they earn it"), isUnlimited)
      }),
      { numRuns: 500 }
    )
  })

  it("is the same for the rule and for the form that edits it", () => {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
    fc.assert(
      fc.property(rules, (of) => {
        // The form has no seconds.
        const whole = (at: string | null) => at && `${at.slice(0, 17)}00.000Z`
        const rule = { ...of, startsAt: whole(of.startsAt), endsAt: whole(of.endsAt) }
        assert.equal(ruleSentence(describedOf(valuesOf(rule))), ruleSentence(rule, zone))
      })
    )
  })

  it("reads like this", () => {
    assert.equal(
      awardSentence(rule),
      "Pays 50 coins each time, to at most 10 members, as often as they earn it."
    )
    assert.equal(
      awardSentence({ ...rule, coinValue: "1", unit: "10", maxCoins: "5" }),
      "Pays 1 coin for every 10, at most 5 coins an award, to at most 10 members, as often as they earn it."
    )
    const rest = "Pays 50 coins each time, to at most 10 members, as often as they earn it."
    const inTime = (of: Partial<Rule>) => awardSentence({ ...rule, timeZone: "Asia/Tokyo", ...of })
    assert.deepEqual(
      [{ pendingDays: "14" }, { coinsExpire: "P1Y6M10D" }, { pendingDays: "1", coinsExpire: "P1Y" }].map(
        inTime
      ),
      [
        `${rest} Coins mature after 14 days. Days and hours are those of Asia/Tokyo.`,
        `${rest} Coins expire after 1 year, 6 months and 10 days. Days and hours are those of Asia/Tokyo.`,
        `${rest} Coins mature after 1 day and expire 1 year later. Days and hours are those of Asia/Tokyo.`
      ]
    )
    assert.equal(
      ruleSentence(
        {
          ...rule,
          type: "combined",
          rules: [
            { name: "one", status: "active", when: null },
            { name: "two", status: "inactive", when: null }
          ],
          userLimitAward: "3",
          limits: [
            { per: "member", period: "week", coins: "60", awards: "1" },
            { per: "rule", period: "day", awards: "60" },
            { per: "rule", period: "ever", coins: "14400" }
          ],
          timeZone: "Europe/Berlin",
          startsAt: "2026-08-31T22:00:00.000Z",
          endsAt: "2026-12-22T17:00:00.000Z",
          atLimit: "clamp"
        },
        "Europe/Berlin"
      )?.replace("Sept", "Sep"),
      "Pays 50 coins when its condition is met, to at most 10 members. Each member gets at most 3 payments in all, " +
        "1 payment a week and 60 coins a week. All members together get at most 60 payments a day. The budget is 14,400 coins. " +
        "At a limit, an award pays what the coin limits leave. The limits restart by the calendar of Europe/Berlin. " +
        "It pays from 1 Sep 2026, 00:00 until 22 Dec 2026, 18:00 (Europe/Berlin)."
    )
  })

  it("waits until the numbers of a form are there", () => {
    const filled = { ...newRule, coinValue: "5", maxNumberOfParticipant: "10" }
    assert.match(ruleSentence(describedOf(filled)) ?? "", /^Pays 5 coins each time/)
    for (const missing of [
      { coinValue: "" },
      { maxNumberOfParticipant: "x" },
      { userLimitAward: "0" },
      { unit: "x" },
      { maxCoins: "5" },
      { unit: "10", maxCoins: "0" },
      { limits: [newLimit] },
      { limits: [{ ...newLimit, awards: "2", coins: "x" }] },
      { endsAt: "x" },
      { pendingDays: "366" },
      { coinsExpire: { years: "x", months: "", days: "" } },
      { coinsExpire: { years: "11", months: "", days: "" } }
    ]) {
      assert.equal(ruleSentence(describedOf({ ...filled, ...missing })), undefined, JSON.stringify(missing))
    }
  })
})

const germanNumber = (text: string): string =>
  Number(text).toLocaleString("de-DE", { maximumFractionDigits: 4 })
const germanAmount = (text: string, [one, other]: readonly [string, string]): string =>
  `${germanNumber(text)} ${Number(text) === 1 ? one : other}`
const coin = ["Coin", "Coins"] as const
const payment = ["Zahlung", "Zahlungen"] as const
const germanPeriods = {
  day: "am Tag",
  week: "in der Woche",
  month: "im Monat",
  year: "im Jahr",
  ever: "insgesamt"
}

const germanLimitsOf = ({ limits, userLimitAward }: Rule, per: "member" | "rule"): ReadonlyArray<string> => [
  ...(per === "member" && userLimitAward !== "-1"
    ? [`${germanAmount(userLimitAward, payment)} insgesamt`]
    : []),
  ...limits
    .filter((each) => each.per === per)
    .flatMap(({ awards, coins, period }) => [
      ...(awards === undefined ? [] : [`${germanAmount(awards, payment)} ${germanPeriods[period]}`]),
      ...(coins === undefined || (per === "rule" && period === "ever")
        ? []
        : [`${germanAmount(coins, coin)} ${germanPeriods[period]}`])
    ])
]

/** The limits that a German sentence names after these words. Its numbers have a point, which ends no sentence. */
const germanLimitsAfter = (words: string, sentence: string): ReadonlyArray<string> => {
  const [, list] = new RegExp(`${words} höchstens (.+?)\\.(?= [A-Z]|$)`).exec(sentence) ?? []
  return list?.split(/, (?=\d)| und /) ?? []
}

/** The instant of a German date in UTC that follows a word of the sentence. */
const germanDateAfter = (word: string, sentence: string): string | null => {
  const pattern = new RegExp(` ${word} (\\d{2})\\.(\\d{2})\\.(\\d{4}), ([\\d:]+)`)
  const [, day, month, year, time = ""] = pattern.exec(sentence) ?? []
  return day === undefined
    ? null
    : new Date(`${year}-${month}-${day}T${time.padEnd(8, ":00")}Z`).toISOString()
}

describe("the German sentence about a rule", () => {
  const said = (of: Rule): string => ruleSentence(of, "UTC", german) ?? assert.fail("there is no sentence")

  it("names every limit, date and number of the rule, and nothing else", () => {
    fc.assert(
      fc.property(rules, (of) => {
        const sentence = said(of)
        const [first = ""] = sentence.split(/(?<=[a-z])\. /)
        assert.ok(first.includes(germanAmount(of.coinValue, coin)), sentence)
        assert.deepEqual(
          first.match(/ Coins? je [\d.,]*\d/)?.[0].replace(/ Coins? je /, "") ?? null,
          of.unit === null ? null : germanNumber(of.unit),
          sentence
        )
        assert.deepEqual(
          /höchstens ([\d.,]+ Coins?) je Vergabe/.exec(first)?.[1] ?? null,
          of.maxCoins === null ? null : germanAmount(of.maxCoins, coin),
          sentence
        )
        const members = germanAmount(of.maxNumberOfParticipant, ["Mitglied", "Mitglieder"])
        assert.ok(first.includes(`, an höchstens ${members}`), sentence)
        const isUnlimited = of.userLimitAward === "-1" && of.limits.length === 0
        assert.equal(first.includes("beliebig oft"), isUnlimited, sentence)
        assert.deepEqual(germanLimitsAfter("Jedes Mitglied bekommt", sentence), germanLimitsOf(of, "member"))
        assert.deepEqual(
          germanLimitsAfter("Alle Mitglieder zusammen bekommen", sentence),
          germanLimitsOf(of, "rule")
        )
        assert.deepEqual(
          [germanDateAfter("(?:von|ab)", sentence), germanDateAfter("bis", sentence)],
          [of.startsAt, of.endsAt]
        )
        for (const { coins, per, period } of of.limits) {
          if (coins === undefined || per !== "rule" || period !== "ever") continue
          assert.ok(sentence.includes(`Das Budget beträgt ${germanAmount(coins, coin)}.`), sentence)
        }
        const waits = /Coins sind nach (\d+) Tag(?:en)? verfügbar/.exec(sentence)?.[1] ?? null
        assert.equal(waits, of.pendingDays, sentence)
        assert.equal(sentence.includes("verfallen"), of.coinsExpire !== null, sentence)
        const hasWindows = of.limits.some(({ period }) => period !== "ever")
        assert.equal(sentence.includes(`dem Kalender von ${of.timeZone}.`), hasWindows, sentence)
        if (of.type === "batched" && of.completionNumber !== "1") {
          assert.ok(sentence.includes(`für je ${germanNumber(of.completionNumber)} Erfüllungen`), sentence)
        }
      }),
      { numRuns: 300 }
    )
  })

  it("is the same text in parts, and marks quantities, dates and paths", () => {
    const of: Rule = {
      ...rule,
      name: "test",
      maxNumberOfParticipant: "1000",
      when: {
        activity: "order.placed",
        conditions: {
          all: [
            { field: "data.total", is: "atLeast", value: 49.5 },
            { field: "data.shop", is: "in", value: ["Graz 2", "Wien"] },
            { field: "local.weekday", is: "in", value: [2, 4] },
            { field: "local.hour", is: "atMost", value: 11 }
          ]
        }
      },
      userLimitAward: "3",
      pendingDays: "1",
      coinsExpire: "P1Y6M10D",
      limits: [{ per: "rule", period: "ever", coins: "14400.5" }],
      timeZone: "Europe/Vienna",
      endsAt: "2026-12-22T17:00:00.000Z"
    }
    const sentence = ruleSentence(of, "Europe/Vienna", german) ?? ""
    assert.equal(
      sentence,
      "Zahlt jedes Mal 50 Coins, an höchstens 1.000 Mitglieder. Coins sind nach 1 Tag verfügbar und verfallen " +
        "1 Jahr, 6 Monate und 10 Tage später. Vergeben wird sie für order.placed mit data.total mindestens 49,5 und " +
        'data.shop eines von "Graz 2" oder "Wien", dienstags und donnerstags, vor 12:00. ' +
        "Jedes Mitglied bekommt höchstens 3 Zahlungen insgesamt. Das Budget beträgt 14.400,5 Coins. " +
        "Tage und Stunden sind die von Europe/Vienna. Sie zahlt bis 22.12.2026, 18:00 (Europe/Vienna)."
    )
    const parts = partsOfSentence(sentence, german)
    assert.equal(parts.map(({ text }) => text).join(""), sentence)
    assert.deepEqual(
      parts.flatMap(({ kind, text }) => (kind === "plain" ? [] : [text])),
      [
        "50 Coins",
        "1.000 Mitglieder",
        "1 Tag",
        "1 Jahr",
        "6 Monate",
        "10 Tage",
        "data.total",
        "49,5",
        "data.shop",
        "12",
        "00",
        "3 Zahlungen insgesamt",
        "14.400,5 Coins",
        "22.12.2026, 18:00"
      ]
    )
  })
})
