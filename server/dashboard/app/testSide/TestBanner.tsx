import { useEffect, useState } from "preact/hooks"
import { messageOf, side } from "../../api.ts"
import { Field } from "../../parts/Field.tsx"
import { Confirm, FormDialog } from "../../parts/FormDialog.tsx"
import { useForm } from "../../parts/form.tsx"
import { momentWords } from "../../parts/moments.ts"
import { toast } from "../../parts/Toasts.tsx"
import { app } from "../../words/common.ts"
import { may } from "../permissions.ts"
import {
  clockOf,
  emptyTestSide,
  monthAfter,
  moveClock,
  readTestSide,
  shownTestSide,
  switchSide
} from "./testSide.ts"

const report = (error: unknown): void => toast(messageOf(error))

const move = (to: Parameters<typeof moveClock>[0]) => (): void => void moveClock(to).catch(report)

const ClockDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const form = useForm({
    initial: { at: "" },
    check: ({ at }) => (at === "" ? { at: "is required" } : {}),
    send: async ({ at }) => {
      await moveClock({ at: new Date(at).toISOString() })
      onClose()
    }
  })
  return (
    <FormDialog title={app.testSide.setClock} submit={app.testSide.setClock} form={form} onClose={onClose}>
      <p>{app.testSide.onlyForward}</p>
      <Field label={app.testSide.time} {...form.field("at")} type="datetime-local" />
    </FormDialog>
  )
}

const EmptyDialog = ({ onClose }: { readonly onClose: () => void }) => (
  <Confirm title={app.testSide.asksEmpty} verb={app.testSide.empty} run={emptyTestSide} onClose={onClose}>
    <p>{app.testSide.emptied}</p>
  </Confirm>
)

/** Says on every page of the test side that it is one, shows its clock, and moves it. */
export const TestBanner = () => {
  const [dialog, setDialog] = useState<"clock" | "empty" | undefined>(undefined)
  const [, setTicks] = useState(0)
  useEffect(() => {
    if (side.value !== "test") return
    readTestSide().catch(report)
    const timer = setInterval(() => setTicks((ticks) => ticks + 1), 30_000)
    return () => clearInterval(timer)
  }, [])
  if (side.value !== "test") return null
  const found = shownTestSide.value
  const now = found && clockOf(found)
  const close = () => setDialog(undefined)
  return (
    <section class="test-banner" aria-label={app.testSide.title}>
      <p>
        <b>{app.testSide.title}</b> {app.testSide.notReal}
        {now && (
          <>
            {" "}
            {app.testSide.clockShows(
              <time dateTime={now.toISOString()}>{momentWords(now.getTime(), 0)}</time>
            )}
          </>
        )}
      </p>
      {now && may("testSide.clock") && (
        <div>
          <button type="button" class="link" onClick={move({ days: 1 })}>
            {app.testSide.dayOn}
          </button>
          <button type="button" class="link" onClick={move({ days: 7 })}>
            {app.testSide.weekOn}
          </button>
          <button type="button" class="link" onClick={move({ at: monthAfter(now).toISOString() })}>
            {app.testSide.monthOn}
          </button>
          <button type="button" class="link" onClick={() => setDialog("clock")}>
            {app.testSide.setClockDialog}
          </button>
          <button type="button" class="link" onClick={() => setDialog("empty")}>
            {app.testSide.emptyDialog}
          </button>
        </div>
      )}
      <button type="button" class="link" onClick={() => void switchSide()}>
        {app.testSide.showLive}
      </button>
      {dialog === "clock" && <ClockDialog onClose={close} />}
      {dialog === "empty" && <EmptyDialog onClose={close} />}
    </section>
  )
}
