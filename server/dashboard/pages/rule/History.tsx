import { may } from "../../app/permissions.ts"
import type { Data } from "../../contract.ts"
import { By } from "../../parts/By.tsx"
import { Given } from "../../parts/Given.tsx"
import { Loaded, Skeleton, useLoad } from "../../parts/load.tsx"
import { Time } from "../../parts/Time.tsx"
import { words } from "../../words/rule.ts"
import { mostEntries, readHistory } from "./ruleHistory.ts"

type Details = Data<"rules.get">

const Entries = ({ rule }: { readonly rule: Details }) => {
  const load = useLoad((signal) => readHistory(rule, signal), [rule.id, rule.version])
  return (
    <Loaded what={words.theHistory} of={load} skeleton={<Skeleton rows={2} />}>
      {({ entries, isCut }) => (
        <>
          <ol class="history">
            {entries.map(({ at, by, changes, id, isCreation }) => (
              <li key={id}>
                <span class="when">
                  <Time at={at} />
                </span>
                <div class="words">
                  {isCreation ? words.created : changes}
                  <span class="under">
                    <Given>{by}</Given>
                  </span>
                </div>
              </li>
            ))}
          </ol>
          {entries.length === 0 && <p class="quiet">{words.noHistory}</p>}
          {isCut && <p class="quiet">{words.isCut(mostEntries)}</p>}
        </>
      )}
    </Loaded>
  )
}

/** Who changed what. People who may not read the audit trail see who created the rule and who changed it last. */
export const History = ({ rule }: { readonly rule: Details }) => (
  <section>
    <h2>{words.history}</h2>
    {may("iam.audit") ? (
      <Entries rule={rule} />
    ) : (
      <p class="quiet">
        {words.createdLine(<By of={rule.orderedBy} />)}
        {rule.changedBy !== null && words.changedLine(<By of={rule.changedBy} />)}
      </p>
    )}
  </section>
)
