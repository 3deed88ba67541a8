import { href } from "../../app/router.ts"
import type { Award } from "../../contract.ts"
import { words } from "../../words/activities.ts"

/** Leads to the activity that earned an award. Both were recorded at the same time, by which the list finds the activity. */
export const ActivityLink = ({ of: { activityId, createdAt, userId } }: { readonly of: Award }) =>
  activityId === null ? null : (
    <a href={href(`/activities?${new URLSearchParams({ userId, activity: activityId, at: createdAt })}`)}>
      {words.byActivity}
    </a>
  )
