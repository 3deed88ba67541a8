import { useEffect, useState } from "preact/hooks"
import { messageOf, side } from "../../api.ts"
import { Field } from "../../parts/Field.tsx"
import { Confirm, FormDialog } from "../../parts/FormDialog.tsx"
import { useForm } from "../../parts/form.tsx"
import { momentWords } from "../../parts/moments.ts"
import { toast } from "../../parts/Toasts.tsx"
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
    <FormDialog title="Set the clock" submit="Set the clock" form={form} onClose={onClose}>
      <p>It moves forward only, until the test side is emptied.</p>
      <Field label="Time" {...form.field("at")} type="datetime-local" />
    </FormDialog>
  )
}

const EmptyDialog = ({ onClose }: { readonly onClose: () => void }) => (
  <Confirm title="Empty the test side?" verb="Empty" run={emptyTestSide} onClose={onClose}>
    <p>
      Its rules, members, coins, API keys and webhooks go, and its clock shows the real time again. This
      cannot be undone. The live side is not touched.
    </p>
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
    <section class="test-banner" aria-label="Test side">
      <p>
        <b>Test side</b> Nothing here is real.
        {now && (
          <>
            {" "}
            The clock shows <time dateTime={now.toISOString()}>{momentWords(now.getTime(), 0)}</time>.
          </>
        )}
      </p>
      {now && may("testSide.clock") && (
        <div>
          <button type="button" class="link" onClick={move({ days: 1 })}>
            A day on
          </button>
          <button type="button" class="link" onClick={move({ days: 7 })}>
            A week on
          </button>
          <button type="button" class="link" onClick={move({ at: monthAfter(now).toISOString() })}>
            A month on
          </button>
          <button type="button" class="link" onClick={() => setDialog("clock")}>
            Set the clock…
          </button>
          <button type="button" class="link" onClick={() => setDialog("empty")}>
            Empty…
          </button>
        </div>
      )}
      <button type="button" class="link" onClick={() => void switchSide()}>
        Show the live side
      </button>
      {dialog === "clock" && <ClockDialog onClose={close} />}
      {dialog === "empty" && <EmptyDialog onClose={close} />}
    </section>
  )
}
