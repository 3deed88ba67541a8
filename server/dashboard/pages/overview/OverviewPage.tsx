import { href } from "../../app/router.ts"
import { Page } from "../../parts/Page.tsx"
import { NewestAwards } from "./NewestAwards.tsx"

export const OverviewPage = () => (
  <Page
    title="Overview"
    actions={
      <a class="button" href={href("/rules/new")}>
        New rule
      </a>
    }
  >
    <NewestAwards />
  </Page>
)
