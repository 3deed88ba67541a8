import { useEffect, useRef, useState } from "preact/hooks"
import { call, filled } from "../../api.ts"
import { place, setQuery } from "../../app/router.ts"
import { type Explanation, isOfAward } from "../../contract.ts"
import { Button } from "../../parts/Button.tsx"
import { CurlDetails } from "../../parts/Code.tsx"
import { curlOf } from "../../parts/curl.ts"
import { Empty } from "../../parts/Empty.tsx"
import { Field } from "../../parts/Field.tsx"
import { FormFailure, useForm } from "../../parts/form.tsx"
import { Loaded, Skeleton, useLoad, useSettled } from "../../parts/load.tsx"
import { MemberField } from "../../parts/MemberField.tsx"
import { amountFault } from "../../parts/numbers.ts"
import { ButtonLink, Page } from "../../parts/Page.tsx"
import { paymentOf } from "../../parts/payment.ts"
import { RuleField } from "../../parts/RuleField.tsx"
import { words } from "../../words/award.ts"
import { findRule } from "../rules/readRules.ts"
import { DetailFields } from "./DetailFields.tsx"
import { Explained, type ExplainedAward } from "./Explained.tsx"
import { Outcome } from "./Outcome.tsx"
import { bodyOf, check, type MadeAward, makeAward } from "./values.ts"

const labelOf = ({ coins, outcome }: Explanation): string =>
  outcome === "pays" ? words.pay(Number(coins)) : outcome === "counts" ? words.count : words.record

const doneLabel = ({ answer, listed }: MadeAward): string =>
  answer.awarded ? words.paid : listed?.state === "counted" ? words.counted : words.recorded

/** The form of an award, beside an explanation of what it would do. */
const AwardForm = () => {
  const { query } = place.value
  const [made, setMade] = useState<MadeAward>()
  const initial = {
    userId: query.get("userId") ?? "",
    ruleName: query.get("ruleName") ?? "",
    amount: "",
    narration: "",
    metadata: []
  }
  const form = useForm<Parameters<typeof check>[0]>({
    initial,
    check,
    send: async (values, attempt) => {
      setMade(await makeAward(values, attempt))
      explained.reload()
    }
  })
  const { busy, failure, faults, onSubmit, values } = form
  const { ruleName, userId } = values
  const isChosen = userId !== "" && ruleName !== ""
  const named = useLoad(async (signal) => ({ ruleName, rule: await findRule(ruleName, signal) }), [ruleName])
  const isKnown = named.data?.ruleName === ruleName
  const rule = isKnown ? named.data?.rule : undefined
  // A sub-rule is of a combined rule, which does not pay by amount.
  const isByAmount = rule !== undefined && rule.unit !== null
  const cannotHaveAmount = isKnown && !isByAmount && values.amount !== ""
  useEffect(() => {
    if (cannotHaveAmount) form.change({ amount: "" })
  }, [cannotHaveAmount])
  // The page waits for a pause in the typing before it explains or refuses the amount.
  const amount = useSettled(values.amount.trim())
  const wrongAmount = isByAmount && amount !== "" ? amountFault(amount) : undefined
  const isComplete = isChosen && isKnown && (!isByAmount || (amount !== "" && wrongAmount === undefined))
  const explained = useLoad(
    async (signal): Promise<ExplainedAward | undefined> => {
      if (!isComplete) return undefined
      const body = { userId, ruleName, ...filled("amount", isByAmount ? amount : "") }
      const explanation = await call("rules.explain", { body, signal })
      return isOfAward(explanation) ? { userId, ruleName, amount, explanation } : undefined
    },
    [userId, ruleName, amount, isComplete]
  )
  // After an award, the form cannot pay again until a value changes or "Award again" is pressed. Then it has a new idempotency key.
  const change = (changes: Parameters<typeof form.change>[0]): void => {
    setMade(undefined)
    form.change(changes)
  }
  const choose = (changes: { readonly userId?: string; readonly ruleName?: string }): void => {
    change(changes)
    setQuery(changes)
  }
  const preview = useRef<HTMLElement>(null)
  const again = (): void => {
    change({})
    // The button that pays does not get the focus, so that a second press of the key does not pay.
    preview.current?.focus()
  }
  const asked = explained.data
  const isCurrent =
    asked?.userId === userId &&
    asked.ruleName === ruleName &&
    asked.amount === values.amount.trim() &&
    explained.failure === undefined
  const explanation = isCurrent ? asked.explanation : undefined
  const canMake = explanation !== undefined && explanation.outcome !== "refused"

  return (
    <form class="beside explained" onSubmit={onSubmit} noValidate>
      <fieldset>
        <MemberField
          label={words.member}
          name="userId"
          value={userId}
          onValue={(userId) => choose({ userId })}
          hint={words.memberHint}
          fault={faults.userId}
        />
        <RuleField
          label={words.rule}
          name="ruleName"
          value={ruleName}
          onValue={(ruleName) => choose({ ruleName })}
          hint={words.ruleHint}
          fault={faults.ruleName}
        />
        {isByAmount && (
          <Field
            label={words.amount}
            {...form.field("amount")}
            onValue={(amount) => change({ amount })}
            inputMode="decimal"
            hint={words.pays(paymentOf(rule))}
            fault={faults.amount ?? wrongAmount}
          />
        )}
      </fieldset>
      <aside aria-label={words.what} ref={preview} tabIndex={-1}>
        {isComplete ? (
          <Explained
            of={isCurrent ? explained : { ...explained, data: undefined }}
            userId={userId}
            rule={rule}
            choose={(userId) => choose({ userId })}
            again={made !== undefined}
          />
        ) : (
          <p class="say calm">{isChosen && isByAmount ? words.enterAmount : words.pick}</p>
        )}
      </aside>
      <div class="rest">
        <DetailFields values={values} change={change} faults={faults} />
        <FormFailure of={failure} />
        {made !== undefined && <Outcome key={made.answer.id} of={made} />}
        <div class="actions">
          <Button off={busy || made !== undefined || !canMake}>
            {busy
              ? words.awarding
              : made !== undefined
                ? doneLabel(made)
                : canMake
                  ? labelOf(explanation)
                  : words.award}
          </Button>
          {made !== undefined && (
            <Button kind="plain" onClick={again}>
              {words.again}
            </Button>
          )}
        </div>
        {isChosen && <CurlDetails text={curlOf("rules.award", bodyOf(values))} />}
      </div>
    </form>
  )
}

/** Awards a rule to a member. The address has the member and the rule. */
export const AwardPage = () => {
  const load = useLoad((signal) => call("rules.list", { query: { limit: "1" }, signal }), [])
  return (
    <Page
      title={words.title}
      actions={
        <ButtonLink to="/awards" kind="plain">
          {words.all}
        </ButtonLink>
      }
    >
      <Loaded what={words.form} of={load} skeleton={<Skeleton rows={6} />}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty
              title={words.noRules}
              action={<ButtonLink to="/rules/new">{words.newRule}</ButtonLink>}
              curl={curlOf("rules.award", { userId: "ada", ruleName: "first order" })}
            >
              {words.noRulesHint}
            </Empty>
          ) : (
            <AwardForm />
          )
        }
      </Loaded>
    </Page>
  )
}
