import type { PgResult } from "./connection.ts"

export interface Request {
  readonly text: string
  readonly parameters: ReadonlyArray<unknown>
  /** The name under which the statement stays prepared, if it does. */
  readonly name?: string | undefined
}

/** What we use of a `pg.Connection`: the messages of the protocol, one by one, and what `pg` knows to be prepared. */
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

/** What we use of a `pg.Client` besides its own queries. */
export interface BatchClient {
  readonly connection: Wire
  /** How a text that the server sends becomes a value. */
  getTypeParser(type: number): (text: string) => unknown
  query(batch: BatchQuery): void
}

const has = (value: unknown, methods: ReadonlyArray<string>): value is object =>
  typeof value === "object" &&
  value !== null &&
  methods.every((method) => typeof Reflect.get(value, method) === "function")

/** A host's client may be anything that answers queries. In its pipeline mode, that of `pg` takes none but its own. */
export const takesBatches = <Client extends object>(client: Client): client is Client & BatchClient => {
  const connection: unknown = Reflect.get(client, "connection")
  return (
    has(client, ["getTypeParser"]) &&
    has(connection, ["parse", "bind", "describe", "execute", "sync", "sendCopyFail", "on", "off"]) &&
    typeof Reflect.get(connection, "parsedStatements") === "object" &&
    Reflect.get(client, "pipeline") !== true
  )
}

/** The columns that a statement answers with. */
type Shape = ReadonlyArray<{ readonly name: string; readonly parse: (text: string) => unknown }>

const noColumns: Shape = []

/** By connection, the shapes of statements that stay prepared there: the server is asked for each once. */
const shapes = new WeakMap<Wire, Map<string, Shape>>()

const shapesOf = (wire: Wire): Map<string, Shape> => {
  const known = shapes.get(wire) ?? new Map<string, Shape>()
  shapes.set(wire, known)
  return known
}

/** Values as the server reads them. Those of a batch are plain, or lists of what is plain. */
const textOf = (value: unknown): string | null => {
  if (value === null || value === undefined) return null
  return Array.isArray(value) ? `{${value.map(elementOf).join(",")}}` : String(value)
}

const elementOf = (value: unknown): string => {
  if (value === null || value === undefined) return "NULL"
  return typeof value === "string" ? `"${value.replace(/["\\]/g, "\\$&")}"` : String(value)
}

type Callback = (error: Error | null, results: ReadonlyArray<PgResult>) => void

/**
 * Several statements that `pg` takes for one: they go out together with a single Sync behind them, so the server answers
 * once, when all are done, and its answer wakes us once. From the first that fails on it does none of them. Outside of a
 * transaction that makes them one.
 */
export class BatchQuery {
  /** `pg` may put itself before it, to give up after a time. */
  callback: Callback
  readonly #client: BatchClient
  readonly #requests: ReadonlyArray<Request & { readonly values: ReadonlyArray<string | null> }>
  readonly #shapes: Map<string, Shape>
  readonly #results: Array<PgResult> = []
  /** The statements that the server is to prepare, until it says so. */
  readonly #preparing: Array<Request> = []
  #shape = noColumns
  #rows: Array<object> = []
  /** Why a row could not be read, which is told when all are there. */
  #unreadable: Error | null = null

  constructor(client: BatchClient, requests: ReadonlyArray<Request>, callback: Callback) {
    this.#client = client
    // Here, where nothing has been sent: what cannot be written must not end a message in the middle.
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

  /** What is prepared stays so, whatever becomes of the rest. */
  readonly #onPrepared = () => {
    const { name, text = "" } = this.#preparing.shift() ?? {}
    if (name !== undefined) this.#client.connection.parsedStatements[name] = text
  }

  get #name(): string | undefined {
    return this.#requests[this.#results.length]?.name
  }

  /** The next answer is that of the next statement. */
  #expect(): void {
    this.#shape = this.#shapes.get(this.#name ?? "") ?? noColumns
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
      for (const [index, { name, parse }] of this.#shape.entries()) {
        const text = fields[index] ?? null
        row[name] = text === null ? null : parse(text)
      }
    } catch (error) {
      this.#unreadable ??= error instanceof Error ? error : new Error(String(error))
    }
    this.#rows.push(row)
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    if (this.#name !== undefined) this.#shapes.set(this.#name, this.#shape)
    this.#results.push({ command: text.split(" ", 1)[0] ?? "", rows: this.#rows })
    this.#expect()
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: "" })
  }

  handleReadyForQuery(): void {
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
