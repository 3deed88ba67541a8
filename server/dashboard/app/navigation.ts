import type { IconName } from "../parts/strokes.ts"
import { app } from "../words/common.ts"

export interface Entry {
  /** The path within the dashboard, or the address of a page outside of it. */
  readonly path: string
  readonly label: string
  readonly icon: IconName
  /** Shown beside the label: what waits for a person. */
  readonly badge?: "alerts" | "waiting" | "failing"
}

export interface Group {
  readonly title: string
  readonly entries: ReadonlyArray<Entry>
}

/** The address of the API reference, which is not a page of the dashboard. */
export const reference = "/docs"

/** The navigation, in its order. */
export const groups: ReadonlyArray<Group> = [
  {
    title: app.programme,
    entries: [
      { path: "/", label: app.overview, icon: "home" },
      { path: "/alerts", label: app.alerts, icon: "bell", badge: "alerts" },
      { path: "/rules", label: app.rules, icon: "rule" },
      { path: "/awards", label: app.awards, icon: "coin" },
      { path: "/activities", label: app.activities, icon: "pulse" },
      { path: "/liability", label: app.liability, icon: "owed" }
    ]
  },
  {
    title: app.people,
    entries: [
      { path: "/members", label: app.members, icon: "people" },
      { path: "/leaderboards", label: app.leaderboards, icon: "board" },
      { path: "/approvals", label: app.approvals, icon: "check", badge: "waiting" }
    ]
  },
  {
    title: app.developers,
    entries: [
      { path: "/webhooks", label: app.webhooks, icon: "hook", badge: "failing" },
      { path: "/settings/keys", label: app.keys, icon: "key" },
      { path: reference, label: app.reference, icon: "book" }
    ]
  }
]

/** The pages that belong to the person and the partner. The menu of the user leads to them. */
export const ownPages = [
  { path: "/settings", label: app.settings },
  { path: "/settings/people", label: app.colleagues },
  { path: "/settings/security", label: app.security },
  { path: "/settings/audit", label: app.audit }
]
