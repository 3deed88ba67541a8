/** An output: a terminal, a pipe or a file. */
export interface Sink {
  readonly isTerminal: boolean
  /** Resolves when more can be written. */
  readonly write: (text: string) => Promise<void>
}

export interface Progress {
  readonly at: (done: number, total: number | undefined, note?: string) => void
  readonly end: () => void
}

/** Refuses an array: a list has its own form. */
type NotArray<A> = A & (A extends ReadonlyArray<unknown> ? never : object)

export interface Page<A> {
  readonly data: ReadonlyArray<A>
  /** True if more items follow. */
  readonly hasMore: boolean
}

/** Data goes to stdout, everything else to stderr. Colours and progress bars are used only on terminals. */
export interface Terminal {
  /** Writes a line of data. */
  readonly out: (text: string) => Promise<void>
  /** Writes data without a line end. */
  readonly data: (text: string) => Promise<void>
  readonly note: (text: string) => void
  /** The result: an object of JSON with `--json`, otherwise lines for people. */
  readonly result: <A>(value: NotArray<A>, lines: ReadonlyArray<string>) => Promise<void>
  /** An item of a list without an end: with `--json` a line of JSON, otherwise lines for people. */
  readonly item: <A>(value: NotArray<A>, lines: ReadonlyArray<string>) => Promise<void>
  /** A list: with `--json` its page, which has the same form for all lists, otherwise the lines of its items. */
  readonly list: <A>(page: Page<A>, linesOf: (item: A) => string) => Promise<void>
  readonly progress: (what: string) => Progress
  /** For stdout. */
  readonly bold: (text: string) => string
  /** For stderr. */
  readonly red: (text: string) => string
}

const width = 24
/** Milliseconds between two drawings of a bar. */
const pause = 100

const barOf = (done: number, total: number): string => {
  const full = Math.min(width, Math.floor((width * done) / Math.max(1, total)))
  return `[${"=".repeat(full)}${" ".repeat(width - full)}] ${Math.floor((100 * done) / Math.max(1, total))} %`
}

const numbers = new Intl.NumberFormat("en")
export const grouped = (number: number): string => numbers.format(number)

const makeProgress = (sink: Sink, what: string): Progress => {
  if (!sink.isTerminal) return { at: () => {}, end: () => {} }
  let drawn = 0
  const draw = (line: string): void => void sink.write(`\r\u001b[2K${line}`)
  return {
    at: (done, total, note = "") => {
      const now = performance.now()
      if (now - drawn < pause && done !== total) return
      drawn = now
      draw([what, total === undefined ? grouped(done) : barOf(done, total), note].filter(Boolean).join(" "))
    },
    end: () => draw("")
  }
}

export interface TerminalOptions {
  readonly out: Sink
  readonly err: Sink
  readonly json: boolean
  /** False turns off colours on terminals too. */
  readonly color: boolean
}

export const makeTerminal = ({ color, err, json, out }: TerminalOptions): Terminal => {
  const styled = (sink: Sink, code: number) => (text: string) =>
    color && sink.isTerminal ? `\u001b[${code}m${text}\u001b[0m` : text
  const result: Terminal["result"] = async (value, lines) => {
    if (json) await out.write(`${JSON.stringify(value, null, 2)}\n`)
    else if (lines.length > 0) await out.write(`${lines.join("\n")}\n`)
  }
  return {
    out: (text) => out.write(`${text}\n`),
    data: out.write,
    note: (text) => void err.write(`${text}\n`),
    result,
    item: (value, lines) => out.write(`${json ? JSON.stringify(value) : lines.join("\n")}\n`),
    list: (page, linesOf) => result(page, page.data.map(linesOf)),
    progress: (what) => makeProgress(err, what),
    bold: styled(out, 1),
    red: styled(err, 31)
  }
}
