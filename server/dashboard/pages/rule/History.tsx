import { may } from "../../app/permissions.ts"
import type { Data } from "../../contract.ts"
import { By } from "../../parts/By.tsx"
import { Given } from "../../parts/Given.tsx"
import { Loaded, Skeleton, useLoad } from "../../parts/load.tsx"
import { Time } from "../../parts/Time.tsx"
import { mostEntries, readHistory } from "./ruleHistory.ts"

type Details = Data<"rules.get">

const Entries = ({ rule }: { readonly rule: Details }) => {
  const load = useLoad((signal) => readHistory(rule, signal), [rule.id, rule.version])
  return (
    <Loaded what="the history" of={load} skeleton={<Skeleton rows={2} />}>
      {({ entries, isCut }) => (
        <>
          <ol class="history">
            {entries.map(({ at, by, changes, id, isCreation }) => (
              <li key={id}>
                <span class="when">
                  <Time at={at} />
                </span>
                <div class="words">
                  {isCreation ? "Created" : changes}
                  <span class="under">
                    <Given>{by}</Given>
                  </span>
                </div>
              </li>
            ))}
          </ol>
          {entries.length === 0 && <p class="quiet">The audit trail has no entry about this rule.</p>}
          {isCut && (
            <p class="quiet">
              Only the newest {mostEntries} changes of all rules were looked at. The audit trail has the rest.
            </p>
          )}
        </>
      )}
    </Loaded>
  )
}

/** Who changed what. People who may not read the audit trail see who created the rule and who changed it last. */
export const History = ({ rule }: { readonly rule: Details }) => (
  <section>
    <h2>History</h2>
    {may("iam.audit") ? (
      <Entries rule={rule} />
    ) : (
      <p class="quiet">
        Created
        <By of={rule.orderedBy} />
        {rule.changedBy !== null && (
          <>
            , changed last
            <By of={rule.changedBy} />
          </>
        )}
      </p>
    )}
  </section>
)
