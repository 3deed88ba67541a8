import { useRef, useState } from "preact/hooks"
import { ApiFailure, type Faults, faultsOf, messageOf } from "../api.ts"

interface Options<V> {
  readonly initial: V
  /** Finds faults before anything is sent, in the API's words. */
  readonly check?: (values: V) => Faults
  /** Sends the form. `attempt` stays the same until the values change, so that a retry has no second effect. */
  readonly send: (values: V, attempt: string) => Promise<void>
}

const focusFirst = (form: HTMLFormElement): void =>
  // The faults are shown after the next paint.
  void requestAnimationFrame(() => form.querySelector<HTMLElement>("[aria-invalid]")?.focus())

/** The state of a form. */
export interface Form<V extends object> {
  readonly values: V
  readonly change: (changes: Partial<V>) => void
  readonly faults: Faults
  /** The props with which a field shows and changes one of the values. */
  readonly field: <Name extends keyof V & string>(
    name: Name
  ) => {
    readonly name: Name
    readonly value: V[Name]
    readonly onValue: (value: V[Name]) => void
    readonly fault: string | undefined
  }
  /** Why the last attempt failed. */
  readonly failure: unknown
  /** True while the form is being sent. */
  readonly busy: boolean
  readonly onSubmit: (event: SubmitEvent) => Promise<void>
}

export const useForm = <V extends object>({ check, initial, send }: Options<V>): Form<V> => {
  const [values, setValues] = useState(initial)
  const [faults, setFaults] = useState<Faults>({})
  const [failure, setFailure] = useState<unknown>(undefined)
  const [busy, setBusy] = useState(false)
  const attempt = useRef(crypto.randomUUID())

  const update = (names: ReadonlyArray<string>, changed: (last: V) => V): void => {
    attempt.current = crypto.randomUUID()
    setValues(changed)
    setFaults((last) =>
      Object.fromEntries(Object.entries(last).filter(([path]) => !names.includes(path.split(".")[0] ?? "")))
    )
  }
  const change: Form<V>["change"] = (changes) =>
    update(Object.keys(changes), (last) => ({ ...last, ...changes }))
  const field: Form<V>["field"] = (name) => ({
    name,
    value: values[name],
    onValue: (value) => update([name], (last) => ({ ...last, [name]: value })),
    fault: faults[name]
  })

  const onSubmit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    const form = event.currentTarget
    if (busy || !(form instanceof HTMLFormElement)) return
    const found = check?.(values) ?? {}
    setFaults(found)
    setFailure(undefined)
    if (Object.keys(found).length > 0) return focusFirst(form)
    setBusy(true)
    try {
      await send(values, attempt.current)
    } catch (error) {
      setFaults(faultsOf(error))
      setFailure(error)
      focusFirst(form)
    } finally {
      setBusy(false)
    }
  }

  return { values, change, faults, field, failure, busy, onSubmit }
}

/** The API's refusal, above the buttons of a form. Faults of single fields are also shown at the fields. */
export const FormFailure = ({ of }: { readonly of: unknown }) =>
  of === undefined ? null : (
    <div class="notice bad slim" role="alert">
      <p class="words">{messageOf(of)}</p>
      {of instanceof ApiFailure && Object.keys(faultsOf(of)).length === 0 && (
        <p class="quiet">
          Request <code>{of.requestId}</code>
        </p>
      )}
    </div>
  )
