import { useEffect, useRef, useState } from "preact/hooks"
import { ApiFailure, type Faults, faultsOf } from "../api.ts"
import { dropDraft, readDraft, register, storeDraft } from "../app/unsaved.ts"
import { parts } from "../words/common.ts"
import { Reason } from "./Reason.tsx"

interface Options<V> {
  readonly initial: V
  /** Finds faults before anything is sent, in the API's words. */
  readonly check?: (values: V) => Faults
  /** Sends the form. `attempt` stays the same until the values change, so that a retry has no second effect. */
  readonly send: (values: V, attempt: string) => Promise<unknown>
  /** Stores what is entered as a draft, and asks before the person leaves the page. */
  readonly draft?: {
    /** The name of the form in the browser's storage. */
    readonly form: string
    /** The state of the record that the form is about. A draft for another state is not used. */
    readonly stamp: string
  }
}

/** The result of `send` if the form is not saved yet. */
export const notSaved = Symbol("not saved")

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
  /** Removes the draft that the form began with; undefined if it began without one. */
  readonly discard: (() => void) | undefined
  readonly onSubmit: (event: SubmitEvent) => Promise<void>
}

export const useForm = <V extends object>({ check, draft, initial, send }: Options<V>): Form<V> => {
  const [stored, setStored] = useState(() => draft && (readDraft(draft.form, draft.stamp) as Partial<V>))
  const [values, setValues] = useState<V>({ ...initial, ...stored })
  const state = useRef({ isChanged: stored !== undefined, isSending: false })
  useEffect(
    () => draft && register(() => state.current.isChanged && !state.current.isSending),
    [draft === undefined]
  )
  useEffect(() => {
    if (draft && state.current.isChanged) storeDraft(draft.form, { stamp: draft.stamp, values })
  }, [values, draft?.stamp])
  const [faults, setFaults] = useState<Faults>({})
  const [failure, setFailure] = useState<unknown>(undefined)
  const [busy, setBusy] = useState(false)
  const attempt = useRef(crypto.randomUUID())

  const update = (names: ReadonlyArray<string>, changed: (last: V) => V): void => {
    attempt.current = crypto.randomUUID()
    state.current.isChanged = true
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
    state.current.isSending = true
    try {
      const result = await send(values, attempt.current)
      if (draft && result !== notSaved) {
        state.current.isChanged = false
        dropDraft(draft.form)
      }
    } catch (error) {
      setFaults(faultsOf(error))
      setFailure(error)
      focusFirst(form)
    } finally {
      state.current.isSending = false
      setBusy(false)
    }
  }

  const discard = (): void => {
    state.current.isChanged = false
    if (draft) dropDraft(draft.form)
    setStored(undefined)
    setValues(initial)
    setFaults({})
    setFailure(undefined)
  }

  return {
    values,
    change,
    faults,
    field,
    failure,
    busy,
    discard: stored === undefined ? undefined : discard,
    onSubmit
  }
}

/** The API's refusal, above the buttons of a form. Faults of single fields are also shown at the fields. */
export const FormFailure = ({ of }: { readonly of: unknown }) =>
  of === undefined ? null : (
    <div class="notice bad slim" role="alert">
      <p class="words">
        <Reason of={of} />
      </p>
      {of instanceof ApiFailure && Object.keys(faultsOf(of)).length === 0 && (
        <p class="quiet">{parts.request(<code>{of.requestId}</code>)}</p>
      )}
    </div>
  )
