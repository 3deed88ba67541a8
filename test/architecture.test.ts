import assert from "node:assert/strict"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import {
  circlesIn,
  type Import,
  importsOf,
  problemWith,
  tablesNamedIn,
  tablesOf,
  trespassed
} from "./support/direction.ts"
import { describe, it } from "./support/effect.ts"

const root = fileURLToPath(new URL("..", import.meta.url))

const filesUnder = (folder: string): ReadonlyArray<string> =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
        .filter((name) => /\.[cm]?tsx?$/.test(name))
        .map((name) => join(folder, name))
    : []

/** Every import of the product's sources. Relative ones are resolved to a path from the root. */
const imports: ReadonlyArray<Import> = [...filesUnder("lib"), ...filesUnder("server")].flatMap((from) =>
  importsOf(readFileSync(join(root, from), "utf8")).map((specifier) => ({
    from,
    to: specifier.startsWith(".") ? relative(root, join(root, dirname(from), specifier)) : specifier
  }))
)

describe("the direction rewards ← boards, rewards ← events ← webhooks ← accounts, all ← http ← server", () => {
  it("holds for every import", () => {
    assert.ok(imports.length > 50, "too few imports were found for this to be the product")
    const problems = imports.flatMap((each) => {
      const problem = problemWith(each)
      return problem === undefined ? [] : [`${each.from} imports ${each.to}: ${problem}`]
    })
    assert.deepEqual(problems, [])
  })

  it("every file of the library belongs to a part, or to the edge", () => {
    const unknown = filesUnder("lib").filter((from) => problemWith({ from, to: "effect" }) !== undefined)
    assert.deepEqual(unknown, [])
  })

  it("every relative import names a file that exists, with its ending", () => {
    const missing = imports.filter(({ to }) => /^(lib|server)\//.test(to) && !existsSync(join(root, to)))
    assert.deepEqual(missing, [])
  })
})

describe("a circle of imports", () => {
  it("does not exist in lib and server, types included", () => {
    assert.deepEqual(circlesIn(imports), [])
  })

  it("is found at any length", () => {
    const some = [
      { from: "a.ts", to: "b.ts" },
      { from: "a.ts", to: "effect" },
      { from: "b.ts", to: "c.ts" },
      { from: "d.ts", to: "b.ts" }
    ]
    assert.deepEqual(circlesIn(some), [])
    assert.deepEqual(circlesIn([...some, { from: "c.ts", to: "a.ts" }]), ["a.ts → b.ts → c.ts → a.ts"])
    assert.deepEqual(circlesIn([...some, { from: "d.ts", to: "d.ts" }]), ["d.ts → d.ts"])
  })
})

describe("a private folder", () => {
  const files = new Set([...filesUnder("lib"), ...filesUnder("server")])

  it("is imported by its owner alone", () => {
    const found = imports.flatMap((each) => {
      const owner = trespassed(each, files)
      return owner === undefined ? [] : [`${each.from} imports ${each.to}, which is private to ${owner}`]
    })
    assert.deepEqual(found, [])
  })

  it("is recognised by the file of the same name beside it", () => {
    const some = new Set(["lib/boards/Boards.ts", "lib/boards/Boards/ranking.ts", "lib/entries/accounts.ts"])
    const to = "lib/boards/Boards/ranking.ts"
    assert.equal(trespassed({ from: "lib/boards/Statistics.ts", to }, some), "lib/boards/Boards.ts")
    assert.equal(trespassed({ from: "lib/boards/Boards.ts", to }, some), undefined)
    assert.equal(trespassed({ from: "lib/boards/Boards/other.ts", to }, some), undefined)
    assert.equal(
      trespassed({ from: "lib/http/HttpHandler.ts", to: "lib/accounts/users/Users.ts" }, some),
      undefined
    )
  })
})

describe("the tables of a wing", () => {
  const sourceOf = (file: string): string => readFileSync(join(root, file), "utf8")
  const wings = ["lib/sql/", "lib/rewards/", "lib/boards/", "lib/events/", "lib/webhooks/", "lib/accounts/"]
  const ownerOf = new Map(
    wings.flatMap((wing) =>
      filesUnder(wing).flatMap((file) => tablesOf(sourceOf(file)).map((table) => [table, wing]))
    )
  )
  // The harness compares the core's tables with its model. Statements on Citus are routed by the table of partners.
  const mayName: Readonly<Record<string, string>> = {
    "lib/sql/Dialect.ts": "lib/rewards/",
    "lib/testing/layerSubject/tableRows.ts": "lib/rewards/"
  }

  it("are named in that wing alone", () => {
    assert.ok(ownerOf.size > 20, "too few tables were found for this to be the product")
    const found = [...filesUnder("lib"), ...filesUnder("server")].flatMap((file) =>
      tablesNamedIn(sourceOf(file), new Set(ownerOf.keys()))
        .filter((table) => !file.startsWith(ownerOf.get(table) ?? "") && mayName[file] !== ownerOf.get(table))
        .map((table) => `${file} names ${table} of ${ownerOf.get(table)}`)
    )
    assert.deepEqual(found, [])
  })

  it("are found in a text, but for references", () => {
    const tables = new Set(["rewards_member", "rewards_award"])
    const text = `FROM rewards_award a REFERENCES rewards_member (id), rewards_award_member, table: "rewards_member"`
    assert.deepEqual(tablesNamedIn(text, tables), ["rewards_award"])
  })
})

describe("the rule of direction", () => {
  const allowed: ReadonlyArray<readonly [from: string, to: string]> = [
    ["lib/schema/Text.ts", "lib/schema/Input.ts"],
    ["lib/rewards/rules/Rule.ts", "lib/rewards/Coins.ts"],
    ["lib/rewards/awards/decide.ts", "effect"],
    ["lib/sql/Database.ts", "lib/sql/Errors.ts"],
    ["lib/sql/Database.ts", "@effect/sql/SqlClient"],
    ["lib/rewards/ledger/Ledger.ts", "lib/sql/Database.ts"],
    ["lib/rewards/commands/CommandWriter/Command.ts", "node:crypto"],
    ["lib/boards/Boards.ts", "lib/rewards/Coins.ts"],
    ["lib/events/Events.ts", "lib/rewards/texts/Texts.ts"],
    ["lib/accounts/links/Links.ts", "lib/rewards/members/Members.ts"],
    ["lib/accounts/details/UserDetails.ts", "lib/outbound/Outbound.ts"],
    ["lib/accounts/audit/webhookAudit.ts", "lib/webhooks/ports.ts"],
    ["lib/webhooks/Webhooks.ts", "lib/events/Events.ts"],
    ["lib/webhooks/signedPost.ts", "lib/outbound/Outbound.ts"],
    ["lib/http/HttpHandler.ts", "lib/outbound/addresses.ts"],
    ["lib/http/webhooks/handlers.ts", "lib/webhooks/Webhooks.ts"],
    ["lib/http/HttpHandler.ts", "lib/rewards/awards/Awards.ts"],
    ["lib/http/HttpHandler.ts", "lib/accounts/sessions/Sessions.ts"],
    ["server/main.ts", "lib/index.ts"],
    ["server/main.ts", "server/log.ts"],
    ["lib/layers/Rewards.ts", "lib/boards/Boards.ts"],
    ["server/main.ts", "bun"],
    ["lib/index.ts", "lib/rewards/awards/Awards.ts"],
    ["lib/open/openRewards.ts", "lib/drivers/url.ts"],
    ["lib/testing/Model.ts", "lib/rewards/awards/Awards.ts"],
    ["lib/drivers/sqlite-bun.ts", "bun:sqlite"],
    ["lib/drivers/url.ts", "lib/schema/Input.ts"]
  ]
  const forbidden: ReadonlyArray<readonly [from: string, to: string]> = [
    ["lib/schema/Input.ts", "lib/rewards/Coins.ts"],
    ["lib/rewards/awards/decide.ts", "lib/sql/Database.ts"],
    ["lib/rewards/awards/decide.ts", "lib/rewards/clock.ts"],
    ["lib/rewards/awards/decide.ts", "node:crypto"],
    ["lib/rewards/rules/Rule.ts", "@effect/sql/SqlClient"],
    ["lib/rewards/rules/Rule.ts", "lib/index.ts"],
    ["lib/sql/Database.ts", "lib/rewards/ledger/Ledger.ts"],
    ["lib/sql/Database.ts", "lib/drivers/postgres.ts"],
    ["lib/sql/Database.ts", "pg"],
    ["lib/rewards/commands/CommandWriter.ts", "lib/boards/Folds.ts"],
    ["lib/rewards/members/Members.ts", "lib/accounts/users/Users.ts"],
    ["lib/rewards/commands/CommandWriter.ts", "lib/events/Events.ts"],
    ["lib/events/Events.ts", "lib/accounts/users/Users.ts"],
    ["lib/events/Events.ts", "lib/boards/Boards.ts"],
    ["lib/events/Event.ts", "lib/sql/Database.ts"],
    ["lib/boards/Boards.ts", "lib/accounts/details/MemberDetails.ts"],
    ["lib/accounts/parties/Parties.ts", "lib/boards/Boards.ts"],
    ["lib/webhooks/Webhooks.ts", "lib/accounts/audit/Audit.ts"],
    ["lib/webhooks/Webhooks.ts", "lib/boards/Boards.ts"],
    ["lib/webhooks/Webhook.ts", "lib/webhooks/tables.ts"],
    ["lib/webhooks/retrySchedule.ts", "lib/rewards/clock.ts"],
    ["lib/accounts/sessions/Sessions.ts", "lib/webhooks/Webhooks.ts"],
    ["lib/outbound/Outbound.ts", "lib/rewards/clock.ts"],
    ["lib/outbound/Outbound.ts", "lib/webhooks/signedPost.ts"],
    ["lib/http/HttpHandler.ts", "lib/outbound/Outbound.ts"],
    ["lib/rewards/awards/Awards.ts", "lib/http/HttpHandler.ts"],
    ["lib/accounts/users/Users.ts", "lib/http/HttpHandler.ts"],
    ["lib/rewards/awards/Awards.ts", "lib/open/openRewards.ts"],
    ["lib/rewards/awards/Awards.ts", "lib/entries/testing.ts"],
    ["lib/rewards/awards/Awards.ts", "bun:sqlite"],
    ["lib/rewards/awards/Awards.ts", "@effect/sql-pg"],
    ["lib/http/HttpHandler.ts", "lib/open/openRewards.ts"],
    ["lib/http/HttpHandler.ts", "server/main.ts"],
    ["lib/http/HttpHandler.ts", "bun"],
    ["lib/drivers/postgres.ts", "bun:sqlite"],
    ["lib/drivers/postgres.ts", "lib/rewards/awards/Awards.ts"],
    ["server/main.ts", "lib/schema/Input.ts"],
    ["lib/rewards/Core.ts", "lib/layers/Rewards.ts"],
    ["lib/index.ts", "server/main.ts"],
    ["lib/index.ts", "bun:test"],
    ["lib/entries/testing.ts", "test/support/world.ts"],
    ["lib/utils/helper.ts", "effect"]
  ]

  for (const [from, to] of allowed) {
    it(`allows ${from} to import ${to}`, () => assert.equal(problemWith({ from, to }), undefined))
  }
  for (const [from, to] of forbidden) {
    it(`forbids ${from} to import ${to}`, () => assert.notEqual(problemWith({ from, to }), undefined))
  }

  it("finds imports in every form", () => {
    const source = [
      'import { a } from "one"',
      'import type { B } from "./two.ts"',
      'import * as c from "three"',
      'import "four"',
      'export * from "./five.ts"',
      'export { type D, e } from "six"',
      'const f = await import("seven")',
      'import {\n  g,\n  h\n} from "./eight.ts"',
      'const module = process.getBuiltinModule("bun:sqlite")',
      'const text = "import nothing"',
      '// import { i } from "nine"'
    ].join("\n")
    assert.deepEqual(importsOf(source), [
      "one",
      "./two.ts",
      "three",
      "four",
      "./five.ts",
      "six",
      "seven",
      "./eight.ts",
      "bun:sqlite"
    ])
  })
})
