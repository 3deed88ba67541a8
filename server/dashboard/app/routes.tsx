import type { ComponentType } from "preact"
import { ActivitiesPage } from "../pages/activities/ActivitiesPage.tsx"
import { TryPage } from "../pages/activities/TryPage.tsx"
import { ApprovalsPage } from "../pages/approvals/ApprovalsPage.tsx"
import { WaitingCount } from "../pages/approvals/WaitingCount.tsx"
import { AwardPage } from "../pages/award/AwardPage.tsx"
import { AwardsPage } from "../pages/awards/AwardsPage.tsx"
import { BoardsPage } from "../pages/boards/BoardsPage.tsx"
import { ImportAdjustmentsPage, ImportAwardsPage, ImportMembersPage } from "../pages/import/ImportPage.tsx"
import { LiabilityPage } from "../pages/liability/LiabilityPage.tsx"
import { ErasurePage } from "../pages/members/ErasurePage.tsx"
import { MemberPage } from "../pages/members/MemberPage.tsx"
import { MembersPage } from "../pages/members/MembersPage.tsx"
import { NewMemberPage } from "../pages/members/NewMemberPage.tsx"
import { OverviewPage } from "../pages/overview/OverviewPage.tsx"
import { RulePage } from "../pages/rule/RulePage.tsx"
import { EditRulePage, NewRulePage } from "../pages/rules/RuleForm.tsx"
import { RulesPage } from "../pages/rules/RulesPage.tsx"
import { AuditPage } from "../pages/settings/AuditPage.tsx"
import { DetailsPage } from "../pages/settings/DetailsPage.tsx"
import { KeysPage } from "../pages/settings/KeysPage.tsx"
import { PeoplePage } from "../pages/settings/PeoplePage.tsx"
import { SecurityPage } from "../pages/settings/SecurityPage.tsx"
import { WebhookPage } from "../pages/webhooks/WebhookPage.tsx"
import { WebhooksPage } from "../pages/webhooks/WebhooksPage.tsx"
import type { PageProps } from "../parts/Page.tsx"

export interface Route {
  readonly path: string
  /** The name in the navigation. Pages without one are linked from other pages. */
  readonly label?: string
  /** Shown beside the name: what waits for a person. */
  readonly badge?: ComponentType
  readonly page: ComponentType<PageProps>
}

/** All pages, in the order of the navigation. The first path that matches wins. */
export const routes: ReadonlyArray<Route> = [
  { path: "/", label: "Overview", page: OverviewPage },
  { path: "/rules", label: "Rules", page: RulesPage },
  { path: "/rules/new", page: NewRulePage },
  { path: "/rules/:id", page: RulePage },
  { path: "/rules/:id/edit", page: EditRulePage },
  { path: "/award", label: "Award", page: AwardPage },
  { path: "/awards", label: "Awards", page: AwardsPage },
  { path: "/awards/import", page: ImportAwardsPage },
  { path: "/activities", label: "Activities", page: ActivitiesPage },
  { path: "/activities/try", page: TryPage },
  { path: "/members", label: "Members", page: MembersPage },
  { path: "/members/import", page: ImportMembersPage },
  { path: "/members/adjust", page: ImportAdjustmentsPage },
  { path: "/members/new", page: NewMemberPage },
  { path: "/members/member", page: MemberPage },
  { path: "/members/erasures/:id", page: ErasurePage },
  { path: "/approvals", label: "Approvals", badge: WaitingCount, page: ApprovalsPage },
  { path: "/leaderboards", label: "Leaderboards", page: BoardsPage },
  { path: "/liability", label: "Liability", page: LiabilityPage },
  { path: "/webhooks", label: "Webhooks", page: WebhooksPage },
  { path: "/webhooks/:id", page: WebhookPage },
  { path: "/settings", label: "Settings", page: DetailsPage },
  { path: "/settings/people", page: PeoplePage },
  { path: "/settings/security", page: SecurityPage },
  { path: "/settings/keys", page: KeysPage },
  { path: "/settings/audit", page: AuditPage }
]

/** Decodes a segment; undefined if it is malformed, such as a single per cent sign. */
const textOf = (segment: string): string | undefined => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

const paramsOf = (pattern: string, path: string): Record<string, string> | undefined => {
  const segments = path.split("/")
  const parts = pattern.split("/")
  if (parts.length !== segments.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, part] of parts.entries()) {
    const segment = segments[index] ?? ""
    if (!part.startsWith(":")) {
      if (part !== segment) return undefined
      continue
    }
    const text = textOf(segment)
    if (text === undefined) return undefined
    params[part.slice(1)] = text
  }
  return params
}

export const findRoute = (path: string) => {
  for (const route of routes) {
    const params = paramsOf(route.path, path)
    if (params !== undefined) return { route, params }
  }
  return undefined
}
