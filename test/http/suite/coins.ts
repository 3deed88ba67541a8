import { get, post, withKey } from "../../support/calls.ts"
import { byAcme, type Cast } from "../../support/cast.ts"
import { containing, id, instant, type Pattern } from "../../support/pattern.ts"
import {
  badRequest,
  mismatch,
  missing,
  notFound,
  type Row,
  refused,
  replayed,
  row,
  success,
  type Table
} from "../../support/table.ts"

const transfer =
  (coins: unknown, change: object = {}) =>
  ({ acme, bea }: Cast) =>
    acme.as(post("/laas/coins/transfer-from-user-wallet", { userId: bea, coins, ...change }))

/** Bea has allowed Acme nothing, so her name, e-mail address and tag are not shown. */
const user = ({ bea }: Cast) => ({
  id,
  fullname_businessName: "",
  email: "",
  tag: null,
  userId: bea
})
const business = ({ acme }: Cast) => ({
  id: acme.partnerId,
  fullname_businessName: "acme",
  email: acme.email,
  tag: null,
  userId: acme.partnerId
})

const transaction = (world: Cast, coins: number, change: Readonly<Record<string, Pattern>> = {}) => ({
  id,
  userId: world.bea,
  debitOrCredit: "DE",
  coins,
  claimed: true,
  transactionType: "user_partner_transfer",
  narration: "user to partner transfer",
  from: user(world),
  to: business(world),
  plan: {},
  paidWithGiftCard: false,
  giftCardLedger: {},
  "the service": false,
  charge: 0,
  refunded: false,
  createdAt: instant,
  updatedAt: instant,
  ...change
})

/** As lists show it, with what the wallet held right after it. */
const listed = (
  world: Cast,
  coins: number,
  balance: string,
  change: Readonly<Record<string, Pattern>> = {}
) => ({
  ...transaction(world, coins, change),
  balance,
  reason: null,
  metadata: {},
  orderedBy: byAcme
})

const transferred =
  (coins: number): Row["answer"] =>
  (world) =>
    success(201, "Coins transferred successfully", transaction(world, coins))

const amount = "an amount of coins above 0, with at most 4 decimals and no more than 500000000000"

/** Section 7 of the interface, and how a wallet is read. */
export const coins = (table: Table): void => {
  table("POST /laas/coins/transfer-from-user-wallet", [
    row("a JSON number", transfer(2), transferred(2)),
    row("a decimal", transfer(0.5), transferred(0.5)),
    row("a JSON string", transfer("1.5"), transferred(1.5)),
    row("a narration", transfer(0.5, { narration: "a mug" }), (world) =>
      success(201, "Coins transferred successfully", transaction(world, 0.5, { narration: "a mug" }))
    ),
    row("an empty narration counts as absent", transfer(0.5, { narration: "" }), transferred(0.5)),
    row(
      "a malformed narration",
      transfer(1, { narration: 5 }),
      badRequest("narration must be text of 0 to 500 characters, got 5")
    ),
    row("with a key", (world) => withKey(transfer(1)(world), "transfer"), transferred(1)),
    row(
      "the same again: the first answer",
      (world) => withKey(transfer(1)(world), "transfer"),
      (world) => replayed(transferred(1)(world))
    ),
    row("the key with another amount", (world) => withKey(transfer(2)(world), "transfer"), mismatch()),
    row(
      "an invalid key",
      (world) => withKey(transfer(1)(world), "k".repeat(256)),
      badRequest(containing("Idempotency-Key must be 1 to 255 printable characters"))
    ),
    row(
      "more than the wallet holds",
      transfer(24.0001),
      refused("insufficient_coins", "it has 24, this needs 24.0001")
    ),
    row("without userId", transfer(1, { userId: undefined }), missing("userId")),
    row("without coins", transfer(undefined), missing("coins")),
    row(
      "an empty body",
      transfer(undefined, { userId: undefined }),
      badRequest("userId is required; coins is required")
    ),
    row("nothing", transfer(0), badRequest(`coins must be ${amount}, got 0`)),
    row("less than nothing", transfer(-1), badRequest(`coins must be ${amount}, got -1`)),
    row(
      "more decimals than coins have",
      transfer(0.00001),
      badRequest(`coins must be ${amount}, got 0.00001`)
    ),
    row("not a number", transfer(true), badRequest(`coins must be ${amount}, got true`)),
    row(
      "an unknown user",
      transfer(1, { userId: "nobody" }),
      notFound("userId nobody was not found: onboard the user first")
    )
  ])

  const wallet = (query: string) => (world: Cast) => world.acme.as(get(`/laas/get-user-coin-data${query}`))

  table("GET /laas/get-user-coin-data", [
    row(
      "a user's wallet with the caller",
      (world) => wallet(`?userId=${world.bea}`)(world),
      ({ acme, bea }) =>
        success(200, "User coin data returned successfully", {
          userId: bea,
          isLinked: true,
          totalPartnerCoins: "24",
          pendingCoins: "0",
          expiring: [],
          wallets: [{ walletId: id, partner: { id: acme.partnerId, name: "acme" }, coins: "24" }]
        })
    ),
    row(
      "a user without an account",
      ({ zeta }) => zeta.as(get("/laas/get-user-coin-data?userId=zoe")),
      ({ zeta }) =>
        success(200, "User coin data returned successfully", {
          userId: "zoe",
          isLinked: false,
          totalPartnerCoins: "0",
          pendingCoins: "0",
          expiring: [],
          wallets: [{ walletId: id, partner: { id: zeta.partnerId, name: "zeta" }, coins: "0" }]
        })
    ),
    row("without userId", wallet(""), missing("userId")),
    row(
      "an unknown user",
      wallet("?userId=nobody"),
      notFound("userId nobody was not found: onboard the user first")
    )
  ])

  const history = (query: string) => (world: Cast) => world.acme.as(get(`/laas/coins/transactions${query}`))
  const earned = (world: Cast, balance: string) =>
    listed(world, 10, balance, {
      debitOrCredit: "CR",
      transactionType: "award",
      narration: "award for visit",
      from: business(world),
      to: user(world)
    })

  table("GET /laas/coins/transactions", [
    row(
      "newest first",
      (world) => history(`?userId=${world.bea}&limit=5`)(world),
      (world) =>
        success(200, "Coin transactions returned successfully", {
          data: [
            listed(world, 1, "24"),
            listed(world, 0.5, "25"),
            listed(world, 0.5, "25.5", { narration: "a mug" }),
            listed(world, 1.5, "26"),
            listed(world, 0.5, "27.5")
          ],
          count: 9,
          currentpage: 1,
          nextpage: 2,
          prevpage: null,
          lastpage: 2
        })
    ),
    row(
      "the last page: the first transfer, and the awards",
      (world) => history(`?userId=${world.bea}&limit=5&page=2`)(world),
      (world) =>
        success(200, "Coin transactions returned successfully", {
          data: [listed(world, 2, "28"), ...["30", "20", "10"].map((balance) => earned(world, balance))],
          count: 9,
          currentpage: 2,
          nextpage: null,
          prevpage: 1,
          lastpage: 2
        })
    ),
    row("without userId", history(""), missing("userId")),
    row(
      "malformed parameters",
      (world) => history(`?userId=${world.bea}&page=0&limit=1.5`)(world),
      badRequest(
        containing(
          'page must be a whole number of 1 or more, got "0"',
          'limit must be a whole number from 1 to 100, got "1.5"'
        )
      )
    ),
    row(
      "an unknown user",
      history("?userId=nobody"),
      notFound("userId nobody was not found: onboard the user first")
    )
  ])
}
