import type { Alert } from "../../contract.ts"
import { alerts } from "../../words/common.ts"
import { latestAlerts } from "./latest.ts"

interface Props {
  readonly text: string
  /** What the number means, for screen readers. */
  readonly says: string
  readonly isBad?: boolean
}

const Badge = ({ isBad = false, says, text }: Props) => (
  <>
    {" "}
    <span class={isBad ? "badge bad" : "badge"}>
      {text}
      <span class="unseen"> {says}</span>
    </span>
  </>
)

const alertsOf = (type: Alert["type"]): ReadonlyArray<Alert> =>
  (latestAlerts.value?.data?.data ?? []).filter((alert) => alert.type === type)

/** The number of alerts. */
export const AlertCount = () => {
  const { data, hasMore } = latestAlerts.value?.data ?? { data: [], hasMore: false }
  return data.length === 0 ? null : (
    <Badge text={`${data.length}${hasMore ? "+" : ""}`} says={alerts.alert(data.length)} />
  )
}

/** The most waiting adjustments that an alert counts. */
const most = 100

/** How many adjustments wait for approval. */
export const WaitingCount = () => {
  const [alert] = alertsOf("approval.waiting")
  const waiting = alert?.waiting ?? 0
  return waiting === 0 ? null : (
    <Badge text={waiting < most ? `${waiting}` : `${most}+`} says={alerts.waiting} />
  )
}

/** Whether webhooks are failing. */
export const FailingCount = () => {
  const failing = alertsOf("webhook.failing").length
  return failing === 0 ? null : <Badge text={`${failing}`} says={alerts.failing} isBad />
}
