import assert from "node:assert/strict"
import { mkdirSync, writeFileSync } from "node:fs"
import { open } from "node:fs/promises"
import { openRewards } from "../../lib/index.ts"
import type { Problem } from "../../server/cli/fileImport/textLines.ts"
import { type Balance, hashOf, keyOf, readBalances } from "../../server/cli/importBalances/balances.ts"
import { describe, it } from "../support/effect.ts"
import { freshFile, freshFolder } from "../support/files.ts"
import { migratedDatabase } from "../support/migrated.ts"
import { laurelHere } from "./laurel.ts"

const header = "userId,coins,reason"

const csv = async (content: string | Uint8Array): Promise<string> => {
  const file = `${await freshFile()}.csv`
  writeFileSync(file, content)
  return file
}

const linesOf = async (content: string | Uint8Array): Promise<ReadonlyArray<Balance | Problem>> => {
  const file = await open(await csv(content))
  try {
    const lines: Array<Balance | Problem> = []
    for await (const bulk of readBalances(file, () => {})) lines.push(...bulk)
    return lines
  } finally {
    await file.close()
  }
}

const balance = (line: number, userId: string, coins: string, reason: string): Balance => ({
  line,
  userId,
  coins,
  reason
})

/** Text with one byte that is not UTF-8 in the place of each `#`. */
const broken = (text: string): Uint8Array => Buffer.from(text.replaceAll("#", "\xff"), "latin1")

describe("a CSV file of balances", () => {
  const good: ReadonlyArray<readonly [name: string, content: string, lines: ReadonlyArray<Balance>]> = [
    [
      "plain lines",
      `${header}\nann,10,old\nbob,2.5,old\n`,
      [balance(2, "ann", "10", "old"), balance(3, "bob", "2.5", "old")]
    ],
    ["no line feed at its end", `${header}\nann,10,old`, [balance(2, "ann", "10", "old")]],
    ["a byte-order mark", `\ufeff${header}\nann,10,old`, [balance(2, "ann", "10", "old")]],
    ["CRLF", `${header}\r\nann,10,old\r\n`, [balance(2, "ann", "10", "old")]],
    ["empty lines", `\n${header}\n\n\r\nann,10,old\n\n`, [balance(5, "ann", "10", "old")]],
    ["the columns in another order", "reason,userId,coins\nold,ann,10", [balance(2, "ann", "10", "old")]],
    ["quotes around fields", `"userId","coins","reason"\n"ann","10","old"`, [balance(2, "ann", "10", "old")]],
    [
      "a comma and doubled quotes in quotes",
      `${header}\n"a,n",10,"say ""hi"""`,
      [balance(2, "a,n", "10", 'say "hi"')]
    ],
    [
      "line breaks in quotes",
      `${header}\nann,10,"two\nlines"\nbob,1,"x\r\n\r\ny"\r\ncid,1,z`,
      [
        balance(2, "ann", "10", "two\nlines"),
        balance(4, "bob", "1", "x\r\n\r\ny"),
        balance(7, "cid", "1", "z")
      ]
    ],
    ["letters of several bytes", `${header}\nžofie,10,přesun 😀`, [balance(2, "žofie", "10", "přesun 😀")]]
  ]
  for (const [name, content, lines] of good) {
    it(`may have ${name}`, async () => assert.deepEqual(await linesOf(content), lines))
  }

  const wrongHeader = (problem: string): string =>
    `must be the header with the columns userId, coins and reason, separated by commas; it ${problem}`
  const bad: ReadonlyArray<
    readonly [name: string, content: string | Uint8Array, problems: ReadonlyArray<Problem>]
  > = [
    ["nothing", "", [{ line: 1, problem: "must be the header userId,coins,reason: the file is empty" }]],
    [
      "no header",
      "ann,10,old",
      [
        {
          line: 1,
          problem: wrongHeader('lacks userId, coins, reason; it has the unknown columns "ann", "10", "old"')
        }
      ]
    ],
    [
      "another separator",
      "userId;coins;reason\nann;10;old",
      [
        {
          line: 1,
          problem: wrongHeader(
            'lacks userId, coins, reason; it has the unknown columns "userId;coins;reason"'
          )
        }
      ]
    ],
    [
      "a misspelt and a surplus column",
      "userID,coins,reason,points",
      [{ line: 1, problem: wrongHeader('lacks userId; it has the unknown columns "userID", "points"') }]
    ],
    ["a column twice", `${header},coins`, [{ line: 1, problem: wrongHeader('names "coins" twice') }]],
    [
      "too few and too many fields",
      `${header}\nann,10\nann,1,000,old`,
      [
        { line: 2, problem: "has 2 fields instead of 3" },
        { line: 3, problem: "has 4 fields instead of 3" }
      ]
    ],
    [
      "a quote inside a field",
      `${header}\nann,10,5" disk\nbob,10,"a"b`,
      [2, 3].map((line) => ({
        line,
        problem:
          "has a quote inside a field: put the whole field into quotes, and write each quote in it twice"
      }))
    ],
    [
      "a quote that is not closed",
      `${header}\n\nann,10,"old\nbob,10,old`,
      [{ line: 3, problem: "has a quote that is not closed" }]
    ],
    [
      "lines that end with CR alone",
      `${header}\nann,10,old\rbob,10,old`,
      [{ line: 2, problem: "has a carriage return without a line feed: end lines with LF or CRLF" }]
    ],
    [
      "bytes that are not UTF-8",
      broken(`${header}\nann,10,#\nbob,10,"a\n#\nb"`),
      [2, 3].map((line) => ({ line, problem: "is not UTF-8: save the file as UTF-8" }))
    ],
    [
      "a line that is too long",
      `${header}\nann,10,${"x".repeat(600_000)}\n`,
      [{ line: 2, problem: "is longer than 65536 bytes" }]
    ]
  ]
  for (const [name, content, problems] of bad) {
    it(`with ${name} is refused by line`, async () => assert.deepEqual(await linesOf(content), problems))
  }

  it("goes on after a bad line, and after a quote that was not closed for long", async () => {
    const long = Array.from({ length: 3000 }, (_, index) => `u-${index},1,thirty letters of a reason...`)
    const lines = await linesOf(`${header}\nann,1,"open\n${long.join("\n")}\nx\nbob,1,old`)
    assert.deepEqual(lines[0], { line: 2, problem: "has a quote that is not closed" })
    assert.deepEqual(lines.slice(-2), [
      { line: 3003, problem: "has 1 fields instead of 3" },
      balance(3004, "bob", "1", "old")
    ])
  })

  it("is the same file in chunks of any size", async () => {
    const content = `${header}\r\n${Array.from({ length: 30_000 }, (_, index) => `"ü-${index}",${index}.5,"a\r\n""b"""`).join("\r\n")}`
    const lines = await linesOf(content)
    assert.equal(lines.length, 30_000)
    assert.deepEqual(lines[12_345], balance(2 + 2 * 12_345, "ü-12345", "12345.5", 'a\r\n"b"'))
  })

  it("has the same key for a line wherever it is, and for amounts that are equal", () => {
    const keyFor = (...line: Parameters<typeof balance>) => keyOf(hashOf(balance(...line)))
    const key = keyFor(2, "ann", "10", "old")
    assert.match(key ?? "", /^import-balances:[\w-]{22}$/)
    assert.equal(keyFor(9, "ann", "10.00", "old"), key)
    for (const other of [
      keyFor(2, "an", "10", "old"),
      keyFor(2, "ann", "1", "old"),
      keyFor(2, "ann", "10", "new")
    ])
      assert.notEqual(other, key)
    assert.equal(keyFor(2, "ann", "1e3", "old"), undefined)
  })
})

it("import-balances refuses a file that does not exist, and a folder, before it opens a database", async () => {
  const folder = await freshFolder()
  mkdirSync(folder)
  const refusals = [
    [`${folder}/none.csv`, /^<file> cannot be read: ENOENT/],
    [folder, /^<file> must be a file, because it is read twice/]
  ] as const
  for (const [path, message] of refusals) {
    const args = ["import-balances", path, "--partner", "x", "--database", `sqlite:${folder}/none.db`]
    const { code, err, out } = await laurelHere(args)
    assert.match(err, message)
    assert.deepEqual([code, out], [1, ""])
  }
})

const amount =
  "coins must be an amount of coins above 0, with at most 4 decimals and no more than 500000000000"

const badLines: ReadonlyArray<readonly [line: string, problem: string]> = [
  ["ann,0,old", `${amount}, got "0"`],
  ["ann,1.00001,old", `${amount}, got "1.00001"`],
  ["ann,-1,old", `${amount}, got "-1"`],
  [`ann,1,${"x".repeat(201)}`, `reason must be text of 1 to 200 characters, got "${"x".repeat(56)}...`],
  [",1,old", 'userId must be text of 1 to 128 characters, got ""'],
  [
    "cid,1,old",
    "userId cid was not found: onboard the user first, or use --onboard to register members who are not there"
  ],
  ["ann,10.0,points", "is the same as line 2: delete one, or give it another reason"],
  ["ann,10", "has 2 fields instead of 3"]
]

const freshSqlite = async (): Promise<string> => `sqlite:${await freshFile()}`

for (const [name, openDatabase] of [
  ["SQLite", freshSqlite],
  ["PostgreSQL", migratedDatabase]
] as const) {
  it(`on ${name} import-balances writes nothing if a line is bad, and imports each good line only once`, async () => {
    const database = await openDatabase()
    const rewards = await openRewards({ database, accounts: { sendWebhooks: false } })
    try {
      const { id: partnerId } = await rewards.partners.register({ name: "Acme" })
      await rewards.members.onboardMany(["ann", "bob"].map((userId) => ({ partnerId, userId })))
      const coinsOf = async (...userIds: ReadonlyArray<string>) =>
        Promise.all(
          userIds.map(async (userId) => (await rewards.members.wallet({ partnerId, userId })).coins)
        )
      const run = async (content: string, ...args: ReadonlyArray<string>) => {
        const options = ["--partner", partnerId, "--database", database, "--json", ...args]
        const { code, err, out } = await laurelHere(["import-balances", await csv(content), ...options])
        return { code, result: JSON.parse(out), err }
      }
      const ok = { code: 0, bad: 0, problems: [] }

      const mixed = [header, "ann,10,points", ...badLines.map(([line]) => line), "bob,5,points"]
      const refused = await run(mixed.join("\n"))
      assert.equal(refused.code, 1)
      assert.deepEqual(refused.result, {
        lines: badLines.length + 2,
        coins: "15",
        adjusted: 0,
        replayed: 0,
        bad: badLines.length,
        problems: badLines.map(([, problem], index) => ({ line: 3 + index, problem }))
      })

      const file = `${header}\nann,10,points\nann,2.5,stamps\ncid,1,points\ncid,2,points\n`
      const dry = await run(file, "--onboard", "--dry-run")
      assert.deepEqual(
        { code: dry.code, ...dry.result },
        { ...ok, lines: 4, coins: "15.5", adjusted: 0, replayed: 0 }
      )
      assert.match(dry.err, /Nothing was written/)
      assert.deepEqual(await coinsOf("ann", "bob"), ["0", "0"])
      assert.equal((await rewards.members.list({ partnerId })).data.length, 2)

      const first = await run(file, "--onboard")
      assert.deepEqual(
        { code: first.code, ...first.result },
        { ...ok, lines: 4, coins: "15.5", adjusted: 4, replayed: 0 }
      )
      const changed =
        "reason,coins,userId\r\npoints,2,cid\r\nstamps,2.5000,ann\r\npoints,7,bob\r\npoints,10.0,ann\r\n"
      const again = await run(changed)
      assert.deepEqual(
        { code: again.code, ...again.result },
        { ...ok, lines: 4, coins: "21.5", adjusted: 1, replayed: 3 }
      )
      assert.match(
        again.err,
        /4 lines with 21\.5 coins were read, 0 are bad\. 1 lines were imported, 3 had been/
      )
      assert.deepEqual(await coinsOf("ann", "bob", "cid"), ["12.5", "7", "3"])
      const { data } = await rewards.transfers.list({ partnerId, userId: "bob" })
      assert.deepEqual(
        data.map(({ amount, kind, reason }) => ({ amount, kind, reason })),
        [{ amount: "7", kind: "adjustment", reason: "points" }]
      )
      assert.deepEqual(await rewards.verify(), [])
    } finally {
      await rewards.close()
    }
  })
}
