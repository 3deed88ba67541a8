import { href, place, setQuery } from "../../app/router.ts"
import type { Rule } from "../../contract.ts"
import { Choice } from "../../parts/Field.tsx"
import { Given } from "../../parts/Given.tsx"
import { words } from "../../words/rule.ts"
import { AwardList } from "../awards/AwardList.tsx"

interface Props {
  readonly rule: Rule
  readonly onChanged: () => void
}

/** The newest awards of the rule, or of one condition of a combined rule. The address has the name. */
export const RuleAwards = ({ onChanged, rule }: Props) => {
  const names = [rule.name, ...rule.rules.map(({ name }) => name)]
  const asked = place.value.query.get("named")
  // A combined rule is usually awarded by its conditions.
  const named = names.find((name) => name === asked) ?? names[1] ?? rule.name
  return (
    <section>
      <h2>
        {words.awards}{" "}
        <small>
          <a href={href(`/awards?${new URLSearchParams({ ruleName: named })}`)}>{words.allAwards}</a>
        </small>
      </h2>
      {rule.type === "combined" && (
        <div class="filters">
          <Choice
            label={words.named}
            name="named"
            value={named}
            options={names.map((name, index) => [name, index === 0 ? words.ruleItself(name) : name])}
            onValue={(named) => setQuery({ named })}
          />
        </div>
      )}
      <AwardList
        query={{ ruleName: named, limit: "10" }}
        onChanged={onChanged}
        empty={<p class="quiet">{words.notAwarded(<Given>{named}</Given>)}</p>}
      />
    </section>
  )
}
