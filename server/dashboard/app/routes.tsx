import { OverviewPage } from "../pages/overview/OverviewPage.tsx"
import { inMain, isLoaded, loadedOnce, type PageCode } from "./pageCode.ts"

export interface Route {
  readonly path: string
  readonly page: PageCode
}

/** All pages. The first path that matches wins. */
export const routes: ReadonlyArray<Route> = [
  { path: "/", page: inMain(OverviewPage) },
  {
    path: "/alerts",
    page: loadedOnce(async () => (await import("../pages/alerts/AlertsPage.tsx")).AlertsPage)
  },
  {
    path: "/rules",
    page: loadedOnce(async () => (await import("../pages/rules/RulesPage.tsx")).RulesPage)
  },
  {
    path: "/rules/new",
    page: loadedOnce(async () => (await import("../pages/rules/RuleForm.tsx")).NewRulePage)
  },
  { path: "/rules/:id", page: loadedOnce(async () => (await import("../pages/rule/RulePage.tsx")).RulePage) },
  {
    path: "/rules/:id/edit",
    page: loadedOnce(async () => (await import("../pages/rules/RuleForm.tsx")).EditRulePage)
  },
  {
    path: "/award",
    page: loadedOnce(async () => (await import("../pages/award/AwardPage.tsx")).AwardPage)
  },
  {
    path: "/awards",
    page: loadedOnce(async () => (await import("../pages/awards/AwardsPage.tsx")).AwardsPage)
  },
  {
    path: "/awards/import",
    page: loadedOnce(async () => (await import("../pages/import/ImportPage.tsx")).ImportAwardsPage)
  },
  {
    path: "/awards/:id",
    page: loadedOnce(
      async () => (await import("../pages/awardDetails/AwardDetailsPage.tsx")).AwardDetailsPage
    )
  },
  {
    path: "/activities",
    page: loadedOnce(async () => (await import("../pages/activities/ActivitiesPage.tsx")).ActivitiesPage)
  },
  {
    path: "/activities/try",
    page: loadedOnce(async () => (await import("../pages/activities/TryPage.tsx")).TryPage)
  },
  {
    path: "/members",
    page: loadedOnce(async () => (await import("../pages/members/MembersPage.tsx")).MembersPage)
  },
  {
    path: "/members/import",
    page: loadedOnce(async () => (await import("../pages/import/ImportPage.tsx")).ImportMembersPage)
  },
  {
    path: "/members/adjust",
    page: loadedOnce(async () => (await import("../pages/import/ImportPage.tsx")).ImportAdjustmentsPage)
  },
  {
    path: "/members/new",
    page: loadedOnce(async () => (await import("../pages/members/NewMemberPage.tsx")).NewMemberPage)
  },
  {
    path: "/members/member",
    page: loadedOnce(async () => (await import("../pages/members/MemberPage.tsx")).MemberPage)
  },
  {
    path: "/members/erasures/:id",
    page: loadedOnce(async () => (await import("../pages/members/ErasurePage.tsx")).ErasurePage)
  },
  {
    path: "/approvals",
    page: loadedOnce(async () => (await import("../pages/approvals/ApprovalsPage.tsx")).ApprovalsPage)
  },
  {
    path: "/leaderboards",
    page: loadedOnce(async () => (await import("../pages/boards/BoardsPage.tsx")).BoardsPage)
  },
  {
    path: "/liability",
    page: loadedOnce(async () => (await import("../pages/liability/LiabilityPage.tsx")).LiabilityPage)
  },
  {
    path: "/webhooks",
    page: loadedOnce(async () => (await import("../pages/webhooks/WebhooksPage.tsx")).WebhooksPage)
  },
  {
    path: "/webhooks/:id",
    page: loadedOnce(async () => (await import("../pages/webhooks/WebhookPage.tsx")).WebhookPage)
  },
  {
    path: "/settings",
    page: loadedOnce(async () => (await import("../pages/settings/DetailsPage.tsx")).DetailsPage)
  },
  {
    path: "/settings/people",
    page: loadedOnce(async () => (await import("../pages/settings/PeoplePage.tsx")).PeoplePage)
  },
  {
    path: "/settings/security",
    page: loadedOnce(async () => (await import("../pages/settings/SecurityPage.tsx")).SecurityPage)
  },
  {
    path: "/settings/keys",
    page: loadedOnce(async () => (await import("../pages/settings/KeysPage.tsx")).KeysPage)
  },
  {
    path: "/settings/audit",
    page: loadedOnce(async () => (await import("../pages/settings/AuditPage.tsx")).AuditPage)
  }
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

/** Loads the code of the page at a path. Undefined if that is loaded, or if there is no such page. */
export const loadPage = (path: string): Promise<void> | undefined => {
  const code = findRoute(path)?.route.page
  return code === undefined || isLoaded(code) ? undefined : code.load()
}
