import { createHash } from "node:crypto"
import { meaningOf } from "../../sql/Codes.ts"
import type { Request } from "../../sql/Connections.ts"

export interface PgResult {
  readonly command: string
  readonly rows: Array<object>
}

export interface Prepared {
  /** Returns the name under which a statement is prepared; undefined if it is sent without a name. */
  readonly nameOf: (text: string) => string | undefined
  /**
   * Returns whether a statement failed because its prepared form is missing or outdated on the server, or its name is taken. Such a
   * statement has changed nothing. After the first such error, the pool stops preparing statements.
   */
  readonly isLost: (error: Error) => boolean
}

export const unprepared: Prepared = { nameOf: () => undefined, isLost: () => false }

/** Makes the `Prepared` of a pool. `onLoss` is called when the pool stops preparing statements. */
export const makePrepared = (onLoss: () => void): Prepared => {
  let preparing = true
  const names = new Map<string, string>()
  return {
    nameOf: (text) => (preparing ? nameOf(text, names) : undefined),
    isLost: (error) => {
      if (meaningOf(error) !== "unprepared") return false
      if (preparing) onLoss()
      preparing = false
      return true
    }
  }
}

/**
 * The largest number of statements of a pool that get a name. The library has fewer. A host can send any number of different statements,
 * and each prepared statement takes memory on the server.
 */
const maxNames = 1000

/** Returns the name of a statement, which is a hash of its text. So a name identifies the same statement in every process. */
const nameOf = (text: string, names: Map<string, string>): string | undefined => {
  const known = names.get(text)
  if (known !== undefined || names.size >= maxNames) return known
  const name = `rewards_${createHash("sha256").update(text).digest("hex").slice(0, 32)}`
  names.set(text, name)
  return name
}

interface NamedRequest extends Request {
  /** The server parses a statement without a name each time it is sent. */
  readonly name: string | undefined
}

/** The part of a `pg.Connection` that a batch uses. `pg` does not document these members: see `takesBatches`. */
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

export interface BatchClient {
  readonly connection: Wire
  /** Returns a function that parses the text of a value of this type. */
  getTypeParser(type: number): (text: string) => unknown
  query(batch: BatchQuery): void
}

const has = (value: unknown, methods: ReadonlyArray<string>): value is object =>
  typeof value === "object" &&
  value !== null &&
  methods.every((method) => typeof Reflect.get(value, method) === "function")

/**
 * Returns whether a client is a `pg.Client` with the members that a batch needs, and without the option `pipeline`. `pg` does not document
 * these members, nor the `handle…` methods that it calls on a query. test/drivers/postgres-batch.test.ts fails if a new version of
 * `pg` changes them. Any other client gets its statements one after the other.
 *
 * The option `pipeline` does not replace batches. With it, `pg` sends a Sync after every statement, so the statements after a failed
 * BEGIN would run without a transaction.
 */
export const takesBatches = <Client extends object>(client: Client): client is Client & BatchClient => {
  const takes = checked.get(client) ?? isBatchClient(client)
  checked.set(client, takes)
  return takes
}

/** The clients that `takesBatches` has checked, with the results. */
const checked = new WeakMap<object, boolean>()

const isBatchClient = (client: object): boolean => {
  const connection: unknown = Reflect.get(client, "connection")
  return (
    has(client, ["getTypeParser"]) &&
    has(connection, ["parse", "bind", "describe", "execute", "sync", "sendCopyFail", "on", "off"]) &&
    typeof Reflect.get(connection, "parsedStatements") === "object" &&
    Reflect.get(client, "pipeline") !== true
  )
}

/** The columns of an answer. `parse` converts a value from text. */
type Shape = ReadonlyArray<{ readonly name: string; readonly parse: (text: string) => unknown }>

const noColumns: Shape = []

/** For each connection, the columns of its prepared statements by name. A batch asks the server only once to describe such a statement. */
const shapes = new WeakMap<Wire, Map<string, Shape>>()

const shapesOf = (wire: Wire): Map<string, Shape> => {
  const known = shapes.get(wire) ?? new Map<string, Shape>()
  shapes.set(wire, known)
  return known
}

/** Writes a parameter in PostgreSQL's text format. */
const textOf = (value: unknown): string | null => {
  if (value === null) return null
  return Array.isArray(value) ? `{${value.map(elementOf).join(",")}}` : plain(value)
}

const elementOf = (value: unknown): string => {
  if (value === null) return "NULL"
  return typeof value === "string" ? quoted(value) : plain(value)
}

const special = /["\\]/g
const printable = /^[ -~]*$/

/** Writes a text as an element of an array. JSON writes texts of printable ASCII in the same form, and faster than `replace`. */
export const quoted = (text: string): string => {
  if (!text.includes('"') && !text.includes("\\")) return `"${text}"`
  return printable.test(text) ? JSON.stringify(text) : `"${text.replace(special, "\\$&")}"`
}

const plain = (value: unknown): string => {
  if (typeof value === "string") return value
  if (typeof value === "number" || typeof value === "boolean" || typeof value === "bigint")
    return String(value)
  throw new TypeError(`a batch cannot send a value of type ${typeof value}`)
}

type Callback = (error: Error | null, results: ReadonlyArray<PgResult>) => void

/**
 * Several statements that `pg` treats as one query. They are sent together, with a single Sync at the end. If a statement fails, the
 * server skips the later ones. Outside of a transaction, it also rolls back the earlier ones.
 */
export class BatchQuery {
  /** Public, because `pg` replaces it if the client has a `query_timeout`. */
  callback: Callback
  readonly #client: BatchClient
  readonly #requests: ReadonlyArray<NamedRequest & { readonly values: ReadonlyArray<string | null> }>
  readonly #shapes: Map<string, Shape>
  readonly #results: Array<PgResult> = []
  /** The statements that the server was asked to prepare, and has not confirmed yet, in order. */
  readonly #preparing: Array<NamedRequest> = []
  #shape = noColumns
  #rows: Array<object> = []
  /** The first error while an answer was read. It is reported when the connection is ready again. */
  #unreadable: Error | null = null

  constructor(client: BatchClient, requests: ReadonlyArray<NamedRequest>, callback: Callback) {
    this.#client = client
    // Throws for a value of an unsupported type, before anything is sent.
    this.#requests = requests.map((request) => ({ ...request, values: request.parameters.map(textOf) }))
    this.#shapes = shapesOf(client.connection)
    this.callback = callback
  }

  /** Sends the statements. `pg` calls this method when the earlier queries of the connection have ended. */
  submit(wire: Wire): Error | null {
    const isPrepared = (name: string) =>
      wire.parsedStatements[name] !== undefined || this.#preparing.some((request) => request.name === name)
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
    // The answers arrive in a later turn of the event loop, so it is not too late to add a listener.
    if (this.#preparing.length > 0) wire.on("parseComplete", this.#onPrepared)
    this.#expect()
    return null
  }

  /** Remembers a prepared statement at once, because it stays prepared even if the batch fails later. */
  readonly #onPrepared = () => {
    const request = this.#preparing.shift()
    if (request === undefined) return this.#misread("it prepared a statement that was not sent")
    if (request.name !== undefined) this.#client.connection.parsedStatements[request.name] = request.text
  }

  #misread(problem: string): void {
    this.#unreadable ??= new Error(`PostgreSQL sent an unexpected answer to a batch: ${problem}`)
  }

  /** The name of the statement whose answer is read next. */
  get #name(): string | undefined {
    return this.#requests[this.#results.length]?.name
  }

  /** Resets the state for the answer to the next statement. The columns of a named statement may be known already. */
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
      let index = 0
      for (const { name, parse } of this.#shape) {
        const text = fields[index++]
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
    if (answers !== requests) this.#misread(`it has ${answers} results of ${requests} statements`)
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
