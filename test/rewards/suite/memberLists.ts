import assert from "node:assert/strict"
import { Effect } from "effect"
import type { ListMembersInput } from "../../../lib/index.ts"
import { PartnerId } from "../../../lib/rewards/Id.ts"
import type { Tests } from "../../support/effect.ts"
import { refused } from "../../support/expect.ts"
import { type Engine, newPartner, type PartnerView } from "../../support/world.ts"

type Asked = Omit<ListMembersInput, "partnerId">

/** The user ids of all pages, and how many members each page has. */
const pages = (
  { members, partnerId }: PartnerView,
  asked: Asked,
  between: Effect.Effect<unknown, unknown> = Effect.void
) =>
  Effect.gen(function* () {
    const userIds: Array<string> = []
    const sizes: Array<number> = []
    let after: string | undefined
    for (;;) {
      const page = yield* members.list({ ...asked, partnerId, after })
      userIds.push(...page.data.map(({ userId }) => userId))
      sizes.push(page.data.length)
      if (!page.hasMore) return { userIds, sizes }
      after = page.next ?? undefined
      yield* between
    }
  })

const found = (partner: PartnerView, search: string) =>
  Effect.map(
    partner.members.list({ partnerId: partner.partnerId, search, limit: 100 }),
    ({ data: members }) => members.map(({ userId }) => userId)
  )

export const memberLists = (it: Tests<Engine>): void => {
  it.live("members come in the order of onboarding, with their ids and coins", () =>
    Effect.gen(function* () {
      const { award, members, onboard, partnerId, rule } = yield* newPartner
      const [zoe, ann] = [yield* onboard("zoe"), yield* onboard("ann")].flat()
      yield* rule({ coinValue: "2.5" })
      yield* award("ann")
      const { member } = yield* members.join({
        partnerId: PartnerId.make(partnerId),
        userId: "zoe",
        linkedId: "linked"
      })
      assert.deepEqual(yield* members.list({ partnerId }), {
        data: [
          { ...zoe, ...member, linkedId: "linked", coins: 0, orderedBy: null },
          { ...ann, coins: 25_000, orderedBy: null }
        ],
        hasMore: false,
        next: null
      })
      assert.deepEqual(yield* members.list({ partnerId: crypto.randomUUID() }), {
        data: [],
        hasMore: false,
        next: null
      })
    })
  )

  it.live("pages have no gap and no repetition, while members are added", () =>
    Effect.gen(function* () {
      const partner = yield* newPartner
      const { onboard } = partner
      const userIds = Array.from({ length: 23 }, (_, index) => `user ${(index * 7) % 23}`)
      for (const userId of userIds) yield* onboard(userId)
      let added = 0
      const add = Effect.suspend(() => onboard(`user added ${added++}`))
      const all = yield* pages(partner, { limit: 5 }, add)
      // Four members are added while the first four pages are read, and one while the fifth is.
      assert.deepEqual(all.userIds, [
        ...userIds,
        ...Array.from({ length: 5 }, (_, index) => `user added ${index}`)
      ])
      assert.deepEqual(all.sizes, [5, 5, 5, 5, 5, 3])

      const sorted = all.userIds.toSorted()
      const searched = yield* pages(partner, { limit: 5, search: "user" }, onboard("another"))
      assert.deepEqual(searched.userIds, sorted)
      assert.deepEqual((yield* pages(partner, { limit: 28, search: "user " })).sizes, [28])
      assert.deepEqual((yield* pages(partner, { limit: 27, search: "user " })).sizes, [27, 1])
    })
  )

  it.live("a search compares ids character by character", () =>
    Effect.gen(function* () {
      const partner = yield* newPartner
      const last = "\u{10ffff}"
      const ids = [
        "a%b",
        "a_b",
        "axb",
        "Axb",
        "é1",
        "e\u0301",
        "\ud7ff1",
        "\ue0001",
        "\uffee1",
        "😀1",
        "😁1",
        last,
        `${last}${last}1`
      ]
      yield* partner.onboard(...ids)
      for (const [search, expected] of [
        ["a", ["a%b", "a_b", "axb"]],
        ["A", ["Axb"]],
        ["a%", ["a%b"]],
        ["a_", ["a_b"]],
        ["%", []],
        ["é", ["é1"]],
        ["e", ["e\u0301"]],
        ["\ud7ff", ["\ud7ff1"]],
        ["\ue000", ["\ue0001"]],
        ["\uffee", ["\uffee1"]],
        ["😀", ["😀1"]],
        ["😁1", ["😁1"]],
        [last, [last, `${last}${last}1`]],
        [`${last}${last}`, [`${last}${last}1`]],
        ["axb1", []]
      ] as const) {
        assert.deepEqual(yield* found(partner, search), expected, JSON.stringify(search))
      }
    })
  )

  it.live("a member is found by its own and by its linked id, and once by both", () =>
    Effect.gen(function* () {
      const partner = yield* newPartner
      const { members, partnerId } = partner
      for (const [userId, linkedId] of [
        ["shop 1", "account 1"],
        ["ab 2", "ac 2"],
        ["ac 3", "ab 3"]
      ] as const) {
        yield* members.join({ partnerId: PartnerId.make(partnerId), userId, linkedId })
      }
      yield* partner.onboard("ab 4")
      assert.deepEqual(yield* found(partner, "account"), ["shop 1"])
      assert.deepEqual(yield* found(partner, "shop"), ["shop 1"])
      const ab = ["ab 2", "ac 3", "ab 4"]
      assert.deepEqual(yield* found(partner, "ab"), ab)
      assert.deepEqual((yield* pages(partner, { search: "a", limit: 1 })).userIds, [...ab, "shop 1"])
      assert.deepEqual(yield* found(partner, "ac 2"), ["ab 2"])
    })
  )

  it.live("a partner finds its own members alone", () =>
    Effect.gen(function* () {
      const [one, other] = [yield* newPartner, yield* newPartner]
      const [mine] = yield* one.onboard("same", "one")
      const [theirs] = yield* other.onboard("same", "other")
      assert.deepEqual(yield* found(one, "o"), ["one"])
      const same = yield* one.members.list({ partnerId: one.partnerId, search: "same" })
      assert.deepEqual(
        same.data.map(({ id }) => id),
        [mine?.id]
      )
      const after = theirs?.id
      const error = yield* refused("InvalidInput")(
        one.members.list({ partnerId: one.partnerId, search: "same", after })
      )
      assert.equal(error.message, "after must be the id of a member that the search finds")
    })
  )

  it.live("an input that cannot be right is refused by name", () =>
    Effect.gen(function* () {
      const { members, onboard, partnerId } = yield* newPartner
      const [ann] = yield* onboard("ann")
      const refusal = (asked: Asked) =>
        Effect.map(refused("InvalidInput")(members.list({ partnerId, ...asked })), ({ message }) => message)
      assert.equal(yield* refusal({ search: "" }), 'search must be text of 1 to 128 characters, got ""')
      assert.match(yield* refusal({ search: "x".repeat(129) }), /^search must be text of 1 to 128 characters/)
      assert.match(yield* refusal({ search: "a\u0000" }), /^search must be text/)
      assert.match(yield* refusal({ after: "x" }), /^after must be an id made by this service/)
      assert.match(yield* refusal({ limit: 101 }), /^limit must be a whole number from 1 to 100/)
      assert.match(yield* refusal({ limit: "0" }), /^limit must be a whole number from 1 to 100/)
      assert.match(yield* refusal({ search: "b", after: ann?.id }), /^after must be the id of a member that/)
    })
  )
}
