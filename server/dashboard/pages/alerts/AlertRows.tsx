import { mayOpen } from "../../app/permissions.ts"
import { href } from "../../app/router.ts"
import type { Alert } from "../../contract.ts"
import { Given } from "../../parts/Given.tsx"
import { Icon } from "../../parts/Icon.tsx"
import { alerts } from "../../words/common.ts"
import { alertWords, keyOfAlert } from "./alertWords.ts"

const Row = ({ of }: { readonly of: Alert }) => {
  const { action, icon, name, otherwise, title, to, tone, why } = alertWords(of, Date.now())
  const isAllowed = mayOpen(to)
  return (
    <li class={tone}>
      <Icon of={icon} />
      <div>
        <p>
          <b>
            {name !== "" && <Given>{name}</Given>} {title}
          </b>
        </p>
        <p class="why">{why}</p>
      </div>
      <a class="button plain" href={href(isAllowed ? to : otherwise)}>
        {isAllowed ? action : alerts.open}
        <span class="unseen">
          {" "}
          {name} {title}
        </span>
      </a>
    </li>
  )
}

/** Alerts, each with a sign, what it is about, why, and one step. */
export const AlertRows = ({ of }: { readonly of: ReadonlyArray<Alert> }) => (
  <ul class="panel alerts">
    {of.map((alert) => (
      <Row key={keyOfAlert(alert)} of={alert} />
    ))}
  </ul>
)
