import { createHash } from "node:crypto"
import { meaningOf } from "../../sql/Codes.ts"
import type { Request } from "../../sql/Connections.ts"

export interface PgResult {
  readonly command: string
  readonly rows: Array<object>
}

/** The names under which the statements of a pool stay prepared on the server. */
export interface Prepared {
  /** The name of a statement. Undefined: it is not prepared. */
  readonly nameOf: (text: string) => string | undefined
  /**
   * Whether a statement failed only because the server does not have it prepared, and so has run nothing. The cause is a
   * pooler that gives each transaction another connection to the server, or a table whose columns have changed. From then on
   * the pool prepares nothing.
   */
  readonly isLost: (error: Error) => boolean
}

export const unprepared: Prepared = { nameOf: () => undefined, isLost: () => false }

export const makePrepared = (onLoss: () => void): Prepared => {
  let preparing = true
  return {
    nameOf: (text) => (preparing ? nameOf(text) : undefined),
    isLost: (error) => {
      if (meaningOf(error) !== "unprepared") return false
      if (preparing) onLoss()
      preparing = false
      return true
    }
  }
}

/**
 * A name is a hash of the text, so that a name means the same statement in every process. The library has a bounded number of texts,
 * but a host can build any number, and they must not fill the server's memory.
 */
const maxNames = 500
const names = new Map<string, string>()

const nameOf = (text: string): string | undefined => {
  const known = names.get(text)
  if (known !== undefined || names.size >= maxNames) return known
  const name = `rewards_${createHash("sha256").update(text).digest("hex").slice(0, 32)}`
  names.set(text, name)
  return name
}

interface NamedRequest extends Request {
  /** The name under which the statement stays prepared. Without one, the server forgets it after the batch. */
  readonly name: string | undefined
}

/**
 * The part of a `pg.Connection` that we use: the messages of the protocol, and the statements that `pg` knows to be
 * prepared. None of it is documented by `pg`; see `takesBatches`.
 */
interface Wire {
  readonly parsedStatements: Record<string, string>
  readonly stream: { cork?(): void; uncork?(): void }
  parse(statement: { name?: string | undefined; text: string }): void
  bind(portal: { statement?: string | undefined; values: ReadonlyArray<string | null> }): void
  describe(what: { type: "P" }): void
  execute(): void
  sync(): void
  sendCopyFail(reason: string): void
  on(event: "parseComplete", listener: () => void): unknown
  off(event: "parseComplete", listener: () => void): unknown
}

/** The part of a `pg.Client` that a batch uses. */
export interface BatchClient {
  readonly connection: Wire
  /** Returns the function that turns a text from the server into a value of the type. */
  getTypeParser(type: number): (text: string) => unknown
  query(batch: BatchQuery): void
}

const has = (value: unknown, methods: ReadonlyArray<string>): value is object =>
  typeof value === "object" &&
  value !== null &&
  methods.every((method) => typeof Reflect.get(value, method) === "function")

/**
 * Whether a client is that of `pg`, with the parts that a batch relies on. `pg` does not document them: `client.connection`
 * with its methods for single messages, `connection.parsedStatements`, `connection.stream`, and the `handle…` methods that
 * `client.query` calls on an object with a `submit` method. test/drivers/postgres-batch.test.ts fails when a new `pg` changes
 * them. For any other client, statements are sent one after the other.
 *
 * The `pipeline` option of `pg` 8.23.1 needs none of this and is as fast, but takes up to 28 % more CPU time for an award. It also
 * ends every statement with a Sync of its own, so those behind a failed BEGIN run without a transaction; it does not close a
 * connection whose query stays unanswered; and a host cannot use cursors on a pool that has it turned on.
 */
export const takesBatches = <Client extends object>(client: Client): client is Client & BatchClient => {
  const connection: unknown = Reflect.get(client, "connection")
  return (
    has(client, ["getTypeParser"]) &&
    has(connection, ["parse", "bind", "describe", "execute", "sync", "sendCopyFail", "on", "off"]) &&
    typeof Reflect.get(connection, "parsedStatements") === "object" &&
    Reflect.get(client, "pipeline") !== true
  )
}

/** The columns of the rows that a statement returns. */
type Shape = ReadonlyArray<{ readonly name: string; readonly parse: (text: string) => unknown }>

const noColumns: Shape = []

/** The columns of the statements that are prepared on a connection. The server is asked for them once. */
const shapes = new WeakMap<Wire, Map<string, Shape>>()

const shapesOf = (wire: Wire): Map<string, Shape> => {
  const known = shapes.get(wire) ?? new Map<string, Shape>()
  shapes.set(wire, known)
  return known
}

/** Writes a parameter as PostgreSQL reads it. Statements have plain values and arrays of plain values, and no others. */
const textOf = (value: unknown): string | null => {
  if (value === null) return null
  return Array.isArray(value) ? `{${value.map(elementOf).join(",")}}` : plain(value)
}

const elementOf = (value: unknown): string => {
  if (value === null) return "NULL"
  return typeof value === "string" ? `"${value.replace(/["\\]/g, "\\$&")}"` : plain(value)
}

const plain = (value: unknown): string => {
  if (typeof value === "string") return value
  if (typeof value === "number" || typeof value === "boolean" || typeof value === "bigint")
    return String(value)
  throw new TypeError(`a batch cannot send a value of type ${typeof value}`)
}

type Callback = (error: Error | null, results: ReadonlyArray<PgResult>) => void

/**
 * Several statements in the form of one query of `pg`. All are sent with a single Sync behind them, so the server answers
 * once, when all are done. It runs no statement behind the first that fails, and, outside of a transaction, undoes those
 * before it.
 */
export class BatchQuery {
  /** Not private: `pg` replaces it when the client has a `query_timeout`. */
  callback: Callback
  readonly #client: BatchClient
  readonly #requests: ReadonlyArray<NamedRequest & { readonly values: ReadonlyArray<string | null> }>
  readonly #shapes: Map<string, Shape>
  readonly #results: Array<PgResult> = []
  /** The statements that the server has not confirmed as prepared yet, in their order. */
  readonly #preparing: Array<NamedRequest> = []
  #shape = noColumns
  #rows: Array<object> = []
  /** Why a row could not be read. It is reported after the last message, when the connection is ready again. */
  #unreadable: Error | null = null

  constructor(client: BatchClient, requests: ReadonlyArray<NamedRequest>, callback: Callback) {
    this.#client = client
    // A value that cannot be written throws here, before the first message is sent.
    this.#requests = requests.map((request) => ({ ...request, values: request.parameters.map(textOf) }))
    this.#shapes = shapesOf(client.connection)
    this.callback = callback
  }

  submit(wire: Wire): Error | null {
    const isPrepared = (name: string) =>
      wire.parsedStatements[name] !== undefined || this.#preparing.some((request) => request.name === name)
    wire.on("parseComplete", this.#onPrepared)
    wire.stream.cork?.()
    try {
      for (const request of this.#requests) {
        const { name, text, values } = request
        if (name === undefined || !isPrepared(name)) {
          this.#preparing.push(request)
          wire.parse({ name, text })
        }
        wire.bind({ statement: name, values })
        if (name === undefined || !this.#shapes.has(name)) wire.describe({ type: "P" })
        wire.execute()
      }
      wire.sync()
    } finally {
      wire.stream.uncork?.()
    }
    this.#expect()
    return null
  }

  /** A prepared statement stays prepared even when the batch fails afterwards. */
  readonly #onPrepared = () => {
    const request = this.#preparing.shift()
    if (request === undefined) return this.#misread("it prepared a statement that was not sent")
    if (request.name !== undefined) this.#client.connection.parsedStatements[request.name] = request.text
  }

  #misread(what: string): void {
    this.#unreadable ??= new Error(`PostgreSQL answered a batch wrongly: ${what}`)
  }

  get #name(): string | undefined {
    return this.#requests[this.#results.length]?.name
  }

  /** Prepares to read the answer to the next statement. Until the server describes its columns, it has none. */
  #expect(): void {
    const name = this.#name
    this.#shape = (name === undefined ? undefined : this.#shapes.get(name)) ?? noColumns
    this.#rows = []
  }

  handleRowDescription(message: {
    readonly fields: ReadonlyArray<{ readonly name: string; readonly dataTypeID: number }>
  }): void {
    this.#shape = message.fields.map(({ name, dataTypeID }) => ({
      name,
      parse: this.#client.getTypeParser(dataTypeID)
    }))
  }

  handleDataRow({ fields }: { readonly fields: ReadonlyArray<string | null> }): void {
    const row: Record<string, unknown> = {}
    try {
      if (fields.length !== this.#shape.length) this.#misread("a row does not have the described columns")
      for (const [index, { name, parse }] of this.#shape.entries()) {
        const text = fields[index]
        row[name] = typeof text === "string" ? parse(text) : null
      }
    } catch (error) {
      this.#unreadable ??= error instanceof Error ? error : new Error(String(error))
    }
    this.#rows.push(row)
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    if (this.#name !== undefined) this.#shapes.set(this.#name, this.#shape)
    this.#results.push({ command: text.replace(/ .*$/, ""), rows: this.#rows })
    this.#expect()
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: "" })
  }

  handleReadyForQuery(): void {
    const [answers, requests] = [this.#results.length, this.#requests.length]
    if (answers !== requests) this.#misread(`${answers} answers to ${requests} statements`)
    this.#finish(this.#unreadable)
  }

  handleError(error: Error): void {
    this.#finish(error)
  }

  #finish(error: Error | null): void {
    this.#client.connection.off("parseComplete", this.#onPrepared)
    this.callback(error, this.#results)
  }

  handleCopyInResponse(wire: Wire): void {
    wire.sendCopyFail("a batch has nothing to copy")
  }

  handleCopyData(): void {}
  handlePortalSuspended(): void {}
}
