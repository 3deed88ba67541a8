import { get } from "../../support/calls.ts"
import type { Cast } from "../../support/cast.ts"
import { containing, id, instant, type Pattern } from "../../support/pattern.ts"
import { badRequest, forbidden, notFound, row, success, type Table } from "../../support/table.ts"

const message = "Leaderboard returned successfully"
const points = (query: string) => (world: Cast) => world.acme.as(get(`/laas/leaderboard/new${query}`))
const coins = (query: string) => (world: Cast) =>
  world.acme.as(get(`/laas/coins/partner/ep-leaderboard${query}`))

const pointsOf = (userId: string, points: number) => ({
  id,
  points,
  createdAt: instant,
  updatedAt: instant,
  user: { id, userId, userData: null, createdAt: instant, updatedAt: instant }
})

/** The page numbers of a board of two members, on one page or on two. */
const only = { currentpage: 1, nextpage: null, prevpage: null, lastpage: 1 }
const first = { currentpage: 1, nextpage: 2, prevpage: null, lastpage: 2 }
const second = { currentpage: 2, nextpage: null, prevpage: 1, lastpage: 2 }
const beyond = { currentpage: 9, nextpage: null, prevpage: 1, lastpage: 1 }

const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December"
]
/** These tables run within one month, so everything was earned this month. */
const today = new Date()
const year = today.getUTCFullYear()
const thisMonth = months[today.getUTCMonth()] ?? ""
const empty = (names: ReadonlyArray<string>) => Object.fromEntries(names.map((name) => [name, []]))

/** Sections 4 and 5 of the interface: bea has earned 30 with Acme, cy 10, and cy gave 4 back. */
export const boards = (table: Table): void => {
  const paged = (
    userPosition: Pattern,
    data: ReadonlyArray<Pattern>,
    count: Pattern,
    pages: Readonly<Record<string, Pattern>>
  ) => success(200, message, { userPosition, data, count, ...pages })

  table("GET /laas/leaderboard/new", [
    row("all members", points(""), ({ bea, cy }) =>
      paged(null, [pointsOf(bea, 30), pointsOf(cy, 10)], 2, only)
    ),
    row("a page", points("?page=1&take=1"), ({ bea }) => paged(null, [pointsOf(bea, 30)], 2, first)),
    row("the next page", points("?page=2&take=1"), ({ cy }) => paged(null, [pointsOf(cy, 10)], 2, second)),
    row("a page past the end", points("?page=9"), paged(null, [], 2, beyond)),
    row(
      "parameters without a value count as absent",
      points("?partnerId=&page=&take=1&userId=&limit="),
      ({ bea }) => paged(null, [pointsOf(bea, 30)], 2, first)
    ),
    row(
      "a limit, which is a parameter of the other board",
      points("?limit=5"),
      badRequest("limit is not a parameter of this path: use page and take")
    ),
    row(
      "where a user stands; the caller's own partnerId",
      (world) => points(`?take=1&userId=${world.cy}&partnerId=${world.acme.partnerId}`)(world),
      ({ bea, cy }) => paged({ userId: cy, amount: 10, position: 2 }, [pointsOf(bea, 30)], 2, first)
    ),
    row(
      "the page around a user",
      (world) => points(`?take=1&around=${world.cy}`)(world),
      ({ cy }) => paged({ userId: cy, amount: 10, position: 2 }, [pointsOf(cy, 10)], 2, second)
    ),
    row(
      "around one user, where another stands",
      (world) => points(`?take=1&around=${world.cy}&userId=${world.bea}`)(world),
      ({ bea, cy }) => paged({ userId: bea, amount: 30, position: 1 }, [pointsOf(cy, 10)], 2, second)
    ),
    row(
      "around an unknown user",
      points("?around=nobody"),
      notFound("userId nobody was not found: onboard the user first")
    ),
    row(
      "around a user and a page at once",
      points("?around=nobody&page=1"),
      badRequest("page must be left out if around is given")
    ),
    row(
      "an unknown user",
      points("?userId=nobody"),
      notFound("userId nobody was not found: onboard the user first")
    ),
    row(
      "malformed parameters",
      points("?page=0&take=101"),
      badRequest(
        containing(
          'page must be a whole number of 1 or more, got "0"',
          'take must be a whole number from 1 to 100, got "101"'
        )
      )
    ),
    row(
      "another partner's id",
      (world) => points(`?partnerId=${world.zeta.partnerId}`)(world),
      forbidden("partnerId must be your own, or left out")
    ),
    row("an unknown id", points("?partnerId=x"), forbidden("partnerId must be your own, or left out"))
  ])

  const beaAndCy = ({ bea, cy }: Cast) => [
    { userId: bea, coins: "30" },
    { userId: cy, coins: "10" }
  ]

  table("GET /laas/coins/partner/ep-leaderboard, paged", [
    row("all members", coins(""), (world) => paged(null, beaAndCy(world), "2", only)),
    row("earners", coins("?type=earner&page=1&limit=1"), ({ bea }) =>
      paged(null, [{ userId: bea, coins: "30" }], "2", first)
    ),
    row("the next page", coins("?type=earner&page=2&limit=1"), ({ cy }) =>
      paged(null, [{ userId: cy, coins: "10" }], "2", second)
    ),
    row("spenders", coins("?type=spender"), ({ cy }) => paged(null, [{ userId: cy, coins: "4" }], "1", only)),
    row(
      "where a user stands",
      (world) => coins(`?userId=${world.bea}`)(world),
      (world) => paged({ userId: world.bea, amount: "30", position: 1 }, beaAndCy(world), "2", only)
    ),
    row(
      "a member with nothing",
      (world) => coins(`?type=spender&userId=${world.bea}`)(world),
      ({ bea, cy }) =>
        paged({ userId: bea, amount: "0", position: 0 }, [{ userId: cy, coins: "4" }], "1", only)
    ),
    row(
      "the page around a user",
      (world) => coins(`?limit=1&around=${world.cy}`)(world),
      ({ cy }) => paged({ userId: cy, amount: "10", position: 2 }, [{ userId: cy, coins: "10" }], "2", second)
    ),
    row(
      "around a member with nothing: the first page",
      (world) => coins(`?type=spender&around=${world.bea}`)(world),
      ({ bea, cy }) =>
        paged({ userId: bea, amount: "0", position: 0 }, [{ userId: cy, coins: "4" }], "1", only)
    ),
    row("this month, by number", coins(`?month=${today.getUTCMonth() + 1}`), (world) =>
      paged(null, beaAndCy(world), "2", only)
    ),
    row("this month, by name and year", coins(`?month=${thisMonth.toLowerCase()}&year=${year}`), (world) =>
      paged(null, beaAndCy(world), "2", only)
    ),
    row("a month of another year", coins("?month=1&year=1999"), paged(null, [], "0", only)),
    row(
      "malformed parameters",
      coins("?page=x&limit=0&month=13&year=1&type=saver"),
      badRequest(
        containing(
          'page must be a whole number of 1 or more, got "x"',
          'limit must be a whole number from 1 to 100, got "0"',
          'month must be a month from 1 to 12 or its English name, got "13"',
          'year must be a year from 1970 to 2999, got "1"',
          'type must be "earner" or "spender", got "saver"'
        )
      )
    ),
    row(
      "another partner's id",
      (world) => coins(`?partnerId=${world.zeta.partnerId}`)(world),
      forbidden("partnerId must be your own, or left out")
    )
  ])

  table("GET /laas/coins/partner/ep-leaderboard, yearly", [
    row("this year, up to now", coins(`?year=${year}`), (world) =>
      success(200, message, {
        year: String(year),
        leaderboards: { ...empty(months.slice(0, today.getUTCMonth())), [thisMonth]: beaAndCy(world) }
      })
    ),
    row("who gave nothing back is listed with 0", coins(`?year=${year}&type=spender`), ({ bea, cy }) =>
      success(200, message, {
        year: String(year),
        leaderboards: {
          ...empty(months.slice(0, today.getUTCMonth())),
          [thisMonth]: [
            { userId: cy, coins: "4" },
            { userId: bea, coins: "0" }
          ]
        }
      })
    ),
    row("at most limit entries a month", coins(`?year=${year}&limit=1`), ({ bea }) =>
      success(200, message, {
        year: String(year),
        leaderboards: {
          ...empty(months.slice(0, today.getUTCMonth())),
          [thisMonth]: [{ userId: bea, coins: "30" }]
        }
      })
    ),
    row(
      "a past year has all its months",
      coins("?year=1999"),
      success(200, message, { year: "1999", leaderboards: empty(months) })
    ),
    row(
      "a future year has none",
      coins(`?year=${year + 1}`),
      success(200, message, { year: String(year + 1), leaderboards: {} })
    ),
    row(
      "malformed parameters that only the paged answer depends on",
      coins(`?year=1999&page=0&userId=${"x".repeat(129)}`),
      badRequest(
        containing(
          'page must be a whole number of 1 or more, got "0"',
          "userId must be text of 1 to 128 characters"
        )
      )
    ),
    row(
      "a malformed year",
      coins("?year=last"),
      badRequest('year must be a year from 1970 to 2999, got "last"')
    )
  ])
}
