import { useEffect, useRef, useState } from "preact/hooks"
import { Button } from "../../parts/Button.tsx"
import { Failure } from "../../parts/Failure.tsx"
import { May } from "../../parts/May.tsx"
import { counted, exact } from "../../parts/numbers.ts"
import { ButtonLink, Page } from "../../parts/Page.tsx"
import { saveCsv } from "../../parts/save.ts"
import { type Column, Table } from "../../parts/Table.tsx"
import { adjustments, awards, type Kind, members, sampleOf } from "./kinds.ts"
import { type BadLine, type ImportFile, type Line, readFile } from "./readFile.ts"
import { type Outcomes, resultOf, sendLines } from "./send.ts"

const shownLines = 5
const shownProblems = 100

const badColumns: ReadonlyArray<Column<BadLine>> = [
  { title: "Line", tight: true, cell: ({ line }) => exact(line) },
  { title: "Column", cell: ({ column }) => (column === "" ? "" : <code>{column}</code>) },
  { title: "What to fix", cell: ({ problem }) => problem }
]

const lineColumns = (names: ReadonlyArray<string>): ReadonlyArray<Column<Line>> => [
  { title: "Line", tight: true, cell: ({ number }) => exact(number) },
  ...names.map((name) => ({ title: name, cell: ({ cells }: Line) => cells[name] }))
]

/** What the file looks like, and what is wrong with it. */
const Preview = ({ file, kind }: { readonly file: ImportFile; readonly kind: Kind }) => (
  <section class="imported">
    <h2>{file.name}</h2>
    <p role="status">
      {counted(file.good.length, "line")} can be sent
      {file.bad.length > 0 && `, ${counted(new Set(file.bad.map(({ line }) => line)).size, "line")} cannot`}.
      {file.ignored.length > 0 && ` Not used: ${file.ignored.join(", ")}.`}
    </p>
    {file.bad.length > 0 && (
      <>
        <Table
          caption="Lines to fix"
          columns={badColumns}
          rows={file.bad.slice(0, shownProblems)}
          keyOf={({ column, line, problem }) => `${line} ${column} ${problem}`}
        />
        {file.bad.length > shownProblems && (
          <p class="quiet">
            The first {shownProblems} of {exact(file.bad.length)} are shown. The result has all of them.
          </p>
        )}
      </>
    )}
    {file.good.length > 0 && (
      <>
        <h3>First lines</h3>
        <Table
          caption="First lines"
          columns={lineColumns(file.columns)}
          rows={file.good.slice(0, shownLines)}
          keyOf={({ number }) => String(number)}
        />
        <p class="say">{kind.consequence(file.good.map(({ cells }) => cells))}</p>
      </>
    )}
  </section>
)

const countOf = (outcomes: Outcomes, state: string): number =>
  Array.from(outcomes.values()).filter((outcome) => outcome.state === state).length

interface SendingProps {
  readonly kind: Kind
  readonly file: ImportFile
  readonly onStart: () => void
}

/** Sends the good lines, shows how far it is, stops and goes on, and offers the result. */
const Sending = ({ file, kind, onStart }: SendingProps) => {
  const [outcomes, setOutcomes] = useState<Outcomes>(new Map())
  const [isRunning, setRunning] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const stopped = useRef(false)
  const cancel = useRef(new AbortController())

  // A page that is left sends no more. What was sent has its keys, so the same file can be sent again.
  useEffect(() => () => cancel.current.abort(), [])
  useEffect(() => {
    if (!isRunning) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener("beforeunload", ask)
    return () => removeEventListener("beforeunload", ask)
  }, [isRunning])

  const start = async () => {
    stopped.current = false
    setFailure(undefined)
    setRunning(true)
    onStart()
    try {
      await sendLines(kind, file, outcomes, {
        isStopped: () => stopped.current || cancel.current.signal.aborted,
        onPart: setOutcomes,
        signal: cancel.current.signal
      })
    } catch (error) {
      if (!cancel.current.signal.aborted) setFailure(error)
    }
    setRunning(false)
  }

  const total = file.good.length
  const isDone = outcomes.size === total
  const [waiting, refused] = [countOf(outcomes, "waiting"), countOf(outcomes, "refused")]
  const name = `${file.name.replace(/\.csv$/i, "")}-result.csv`
  return (
    <section class="imported" aria-label="Sending">
      {(isRunning || outcomes.size > 0) && (
        <>
          <progress
            max={total}
            value={outcomes.size}
            aria-label={`${exact(outcomes.size)} of ${exact(total)} sent`}
          />
          <p role="status">
            {isDone ? "All lines are sent" : `${exact(outcomes.size)} of ${exact(total)} lines are sent`}:{" "}
            {exact(countOf(outcomes, "done"))} done
            {waiting > 0 && `, ${exact(waiting)} wait for approval`}
            {refused > 0 && `, ${exact(refused)} refused`}.
          </p>
        </>
      )}
      {failure !== undefined && (
        <>
          <Failure of={failure} what="The import stopped" />
          <p class="words">Go on to send the rest. A line that did arrive has no second effect.</p>
        </>
      )}
      <div class="actions">
        {isRunning ? (
          <Button
            kind="plain"
            onClick={() => {
              stopped.current = true
            }}
          >
            Stop
          </Button>
        ) : (
          !isDone && (
            <Button onClick={() => void start()}>
              {outcomes.size > 0 || failure !== undefined ? "Go on" : kind.submit(total)}
            </Button>
          )
        )}
        {!isRunning && outcomes.size > 0 && (
          <Button kind="plain" onClick={() => saveCsv(name, resultOf(file, outcomes))}>
            Download the result
          </Button>
        )}
      </div>
      {!isRunning && refused > 0 && (
        <p class="quiet">
          The result says of each line why it was refused. Send only those lines again, in a new file.
        </p>
      )}
    </section>
  )
}

const Columns = ({ kind }: { readonly kind: Kind }) => (
  <aside aria-label="Columns of the file">
    <h2>Columns</h2>
    <dl class="columns">
      {kind.columns.map(({ about, name, required }) => (
        <div key={name}>
          <dt>
            <code>{name}</code>
            {required && " (required)"}
          </dt>
          <dd>{about}</dd>
        </div>
      ))}
    </dl>
    <Button kind="plain" onClick={() => saveCsv(`${kind.nouns[1]}-sample.csv`, sampleOf(kind))}>
      Download a sample
    </Button>
  </aside>
)

const ImportPage = ({ kind }: { readonly kind: Kind }) => {
  const [file, setFile] = useState<ImportFile>()
  const [failure, setFailure] = useState<unknown>()
  const [isSending, setSending] = useState(false)

  const open = (chosen: File | undefined) => {
    if (chosen === undefined) return
    setFailure(undefined)
    setSending(false)
    setFile(undefined)
    readFile(kind, chosen).then(setFile, setFailure)
  }

  return (
    <Page title={kind.title}>
      <div class="beside">
        <section
          class="drop"
          aria-label="File"
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault()
            open(event.dataTransfer?.files[0])
          }}
        >
          <label>
            <span>Drop a CSV file here, or choose one</span>
            <input
              type="file"
              name="file"
              accept=".csv,text/csv"
              onChange={({ currentTarget }) => {
                open(currentTarget.files?.[0])
                // The same file can be chosen again after it was changed.
                currentTarget.value = ""
              }}
            />
          </label>
          <p class="quiet">
            UTF-8, at most 5 MB and 20,000 lines, with commas, semicolons or tabs. Nothing is sent before you
            say so.
            {kind.operation !== "members.onboard" &&
              " Each line of a file takes effect once, also if you send the same file again. A file that was changed is another file."}
          </p>
        </section>
        <Columns kind={kind} />
      </div>
      {failure !== undefined && <Failure of={failure} what="The file could not be read" />}
      {file && (
        <>
          {!isSending && <Preview file={file} kind={kind} />}
          {file.good.length > 0 && (
            <May call={kind.operation}>
              <Sending key={file.digest} file={file} kind={kind} onStart={() => setSending(true)} />
            </May>
          )}
        </>
      )}
      <p>
        <ButtonLink to={kind === awards ? "/awards" : "/members"} kind="plain">
          Back to {kind === awards ? "awards" : "members"}
        </ButtonLink>
      </p>
    </Page>
  )
}

export const ImportMembersPage = () => <ImportPage kind={members} />
export const ImportAwardsPage = () => <ImportPage kind={awards} />
export const ImportAdjustmentsPage = () => <ImportPage kind={adjustments} />
