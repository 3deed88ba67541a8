import type { IconName } from "../parts/strokes.ts"

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
    title: "Programme",
    entries: [
      { path: "/", label: "Overview", icon: "home" },
      { path: "/alerts", label: "Alerts", icon: "bell", badge: "alerts" },
      { path: "/rules", label: "Rules", icon: "rule" },
      { path: "/awards", label: "Awards", icon: "coin" },
      { path: "/activities", label: "Activities", icon: "pulse" },
      { path: "/liability", label: "Liability", icon: "owed" }
    ]
  },
  {
    title: "People",
    entries: [
      { path: "/members", label: "Members", icon: "people" },
      { path: "/leaderboards", label: "Leaderboards", icon: "board" },
      { path: "/approvals", label: "Approvals", icon: "check", badge: "waiting" }
    ]
  },
  {
    title: "Developers",
    entries: [
      { path: "/webhooks", label: "Webhooks", icon: "hook", badge: "failing" },
      { path: "/settings/keys", label: "API keys", icon: "key" },
      { path: reference, label: "API reference", icon: "book" }
    ]
  }
]

/** The pages that belong to the person and the partner. The menu of the user leads to them. */
export const ownPages = [
  { path: "/settings", label: "Settings" },
  { path: "/settings/people", label: "Colleagues" },
  { path: "/settings/security", label: "Security" },
  { path: "/settings/audit", label: "Audit trail" }
] as const
