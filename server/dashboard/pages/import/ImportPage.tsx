import { useEffect, useRef, useState } from "preact/hooks"
import { Button } from "../../parts/Button.tsx"
import { Failure } from "../../parts/Failure.tsx"
import { May } from "../../parts/May.tsx"
import { exact } from "../../parts/numbers.ts"
import { ButtonLink, Page } from "../../parts/Page.tsx"
import { saveCsv } from "../../parts/save.ts"
import { type Column, Table } from "../../parts/Table.tsx"
import { words } from "../../words/import.ts"
import { adjustments, awards, type Kind, members, sampleOf } from "./kinds.ts"
import { type BadLine, type ImportFile, type Line, readFile } from "./readFile.ts"
import { type Outcomes, resultOf, sendLines } from "./send.ts"

const shownLines = 5
const shownProblems = 100

const badColumns: ReadonlyArray<Column<BadLine>> = [
  { title: words.line, tight: true, cell: ({ line }) => exact(line) },
  { title: words.column, cell: ({ column }) => (column === "" ? "" : <code>{column}</code>) },
  { title: words.toFix, cell: ({ problem }) => problem }
]

const lineColumns = (names: ReadonlyArray<string>): ReadonlyArray<Column<Line>> => [
  { title: words.line, tight: true, cell: ({ number }) => exact(number) },
  ...names.map((name) => ({ title: name, cell: ({ cells }: Line) => cells[name] }))
]

/** What the file looks like, and what is wrong with it. */
const Preview = ({ file, kind }: { readonly file: ImportFile; readonly kind: Kind }) => (
  <section class="imported">
    <h2>{file.name}</h2>
    <p role="status">
      {file.bad.length > 0
        ? words.someCanBeSent(file.good.length, new Set(file.bad.map(({ line }) => line)).size)
        : words.canBeSent(file.good.length)}
      {file.ignored.length > 0 && ` ${words.notUsed(file.ignored.join(", "))}`}
    </p>
    {file.bad.length > 0 && (
      <>
        <Table
          caption={words.linesToFix}
          columns={badColumns}
          rows={file.bad.slice(0, shownProblems)}
          keyOf={({ column, line, problem }) => `${line} ${column} ${problem}`}
        />
        {file.bad.length > shownProblems && (
          <p class="quiet">{words.firstShown(shownProblems, exact(file.bad.length))}</p>
        )}
      </>
    )}
    {file.good.length > 0 && (
      <>
        <h3>{words.firstLines}</h3>
        <Table
          caption={words.firstLines}
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
  const [done, waiting, refused] = [
    countOf(outcomes, "done"),
    countOf(outcomes, "waiting"),
    countOf(outcomes, "refused")
  ]
  const name = words.resultOf(file.name.replace(/\.csv$/i, ""))
  return (
    <section class="imported" aria-label={words.sending}>
      {(isRunning || outcomes.size > 0) && (
        <>
          <progress
            max={total}
            value={outcomes.size}
            aria-label={words.sentOf(exact(outcomes.size), exact(total))}
          />
          <p role="status">
            {isDone
              ? words.allSent(done, waiting, refused)
              : words.someSent(exact(outcomes.size), exact(total), done, waiting, refused)}
          </p>
        </>
      )}
      {failure !== undefined && (
        <>
          <Failure of={failure} what={words.stopped} />
          <p class="words">{words.stoppedHint}</p>
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
            {words.stop}
          </Button>
        ) : (
          !isDone && (
            <Button onClick={() => void start()}>
              {outcomes.size > 0 || failure !== undefined ? words.goOn : kind.submit(total)}
            </Button>
          )
        )}
        {!isRunning && outcomes.size > 0 && (
          <Button kind="plain" onClick={() => saveCsv(name, resultOf(file, outcomes))}>
            {words.downloadResult}
          </Button>
        )}
      </div>
      {!isRunning && refused > 0 && <p class="quiet">{words.refusedHint}</p>}
    </section>
  )
}

const Columns = ({ kind }: { readonly kind: Kind }) => (
  <aside aria-label={words.columnsOfFile}>
    <h2>{words.columns}</h2>
    <dl class="columns">
      {kind.columns.map(({ about, name, required }) => (
        <div key={name}>
          <dt>
            <code>{name}</code>
            {required && ` ${words.required}`}
          </dt>
          <dd>{about}</dd>
        </div>
      ))}
    </dl>
    <Button kind="plain" onClick={() => saveCsv(kind.sampleName, sampleOf(kind))}>
      {words.downloadSample}
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
          aria-label={words.file}
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault()
            open(event.dataTransfer?.files[0])
          }}
        >
          <label>
            <span>{words.drop}</span>
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
            {words.fileExplained}
            {kind.operation !== "members.onboard" && ` ${words.onceExplained}`}
          </p>
        </section>
        <Columns kind={kind} />
      </div>
      {failure !== undefined && <Failure of={failure} what={words.notRead} />}
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
          {kind === awards ? words.backToAwards : words.backToMembers}
        </ButtonLink>
      </p>
    </Page>
  )
}

export const ImportMembersPage = () => <ImportPage kind={members} />
export const ImportAwardsPage = () => <ImportPage kind={awards} />
export const ImportAdjustmentsPage = () => <ImportPage kind={adjustments} />
