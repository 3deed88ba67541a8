import { Effect, Schema } from "effect"
import { explainedError } from "../schema/Input.ts"
import { patiently } from "./Connections.ts"
import { Database } from "./Database.ts"
import { findCluster } from "./Distribution.ts"
import { advisoryLock, isUsable, listApplied, migrationTable, type WingMigrations } from "./Migrations.ts"
import { statement } from "./Statement.ts"

/**
 * A database role for the service. The role can add to the history (the append-only tables), but cannot rewrite it: it does not own
 * these tables, and has no right to UPDATE, DELETE or TRUNCATE them. This is the only protection of distributed tables, because they
 * have no triggers.
 *
 * In the schema, the role needs rights only on tables and views. PostgreSQL checks foreign keys with the rights of the owner, and a
 * trigger runs without the right EXECUTE on its function. No statement may lock rows of an append-only table, because a lock needs the
 * right UPDATE.
 */

/** The role cannot be given its rights. Nothing was changed, unless the check of the nodes failed, which runs after COMMIT. */
export class CannotGrant extends explainedError<CannotGrant>()("CannotGrant", {
  fields: { reason: Schema.String },
  cause: "The role of the service cannot be created, or cannot be given its rights.",
  fix: "Do what the message says, and run the command again.",
  message: ({ reason }) => reason
}) {}

export interface RoleOptions {
  /** The name of the role. If the role does not exist, it is created with the right to log in. */
  readonly role: string
  /**
   * A new password, as PostgreSQL stores it (`SCRAM-SHA-256$…`). So the server and its log never see the password itself. Without a
   * verifier, a new role gets no password, and an existing role keeps its password.
   */
  readonly passwordVerifier?: string | undefined
}

/** The role and its rights, by table. */
export interface GrantedRole {
  readonly role: string
  readonly created: boolean
  readonly tables: ReadonlyArray<{ readonly name: string; readonly rights: ReadonlyArray<string> }>
  /** The nodes of a Citus cluster on which the rights were checked. */
  readonly nodes: ReadonlyArray<string>
}

/** The role of the connection and its rights, and the database and schema of the tables. */
const Connection = Schema.Struct({
  name: Schema.String,
  mayCreate: Schema.Boolean,
  database: Schema.String,
  schema: Schema.String,
  grantsConnect: Schema.Boolean,
  grantsUsage: Schema.Boolean
})

const findConnection = statement({
  input: {},
  output: Connection,
  sql: `SELECT u.rolname AS name, u.rolsuper OR u.rolcreaterole AS may_create, current_database() AS database, n.nspname AS schema,
      has_database_privilege(current_database(), 'CONNECT WITH GRANT OPTION') AS grants_connect,
      has_schema_privilege(n.oid, 'USAGE WITH GRANT OPTION') AS grants_usage
    FROM pg_roles u, pg_class m JOIN pg_namespace n ON n.oid = m.relnamespace
    WHERE u.rolname = current_user AND m.oid = to_regclass('${migrationTable}')`
})

/** Finds a role, and whether the connection may change its password. Since PostgreSQL 16, this needs the ADMIN option on the role. */
const findRole = statement({
  input: { role: "text" },
  output: Schema.Struct({ mayAlter: Schema.Boolean }),
  sql: `SELECT u.rolsuper OR (u.rolcreaterole AND (current_setting('server_version_num')::int < 160000
      OR pg_has_role(r.oid, 'MEMBER WITH ADMIN OPTION'))) AS may_alter
    FROM input JOIN pg_roles r ON r.rolname = input.role, pg_roles u WHERE u.rolname = current_user`
})

const findOthersTables = statement({
  input: { name: "text" },
  output: Schema.Struct({ name: Schema.String, owner: Schema.String }),
  sql: `SELECT input.name, pg_get_userbyid(c.relowner) AS owner FROM input JOIN pg_class c ON c.oid = to_regclass(input.name)
    WHERE NOT pg_has_role(c.relowner, 'USAGE') ORDER BY input.name`
})

const findAccess = statement({
  input: { role: "text", schema: "text" },
  output: Schema.Struct({ connect: Schema.Boolean, usage: Schema.Boolean }),
  sql: `SELECT has_database_privilege(input.role::name, current_database(), 'CONNECT') AS connect,
      has_schema_privilege(input.role::name, input.schema, 'USAGE') AS usage
    FROM input`
})

/**
 * Returns SQL for the ways in which a role could rewrite a table. Both arguments are SQL expressions. `through` is the role itself, or a
 * role that it is a member of. `how` says what allows `through` to rewrite the table. Before PostgreSQL 16, a role that may create roles
 * can make itself a member of the owner.
 */
const rewriters = (role: string, table: string): string =>
  `SELECT r.rolname AS through, CASE WHEN r.rolsuper THEN 'is a superuser' WHEN r.oid = c.relowner THEN 'owns the tables'
      WHEN r.rolcreaterole THEN 'may create roles' WHEN r.rolname ~ '^pg_(write_server_files|execute_server_program)$'
      THEN 'may change files of the server' ELSE 'may change ' || c.relname END AS how
    FROM pg_roles r, pg_class c
    WHERE c.oid = ${table} AND pg_has_role(${role}, r.oid, 'MEMBER') AND (r.rolsuper OR r.oid = c.relowner OR r.rolcreaterole
      OR r.rolname ~ '^pg_(write_server_files|execute_server_program)$'
      OR has_table_privilege(r.oid, c.oid, 'UPDATE, DELETE, TRUNCATE, TRIGGER') OR has_any_column_privilege(r.oid, c.oid, 'UPDATE'))`

/**
 * Finds one way in which a role could rewrite one of the tables. PostgreSQL also reports an inherited right as a right of the role
 * itself. So table rights of the role itself are returned only if no role is found from which they may be inherited.
 */
const findRewriter = statement({
  input: { role: "text", name: "text" },
  output: Schema.Struct({ through: Schema.String, how: Schema.String }),
  sql: `SELECT found.through, found.how FROM input
    CROSS JOIN LATERAL (${rewriters("input.role::name", "to_regclass(input.name)")}) found
    ORDER BY CASE WHEN found.through <> input.role THEN 1 WHEN found.how LIKE 'may change %' THEN 2 ELSE 0 END, found.through, found.how
    LIMIT 1`
})

/** Runs a command on each worker, and returns the workers whose answer is not the expected answer. */
const findOtherAnswers = statement({
  input: { command: "text", expected: "text" },
  output: Schema.Struct({ node: Schema.String, answer: Schema.String }),
  sql: `SELECT w.nodename || ':' || w.nodeport AS node, w.result AS answer
    FROM input CROSS JOIN LATERAL run_command_on_workers(input.command) w
    WHERE NOT w.success OR w.result <> input.expected ORDER BY 1`
})

/** Runs a command on each shard of the tables. Citus replaces %s in the command by the name of the shard. */
const askShards = statement({
  input: { name: "text", command: "text" },
  output: Schema.Struct({ node: Schema.String, success: Schema.Boolean, answer: Schema.String }),
  sql: `SELECT p.nodename || ':' || p.nodeport AS node, p.success, p.result AS answer
    FROM input CROSS JOIN LATERAL run_command_on_placements(to_regclass(input.name), input.command) p ORDER BY 1`
})

const refuse = (reason: string) => new CannotGrant({ reason })

const identifier = (name: string): string => `"${name.replaceAll('"', '""')}"`
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** PostgreSQL truncates longer names. */
const longestName = 63
const isName = (name: string): boolean =>
  /^[^\p{Cc}\\]+$/u.test(name) &&
  new TextEncoder().encode(name).length <= longestName &&
  !/^(pg_.*|public|none)$/.test(name)

const isVerifier = (text: string): boolean => /^SCRAM-SHA-256\$\d+:[\w+/]+=*\$[\w+/]+=*:[\w+/]+=*$/.test(text)

const appendOnlyOf = (wings: ReadonlyArray<WingMigrations>): ReadonlyArray<string> =>
  wings.flatMap(({ tables }) => tables.filter(({ appendOnly }) => appendOnly).map(({ name }) => name))

const rightsIn = (wings: ReadonlyArray<WingMigrations>): GrantedRole["tables"] => [
  { name: migrationTable, rights: ["SELECT"] },
  ...wings.flatMap(({ tables, views = [] }) => [
    ...tables.map(({ appendOnly, name }) => ({
      name,
      rights: ["SELECT", "INSERT", ...(appendOnly ? [] : ["UPDATE", "DELETE"])]
    })),
    ...views.map((name) => ({ name, rights: ["SELECT"] }))
  ])
]

/** Returns the wings (parts of the library with their own tables) that the database has. Fails if their tables are not up to date. */
const migratedWings = Effect.fnUntraced(function* (wings: ReadonlyArray<WingMigrations>) {
  const applied = new Set((yield* listApplied()).map(({ wing }) => wing))
  const found = wings.filter(({ wing }) => applied.has(wing))
  if (found.length === 0 || !(yield* isUsable(found))) {
    return yield* refuse('the tables are not up to date: run "laurel migrate up" first')
  }
  return found
})

/** Checks that the role exists on all workers. A role that exists only on the coordinator cannot be given rights on the workers. */
const checkWorkers = Effect.fnUntraced(function* (role: string) {
  const database = yield* Database
  const command = `SELECT count(*) FROM pg_roles WHERE rolname = ${literal(role)}`
  const [other] = yield* database.run(findOtherAnswers, [{ command, expected: "1" }])
  if (other === undefined) return
  return yield* refuse(
    other.answer === "0"
      ? `${role} does not exist on ${other.node}: create it there, then run the command again`
      : `${other.node} cannot be used (${other.answer}): run the command again when it can be reached`
  )
})

/**
 * Creates the role if it is missing, and sets its password if a verifier is given. If the tables are not in the schema `public`, their
 * schema becomes the search path of a new role. Returns whether the role was created.
 */
const createRole = Effect.fnUntraced(function* (
  { passwordVerifier, role }: RoleOptions,
  connection: typeof Connection.Type,
  onCluster: boolean
) {
  const database = yield* Database
  const name = identifier(role)
  const password = passwordVerifier === undefined ? "" : ` PASSWORD '${passwordVerifier}'`
  const [found] = yield* database.run(findRole, [{ role }])
  if (found !== undefined) {
    if (onCluster) yield* checkWorkers(role)
    if (password === "") return false
    if (!found.mayAlter) {
      return yield* refuse(
        `${connection.name} may not set the password of ${role}: connect as an administrator`
      )
    }
    yield* database.define(`ALTER ROLE ${name}${password}`)
    return false
  }
  if (!connection.mayCreate) {
    return yield* refuse(
      `${connection.name} may not create roles: let an administrator run CREATE ROLE ${name} LOGIN, then run the command again`
    )
  }
  yield* database.define(`CREATE ROLE ${name} LOGIN${password}`)
  if (connection.schema !== "public") {
    yield* database.define(
      `ALTER ROLE ${name} IN DATABASE ${identifier(connection.database)} SET search_path TO ${identifier(connection.schema)}`
    )
  }
  return true
})

/**
 * Gives the role the rights to connect and to find the tables. If the connection may not grant one of these rights, only checks whether
 * the role has it, for example through PUBLIC.
 */
const grantAccess = Effect.fnUntraced(function* (role: string, connection: typeof Connection.Type) {
  const database = yield* Database
  const name = identifier(role)
  const schema = identifier(connection.schema)
  if (connection.grantsConnect) {
    yield* database.define(`GRANT CONNECT ON DATABASE ${identifier(connection.database)} TO ${name}`)
  }
  if (connection.grantsUsage) {
    yield* database.define(`REVOKE ALL ON SCHEMA ${schema} FROM ${name} CASCADE`)
    yield* database.define(`GRANT USAGE ON SCHEMA ${schema} TO ${name}`)
  }
  const [access] = yield* database.run(findAccess, [{ role, schema: connection.schema }])
  if (access?.connect !== true) {
    return yield* refuse(
      `${role} may not connect to the database: let its owner run GRANT CONNECT ON DATABASE ${identifier(connection.database)} TO ${name}`
    )
  }
  if (!access.usage) {
    return yield* refuse(
      `${role} may not use the schema of the tables: let its owner run GRANT USAGE ON SCHEMA ${schema} TO ${name}`
    )
  }
})

/** Replaces the rights of the role on the tables. */
const grantTables = Effect.fnUntraced(function* (role: string, tables: GrantedRole["tables"]) {
  const database = yield* Database
  const name = identifier(role)
  yield* database.define(`REVOKE ALL ON ${tables.map((each) => each.name).join(", ")} FROM ${name} CASCADE`)
  const byRights = Map.groupBy(tables, ({ rights }) => rights.join(", "))
  yield* Effect.forEach(
    byRights,
    ([rights, granted]) =>
      database.define(`GRANT ${rights} ON ${granted.map((each) => each.name).join(", ")} TO ${name}`),
    { discard: true }
  )
})

/** Checks on each node that the role cannot change the shards of append-only tables. This takes a while. Returns the nodes. */
const checkNodes = Effect.fnUntraced(function* (role: string, tables: ReadonlyArray<string>) {
  const database = yield* Database
  const waysOnShard = rewriters(literal(role.replaceAll("%", "%%")), "'%s'::regclass")
  const command = `SELECT count(*) FROM (${waysOnShard}) AS found`
  const rows = tables.map((name) => ({ name, command }))
  const answers = yield* patiently(database.run(askShards, rows))
  const wrong = answers.find(({ answer, success }) => !success || answer !== "0")
  if (wrong !== undefined) {
    return yield* refuse(
      wrong.success
        ? `${role} could still rewrite a part of the tables on ${wrong.node}: compare its rights there with its rights on the coordinator`
        : `${wrong.node} cannot be checked (${wrong.answer}): run the command again when it can be reached`
    )
  }
  return Array.from(new Set(answers.map(({ node }) => node)))
})

/**
 * Creates the role if it is missing. Gives it exactly the rights on the tables of these wings that the service needs, and revokes all its
 * other rights on these tables. Must be called again after a migration that adds tables. The connection must use the owner of the tables.
 */
export const grantRole = Effect.fn("Roles.grantRole")(function* (
  options: RoleOptions,
  known: ReadonlyArray<WingMigrations>
) {
  const database = yield* Database
  const { passwordVerifier, role } = options
  if (database.dialect.name !== "postgres") {
    return yield* refuse("SQLite has no roles: triggers keep its tables append-only")
  }
  if (!isName(role)) {
    return yield* refuse(
      `${JSON.stringify(role)} cannot be the name of a role: it must have 1 to ${longestName} bytes without control characters and backslashes, must not start with pg_, and must not be public or none`
    )
  }
  if (passwordVerifier !== undefined && !isVerifier(passwordVerifier)) {
    return yield* refuse("the password must be given as PostgreSQL stores it: SCRAM-SHA-256$…")
  }
  const cluster = yield* findCluster()
  const granted = yield* database.patientTransaction(
    Effect.gen(function* () {
      yield* database.define(advisoryLock)
      const wings = yield* migratedWings(known)
      const tables = rightsIn(wings)
      const [connection] = yield* database.run(findConnection, [{}])
      if (connection === undefined)
        return yield* Effect.dieMessage("the role of the connection was not found")
      const [other] = yield* database.run(findOthersTables, tables)
      if (other !== undefined) {
        return yield* refuse(`${connection.name} does not own ${other.name}: connect as ${other.owner}`)
      }
      if (cluster !== undefined) {
        yield* database.define("SET LOCAL citus.multi_shard_modify_mode TO 'sequential'")
        yield* database.define("SET LOCAL citus.enable_create_role_propagation TO on")
      }
      const created = yield* createRole(options, connection, cluster !== undefined)
      yield* grantAccess(role, connection)
      yield* grantTables(role, tables)
      const appendOnly = appendOnlyOf(wings)
      const [rewriter] = yield* database.run(
        findRewriter,
        appendOnly.map((name) => ({ role, name }))
      )
      if (rewriter !== undefined) {
        const { how, through } = rewriter
        return yield* refuse(
          `${role} could rewrite the history, because it ${
            through === role ? how : `is a member of ${through}, which ${how}`
          }: choose another role, or revoke this right or membership from the role or from PUBLIC`
        )
      }
      return { role, created, tables, appendOnly }
    })
  )
  const nodes = cluster?.distributed === true ? yield* checkNodes(role, granted.appendOnly) : []
  return { role, created: granted.created, tables: granted.tables, nodes } satisfies GrantedRole
})

/** Whether anything keeps the connected role from rewriting the history. */
export interface HistoryProtection {
  readonly role: string
  /** Whether the role could change or delete rows of append-only tables if there were no triggers. */
  readonly mayRewrite: boolean
  /** Whether triggers refuse to change or delete these rows. */
  readonly triggers: boolean
}

const findProtection = statement({
  input: { name: "text" },
  output: Schema.Struct({ role: Schema.String, mayRewrite: Schema.Boolean, triggers: Schema.Boolean }),
  sql: `SELECT current_user AS role,
      bool_or(EXISTS (${rewriters("current_user", "to_regclass(input.name)")})) AS may_rewrite,
      bool_and(EXISTS (SELECT 1 FROM pg_trigger t WHERE t.tgrelid = to_regclass(input.name)
        AND t.tgname = input.name || '_append_only' AND t.tgenabled IN ('O', 'A'))) AS triggers
    FROM input WHERE to_regclass(input.name) IS NOT NULL HAVING count(*) > 0`
})

/** Finds out what keeps the connected role from rewriting the history. Undefined on SQLite, or if the tables are missing. */
export const historyProtection = Effect.fn("Roles.historyProtection")(function* (
  wings: ReadonlyArray<WingMigrations>
) {
  const database = yield* Database
  if (database.dialect.name !== "postgres") return undefined
  const [found] = yield* database.run(
    findProtection,
    appendOnlyOf(wings).map((name) => ({ name }))
  )
  return found satisfies HistoryProtection | undefined
})
