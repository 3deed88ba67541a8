import { useLayoutEffect, useRef, useState } from "preact/hooks"
import { ApiFailure, call, messageOf } from "../../api.ts"
import { navigate } from "../../app/router.ts"
import { Checks } from "../../parts/Checks.tsx"
import { Field } from "../../parts/Field.tsx"
import { FormDialog } from "../../parts/FormDialog.tsx"
import { useForm } from "../../parts/form.tsx"
import { Given } from "../../parts/Given.tsx"
import { MemberField } from "../../parts/MemberField.tsx"
import { memberPath } from "../../parts/member.ts"
import { exact } from "../../parts/numbers.ts"
import { Table } from "../../parts/Table.tsx"
import { toast } from "../../parts/Toasts.tsx"
import { words } from "../../words/members.ts"
import { ConsequenceNote } from "./ConsequenceNote.tsx"
import {
  bodyOf,
  checkInto,
  checkTyped,
  leadsElsewhere,
  type MergeValues,
  mergeConsequence,
  mergedWords,
  noMerge,
  type Pair,
  refusalOf,
  together
} from "./memberMerge.ts"
import { readHolder } from "./readMember.ts"

interface ChooseProps {
  readonly userId: string
  readonly next: (pair: Pair) => void
  readonly onClose: () => void
}

const ChooseStep = ({ next, onClose, userId }: ChooseProps) => {
  const [refused, setRefused] = useState<string>()
  const form = useForm({
    initial: { into: "" },
    check: checkInto,
    send: async ({ into: given }) => {
      setRefused(undefined)
      const [from, into] = await Promise.all([readHolder(userId), readHolder(given)])
      const refusal = refusalOf({ from, into }, given)
      if (refusal === undefined) next({ from, into })
      else setRefused(refusal)
    }
  })
  return (
    <FormDialog title={words.mergeTitle} submit={words.next} form={form} onClose={onClose}>
      <p class="words">{words.mergeIntro(<Given>{userId}</Given>)}</p>
      <MemberField label={words.remainingMember} {...form.field("into")} />
      {/* It stays until the next attempt, so that the button does not move away under a click that leaves the field. */}
      {refused !== undefined && <ConsequenceNote of={{ isRefused: true, words: refused }} />}
    </FormDialog>
  )
}

const Amounts = ({ of }: { readonly of: Pair }) => {
  const rows = [
    { ...of.from, part: words.becomesPart(of.into.userId) },
    { ...of.into, part: words.remains },
    { ...together(of), userId: words.together, name: "", part: "" }
  ]
  return (
    <Table
      caption={words.coinsOfBoth}
      rows={rows}
      keyOf={({ part }) => part}
      columns={[
        {
          title: words.member,
          cell: ({ name, part, userId }) => (
            <span class="words">
              {part === "" ? <b>{userId}</b> : <Given>{userId}</Given>}
              <small class="below">{[name, part].filter(Boolean).join(" · ")}</small>
            </span>
          )
        },
        { title: words.coins, numeric: true, cell: ({ coins }) => exact(coins) },
        { title: words.pending, numeric: true, cell: ({ pending }) => exact(pending) }
      ]}
    />
  )
}

interface ConfirmProps {
  readonly of: Pair
  readonly onBack: () => void
  readonly onClose: () => void
  /** Called after a failure: the merge may have happened, or somebody else has changed one of the members. */
  readonly onFailed: () => void
}

const ConfirmStep = ({ of, onBack, onClose, onFailed }: ConfirmProps) => {
  const { from, into } = of
  const [passed, setPassed] = useState<string>()
  const question = useRef<HTMLDivElement>(null)
  // On a small screen the question is below the edge.
  useLayoutEffect(() => question.current?.scrollIntoView(), [passed])
  const send = async ({ force }: MergeValues, idempotencyKey: string): Promise<void> => {
    const now = await readHolder(from.userId)
    if (leadsElsewhere(of, now)) {
      throw new Error(`${from.userId} now leads to ${now.userId}. Nothing was merged.`)
    }
    const merged = await call("members.merge", { body: bodyOf(of, force.length > 0), idempotencyKey })
    toast(mergedWords(merged))
    navigate(memberPath(merged.userId), { replace: true })
  }
  const form = useForm({
    initial: noMerge,
    check: checkTyped(from.userId),
    send: async (values, idempotencyKey) => {
      try {
        await send(values, idempotencyKey)
      } catch (error) {
        const isLimit = error instanceof ApiFailure && error.code === "limit_reached"
        if (!isLimit) {
          onFailed()
          throw error
        }
        setPassed(messageOf(error))
      }
    }
  })
  return (
    <FormDialog
      title={words.confirmMerge}
      submit={form.values.force.length > 0 ? words.mergeAnyway : words.merge}
      form={form}
      onClose={onClose}
      onBack={onBack}
      danger
    >
      <p class="say words">{mergeConsequence(of)}</p>
      <Amounts of={of} />
      <p class="words">{words.mergeAddsUp(<Given>{into.userId}</Given>, <Given>{from.userId}</Given>)}</p>
      <Field
        label={words.idThatGoes}
        {...form.field("from")}
        hint={words.typeToConfirm(<code>{from.userId}</code>)}
      />
      {passed !== undefined && (
        <div class="stack" ref={question}>
          <div class="notice bad slim" role="alert">
            <p class="words">{passed}</p>
          </div>
          {/* A box to tick instead of another button, so that a second press of the button cannot answer the question. */}
          <Checks
            legend={words.notMergedYet}
            {...form.field("force")}
            options={[["force", words.mergeAnyway, words.mergeAnywayHint]]}
          />
        </div>
      )}
    </FormDialog>
  )
}

interface Props {
  readonly userId: string
  readonly onClose: () => void
  /** Called if the page may be out of date. */
  readonly onChanged: () => void
}

/** Merges a member into another one in two steps: the other member, then the figures with a typed confirmation. */
export const MergeMembersDialog = ({ onChanged, onClose, userId }: Props) => {
  const [pair, setPair] = useState<Pair>()
  const hasFailed = useRef(false)
  const leave = (): void => {
    onClose()
    if (hasFailed.current) onChanged()
  }
  return pair === undefined ? (
    <ChooseStep userId={userId} next={setPair} onClose={leave} />
  ) : (
    <ConfirmStep
      of={pair}
      onBack={() => setPair(undefined)}
      onClose={leave}
      onFailed={() => {
        hasFailed.current = true
      }}
    />
  )
}
