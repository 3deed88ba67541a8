import assert from "node:assert/strict"
import { writeFile } from "node:fs/promises"
import pg from "pg"
import { openRewards } from "../../lib/index.ts"
import { wings } from "../../lib/layers/Accounts.ts"
import { postgres } from "../../lib/sql/Dialect.ts"
import { statements } from "../../lib/sql/Statement.ts"
import { fillDemo } from "../../server/cli/demo/fill.ts"
import { laurelHere } from "../cli/laurel.ts"
import { afterAll, describe, it } from "../support/effect.ts"
import { freshFile } from "../support/files.ts"
import { readLibrary } from "../support/library.ts"
import { migratedDatabase } from "../support/migrated.ts"
import { onServer } from "../support/onServer.ts"
import { freshDatabase, startOwnPostgres } from "../support/postgres.ts"
import { addressAs, dropRoles, everyNode, grantRole, roleFor } from "../support/role.ts"
import { sqlAt } from "../support/sql.ts"

await readLibrary()

const isCluster = Boolean(process.env.CITUS_URL)
const appendOnly = wings.flatMap(({ tables }) =>
  tables.filter((each) => each.appendOnly).map(({ name }) => name)
)

const made: Array<readonly [url: string, role: string]> = []
afterAll(async () => {
  for (const [url, role] of made.splice(0)) await dropRoles(url, role)
})

/** A name for a role, which is dropped after the tests. */
const newRole = (url: string, name = "service"): string => {
  const role = roleFor(url, name)
  made.push([url, role])
  return role
}

/** A database with the tables and a role of the service, and its address with that role. */
const withRole = async () => {
  const url = await migratedDatabase()
  const role = newRole(url)
  const granted = await grantRole(url, { role })
  return { url, role, granted, service: addressAs(url, role) }
}

/** The SQLSTATE with which a statement fails; undefined if it succeeds. It is rolled back. */
const codeOf = async (client: pg.Client, text: string): Promise<string | undefined> => {
  await client.query("BEGIN")
  try {
    await client.query(text)
    return undefined
  } catch (error) {
    return error instanceof pg.DatabaseError ? error.code : String(error)
  } finally {
    await client.query("ROLLBACK")
  }
}

/** The statements, and the SQLSTATE of each. */
const codesOf = async (url: string, texts: ReadonlyArray<string>) =>
  onServer(url, async (client) => {
    if (isCluster) await client.query("SET citus.enable_manual_changes_to_shards TO on")
    const codes: Array<readonly [text: string, code: string | undefined]> = []
    for (const text of texts) codes.push([text, await codeOf(client, text)])
    return codes
  })

const refusedAll = async (url: string, texts: ReadonlyArray<string>): Promise<void> =>
  assert.deepEqual(
    await codesOf(url, texts),
    texts.map((text) => [text, "42501"])
  )

/** Ways to rewrite a table. Citus refuses the last two on distributed tables before it checks rights. */
const rewritesOf = (table: string): ReadonlyArray<string> => [
  `UPDATE ${table} SET partner_id = partner_id`,
  `DELETE FROM ${table}`,
  `TRUNCATE ${table}`,
  `DROP TABLE ${table}`,
  ...(isCluster ? [] : [`SELECT 1 FROM ${table} FOR UPDATE`, `ALTER TABLE ${table} DISABLE TRIGGER ALL`])
]

/** All rights of a role on tables, columns, schemas and databases. */
const rightsOf = (url: string, role: string) =>
  sqlAt(url)(`SELECT c.relname AS name, a.privilege_type AS right FROM pg_class c, aclexplode(c.relacl) a
      WHERE a.grantee = '"${role}"'::regrole
    UNION ALL SELECT c.attrelid::regclass || '.' || c.attname, a.privilege_type FROM pg_attribute c, aclexplode(c.attacl) a
      WHERE a.grantee = '"${role}"'::regrole
    UNION ALL SELECT n.nspname, a.privilege_type FROM pg_namespace n, aclexplode(n.nspacl) a WHERE a.grantee = '"${role}"'::regrole
    UNION ALL SELECT 'database', a.privilege_type FROM pg_database d, aclexplode(d.datacl) a
      WHERE a.grantee = '"${role}"'::regrole AND d.datname = current_database()
    ORDER BY 1, 2`)

const refusalOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => assert.fail("it was not refused"),
    (error) => String(error)
  )

const historyOf = async (url: string) => {
  const { err, out } = await laurelHere(["doctor", "--json"], { DATABASE_URL: url })
  const report: { findings: ReadonlyArray<{ about: string; state: string; detail: string }> } = JSON.parse(
    out || err
  )
  return report.findings.find(({ about }) => about === "history")
}

describe("the statements of the library", () => {
  it("neither change, nor delete, nor lock rows of append-only tables", () => {
    assert.deepEqual(appendOnly, [
      "rewards_orderer",
      "rewards_rule_rate",
      "rewards_activity",
      "rewards_award",
      "rewards_transfer",
      "rewards_lot_entry",
      "rewards_approval_decision",
      "rewards_reversal"
    ])
    const tables = appendOnly.join("|")
    const texts = Array.from(statements, (each) => each.text(postgres, 1).replace(/\s+/g, " "))
    const lockedIn = (text: string) =>
      Array.from(text.matchAll(/ FOR (?:NO KEY UPDATE|SHARE) OF ([\w, ]+?)(?: SKIP|\)|$)/g)).flatMap(
        ([, names = ""]) =>
          names.split(", ").filter((alias) => new RegExp(`\\b(${tables}) (AS )?${alias}\\b`).test(text))
      )
    assert.ok(texts.some((text) => text.includes(" FOR NO KEY UPDATE OF ")))
    const writes = new RegExp(`\\b(UPDATE|DELETE FROM|TRUNCATE) (${tables})\\b`)
    assert.deepEqual(
      texts.filter((text) => writes.test(text) || lockedIn(text).length > 0),
      []
    )
  })
})

describe("a role that laurel roles has made", () => {
  it("runs the service, and everything adds up", async () => {
    const { service } = await withRole()
    const { partners } = await fillDemo({ database: service, awards: 40, onWarning: () => {} })
    const rewards = await openRewards({ database: service, accounts: { sendWebhooks: false } })
    try {
      assert.deepEqual(await rewards.verify(), [])
      assert.equal(partners.length, 3)
    } finally {
      await rewards.close()
    }
    for (const args of [["verify"], ["migrate", "status"], ["migrate", "up"], ["partner", "list"]]) {
      const { code, err } = await laurelHere(args, { DATABASE_URL: service })
      assert.equal(code, 0, err)
    }
  })

  it("cannot rewrite append-only tables, on no node, even if their triggers are disabled", async () => {
    const { service, url } = await withRole()
    await fillDemo({ database: service, awards: 10, onWarning: () => {} })
    for (const table of appendOnly) {
      if (!isCluster) await sqlAt(url)(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
      for (const node of await everyNode(service)) await refusedAll(node, rewritesOf(table))
    }
  })

  it("has no rights on the migrations but to read them, and none to create or truncate tables", async () => {
    const { granted, service } = await withRole()
    assert.equal(granted.created, true)
    await refusedAll(service, [
      "DELETE FROM rewards_migration",
      "UPDATE rewards_migration SET name = name",
      "INSERT INTO rewards_migration (wing, id, name, applied_at) VALUES ('x', 1, 'x', now())",
      ...granted.tables.filter(({ rights }) => rights.length > 1).map(({ name }) => `TRUNCATE ${name}`),
      "CREATE TABLE public.mine (id INT)",
      "ALTER TABLE rewards_award ADD COLUMN mine INT"
    ])
  })

  it("can erase free text and records of persons", async () => {
    const { service } = await withRole()
    const erasures = [
      "rewards_text",
      "rewards_attribute",
      "rewards_member_name",
      "rewards_member_data",
      "rewards_visible_name",
      "rewards_user",
      "rewards_mail"
    ].map((table) => `DELETE FROM ${table}`)
    assert.deepEqual(
      await codesOf(service, erasures),
      erasures.map((text) => [text, undefined])
    )
  })

  it("keeps its rights if the command is repeated, and loses those that it was given beside them", async () => {
    const { role, url } = await withRole()
    const before = await rightsOf(url, role)
    assert.ok(before.length > 100)
    await sqlAt(
      url
    )(`GRANT ALL ON rewards_award, rewards_migration, rewards_entry TO "${role}" WITH GRANT OPTION;
      GRANT UPDATE (created_at) ON rewards_transfer TO "${role}"; GRANT TRUNCATE, REFERENCES ON rewards_member TO "${role}";
      GRANT CREATE ON SCHEMA public TO "${role}"; REVOKE SELECT ON rewards_rule FROM "${role}"`)
    assert.notDeepEqual(await rightsOf(url, role), before)
    const { created } = await grantRole(url, { role })
    assert.equal(created, false)
    assert.deepEqual(await rightsOf(url, role), before)
    await grantRole(url, { role })
    assert.deepEqual(await rightsOf(url, role), before)
  })

  it("finds tables in another schema than public", async () => {
    const url = await freshDatabase()
    const role = newRole(url)
    await sqlAt(url)("CREATE SCHEMA shop")
    const owner = new URL(url)
    owner.searchParams.set("options", "-csearch_path=shop")
    const rewards = await openRewards({ database: owner.href })
    await rewards.close()
    const { tables } = await grantRole(owner.href, { role })
    assert.ok(!tables.some(({ name }) => name === "rewards_webhook"))
    const service = await openRewards({ database: addressAs(url, role) })
    assert.deepEqual(await service.verify(), [])
    await service.close()
  })

  it("is told at its start that it may not migrate, or that it may not read a table that is new", async () => {
    const { role, service, url } = await withRole()
    const start = () => refusalOf(openRewards({ database: service, accounts: true }))
    await sqlAt(url)(`REVOKE ALL ON rewards_webhook FROM "${role}"`)
    assert.match(await start(), /may not read rewards_webhook: run "laurel roles" as the owner of the tables/)
    await sqlAt(url)("DELETE FROM rewards_migration WHERE wing = 'accounts'")
    assert.match(
      await start(),
      /may not migrate the database \(permission denied .*\): run "laurel migrate up" as the owner of the tables, then/
    )
    const { out } = await laurelHere(["doctor", "--json"], { DATABASE_URL: service })
    assert.match(
      out,
      /pending: run \\"laurel migrate up\\" as the owner of the tables, then \\"laurel roles\\"/
    )
    const empty = await freshDatabase()
    await sqlAt(empty)("REVOKE CREATE ON SCHEMA public FROM PUBLIC")
    assert.match(
      await refusalOf(openRewards({ database: addressAs(empty, role) })),
      /may not migrate the database \(permission denied for schema public\)/
    )
  })
})

describe("laurel roles refuses", () => {
  it("SQLite", async () => {
    const refusal = await refusalOf(grantRole(`sqlite:${await freshFile()}`, { role: "service" }))
    assert.match(refusal, /SQLite has no roles: triggers keep its tables append-only/)
  })

  it("a database whose tables are missing or not up to date", async () => {
    const url = await freshDatabase()
    assert.match(await refusalOf(grantRole(url, { role: "service" })), /run "laurel migrate up" first/)
    const migrated = await migratedDatabase()
    await sqlAt(migrated)("DELETE FROM rewards_migration WHERE wing = 'rewards' AND id = 1")
    await sqlAt(migrated)("INSERT INTO rewards_migration VALUES ('rewards', 99, 'breaking: later', now())")
    assert.match(await refusalOf(grantRole(migrated, { role: "service" })), /not up to date/)
  })

  it("names that PostgreSQL would change or refuse, and passwords in plain text", async () => {
    const url = await migratedDatabase()
    for (const role of ["", "pg_service", "public", "x".repeat(64), "é".repeat(32), "a\nb"]) {
      assert.match(await refusalOf(grantRole(url, { role })), /cannot be the name of a role/)
    }
    const refusal = await refusalOf(grantRole(url, { role: "service", passwordVerifier: "secret'" }))
    assert.match(refusal, /as PostgreSQL stores it/)
    assert.ok(!refusal.includes("secret"))
  })

  it("a role that could rewrite the history in another way, and leaves its rights as they were", async () => {
    const url = await migratedDatabase()
    const role = newRole(url)
    const owner = new URL(url).username
    assert.match(
      await refusalOf(grantRole(url, { role: owner })),
      /could rewrite the history, because it is a superuser: choose another role/
    )
    const editors = newRole(url, "editors")
    await sqlAt(url)(`CREATE ROLE "${role}" LOGIN; CREATE ROLE "${editors}";
      GRANT UPDATE (created_at) ON rewards_award TO "${editors}"; GRANT SELECT ON rewards_rule TO "${role}"`)
    const before = await rightsOf(url, role)
    const given: ReadonlyArray<readonly [give: string, take: string, because: RegExp]> = [
      [
        `GRANT "${editors}" TO "${role}"`,
        `REVOKE "${editors}" FROM "${role}"`,
        /is a member of editors_.*, which may change rewards_award/
      ],
      [
        `ALTER ROLE "${role}" NOINHERIT; GRANT "${owner}" TO "${role}"`,
        `REVOKE "${owner}" FROM "${role}"`,
        /is a member of .*, which is a superuser/
      ],
      [
        `GRANT pg_write_all_data TO "${role}"`,
        `REVOKE pg_write_all_data FROM "${role}"`,
        /is a member of pg_write_all_data, which may change rewards_activity/
      ],
      [`ALTER ROLE "${role}" CREATEROLE`, `ALTER ROLE "${role}" NOCREATEROLE`, /it may create roles/],
      [
        "GRANT DELETE ON rewards_reversal TO PUBLIC",
        "REVOKE DELETE ON rewards_reversal FROM PUBLIC",
        /it may change rewards_reversal: .* or from PUBLIC/
      ],
      [
        `ALTER TABLE rewards_transfer OWNER TO "${role}"`,
        `ALTER TABLE rewards_transfer OWNER TO "${owner}"`,
        /it owns the tables/
      ]
    ]
    for (const [give, take, because] of given) {
      await sqlAt(url)(give)
      assert.match(await refusalOf(grantRole(url, { role })), because)
      await sqlAt(url)(take)
    }
    assert.deepEqual(await rightsOf(url, role), before)
    await grantRole(url, { role })
  })

  it("a connection that may not create roles, or that does not own the tables", async () => {
    const url = await freshDatabase()
    const [role, owner] = [newRole(url), newRole(url, "owner")]
    await sqlAt(url)(`CREATE ROLE "${owner}" LOGIN; GRANT CREATE ON SCHEMA public TO "${owner}"`)
    const asOwner = addressAs(url, owner)
    await (await openRewards({ database: asOwner })).close()
    const refusal = await refusalOf(grantRole(asOwner, { role }))
    assert.match(
      refusal,
      /may not create roles: let an administrator run CREATE ROLE "service_\w+" LOGIN, then/
    )
    await sqlAt(url)(`CREATE ROLE "${role}" LOGIN`)
    const passwordVerifier = "SCRAM-SHA-256$4096:AAAA$AAAA:AAAA"
    assert.match(await refusalOf(grantRole(asOwner, { role, passwordVerifier })), /may not set the password/)
    // The owner of the tables does not own the database: it cannot grant CONNECT, but PUBLIC has it.
    assert.equal((await grantRole(asOwner, { role })).created, false)
    const other = refusalOf(grantRole(addressAs(url, role), { role: newRole(url, "other") }))
    assert.match(await other, new RegExp(`${role} does not own rewards_\\w+: connect as ${owner}`))
    await sqlAt(url)(`REVOKE CONNECT ON DATABASE "${new URL(url).pathname.slice(1)}" FROM PUBLIC;
      GRANT CONNECT ON DATABASE "${new URL(url).pathname.slice(1)}" TO "${owner}"`)
    assert.match(
      await refusalOf(grantRole(asOwner, { role })),
      /may not connect to the database: let its owner run/
    )
  })
})

describe("the command", () => {
  it("sets a password with which the role can log in, and which the server never sees", async () => {
    const server = await startOwnPostgres()
    try {
      const url = await server.freshDatabase()
      const file = await freshFile()
      await writeFile(file, "Correct horse, 'battery' staple\n")
      assert.equal((await laurelHere(["migrate", "up"], { DATABASE_URL: url })).code, 0)
      const args = ["roles", "--role", 'the "service"', "--password-file", file, "--json"]
      const { code, err, out } = await laurelHere(args, { DATABASE_URL: url })
      assert.equal(code, 0, err)
      assert.deepEqual([JSON.parse(out).created, JSON.parse(out).nodes], [true, []])
      await onServer(url, async (client) => {
        const { rows } = await client.query("SHOW hba_file")
        await client.query(`COPY (VALUES ('host all postgres 127.0.0.1/32 trust'), ('host all all 127.0.0.1/32 scram-sha-256'))
          TO '${rows[0].hba_file}'`)
        await client.query("SELECT pg_reload_conf()")
      })
      const service = new URL(addressAs(url, 'the "service"'))
      await assert.rejects(openRewards({ database: service.href }), {
        message: "database needs a password: add it to the address, or set PGPASSWORD",
        retryable: false
      })
      service.password = "wrong"
      await assert.rejects(sqlAt(service.href)("SELECT 1"), { code: "28P01" })
      service.password = "Correct horse, 'battery' staple"
      const rewards = await openRewards({ database: service.href, accounts: true })
      assert.deepEqual(await rewards.verify(), [])
      await rewards.close()
    } finally {
      await server.stop()
    }
  })

  it("says that a new role has no password, and which password it cannot set", async () => {
    const url = await migratedDatabase()
    const role = newRole(url)
    const first = await laurelHere(["roles", "--role", role], { DATABASE_URL: url })
    assert.equal(first.code, 0, first.err)
    assert.match(first.out, /^rewards_award: SELECT, INSERT$/m)
    assert.match(first.out, /^rewards_member: SELECT, INSERT, UPDATE, DELETE$/m)
    assert.match(first.out, /^rewards_migration: SELECT$/m)
    assert.match(first.err, /was created .* has no password yet/s)
    const second = await laurelHere(["roles", "--role", role], { DATABASE_URL: url })
    assert.doesNotMatch(second.err, /created|password/)
    const file = await freshFile()
    await writeFile(file, "pässword")
    const args = ["roles", "--role", role, "--password-file"]
    const odd = await laurelHere([...args, file], { DATABASE_URL: url })
    assert.deepEqual(
      [odd.code, odd.err.trim()],
      [1, "The password must be one line of printable ASCII characters."]
    )
    const missing = await laurelHere([...args, `${file}.missing`], { DATABASE_URL: url })
    assert.match(missing.err, /The file of the password cannot be read/)
    const { code, err } = await laurelHere(["roles"], { DATABASE_URL: url })
    assert.equal(code, 2)
    assert.match(err, /--role is required/)
  })
})

describe("the doctor", () => {
  it("says whether the connected role could rewrite the history", async () => {
    const { service, url } = await withRole()
    const protectedByRole = await historyOf(service)
    assert.equal(protectedByRole?.state, "ok")
    assert.match(protectedByRole?.detail ?? "", /^service_\w+ has no right to rewrite it$/)
    const asOwner = await historyOf(url)
    if (isCluster) {
      assert.equal(asOwner?.state, "warning")
    } else {
      assert.equal(asOwner?.state, "ok")
      assert.match(asOwner?.detail ?? "", /triggers protect it; .* run "laurel roles"/)
      await sqlAt(url)("ALTER TABLE rewards_award DISABLE TRIGGER rewards_award_append_only")
      assert.equal((await historyOf(url))?.state, "warning")
    }
    const { detail } = (await historyOf(url)) ?? assert.fail("nothing was found")
    assert.match(detail, /could change and delete awards, .* no triggers protect them: run "laurel roles"/)
    assert.equal(await historyOf(await freshDatabase()), undefined)
    assert.equal(await historyOf(`sqlite:${await freshFile()}`), undefined)
  })
})

if (isCluster) {
  describe("on the nodes of a cluster", () => {
    it("the role cannot rewrite any part of an append-only table, nor through the functions of Citus", async () => {
      const { granted, service, url } = await withRole()
      await fillDemo({ database: service, awards: 30, onWarning: () => {} })
      const nodes = await everyNode(service)
      assert.equal(granted.nodes.length, nodes.length - 1)
      const shards = await sqlAt(
        url
      )(`SELECT shardid, table_name::text AS "table", nodeport AS port FROM citus_shards
        WHERE table_name::text IN (${appendOnly.map((each) => `'${each}'`).join(", ")})`)
      for (const node of nodes.slice(1)) {
        const own = shards.filter(({ port }) => String(port) === new URL(node).port)
        assert.ok(own.length >= appendOnly.length)
        await refusedAll(
          node,
          own.flatMap(({ shardid, table }) => rewritesOf(`${table}_${shardid}`))
        )
      }
      const answers = await sqlAt(
        service
      )(`SELECT success, result FROM run_command_on_placements('rewards_award', 'DELETE FROM %s')
        UNION ALL SELECT success, result FROM run_command_on_workers('DELETE FROM rewards_transfer')`)
      assert.ok(answers.length > nodes.length)
      for (const { result, success } of answers) {
        assert.equal(success, false)
        assert.match(String(result), /permission denied/)
      }
    })

    it("the role keeps its rights, and no more, if the tables are distributed after it was made", async () => {
      const url = await freshDatabase()
      const role = newRole(url)
      const run = async (...args: ReadonlyArray<string>) => {
        const { code, err } = await laurelHere(args, { DATABASE_URL: url })
        assert.equal(code, 0, err)
      }
      await run("migrate", "up")
      await run("roles", "--role", role)
      const before = await rightsOf(url, role)
      await run("distribute")
      assert.deepEqual(await rightsOf(url, role), before)
      const service = addressAs(url, role)
      await fillDemo({ database: service, awards: 10, onWarning: () => {} })
      for (const table of appendOnly)
        for (const node of await everyNode(service)) await refusedAll(node, rewritesOf(table))
      const answers = await sqlAt(service)(
        "SELECT success FROM run_command_on_placements('rewards_award', 'DELETE FROM %s')"
      )
      assert.ok(answers.length > 0 && answers.every(({ success }) => success === false))
    })

    it("a right that was given on one node alone is taken away, and a role that a node lacks is refused", async () => {
      const { role, service, url } = await withRole()
      const [, worker = ""] = await everyNode(url)
      const [shard] = await sqlAt(url)(`SELECT shardid FROM citus_shards
        WHERE table_name = 'rewards_award'::regclass AND nodeport = ${new URL(worker).port}`)
      const part = `rewards_award_${shard?.shardid}`
      await sqlAt(worker)(`GRANT DELETE ON ${part} TO "${role}"`)
      const asRole = addressAs(worker, role)
      assert.deepEqual(await codesOf(asRole, [`DELETE FROM ${part}`]), [[`DELETE FROM ${part}`, undefined]])
      await grantRole(url, { role })
      await refusedAll(asRole, [`DELETE FROM ${part}`])
      await sqlAt(worker)(`GRANT DELETE ON ${part} TO PUBLIC`)
      assert.match(await refusalOf(grantRole(url, { role })), /could still rewrite a part of the tables on /)
      await sqlAt(worker)(`REVOKE DELETE ON ${part} FROM PUBLIC`)
      await grantRole(url, { role })

      const lone = newRole(url, "lone")
      await sqlAt(url)(`SET citus.enable_create_role_propagation TO off; CREATE ROLE "${lone}" LOGIN`)
      assert.match(
        await refusalOf(grantRole(url, { role: lone })),
        /lone_\w+ does not exist on .*: create it there/
      )
      await openRewards({ database: service }).then((rewards) => rewards.close())
    })
  })
}
