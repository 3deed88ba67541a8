import { Empty } from "../parts/Empty.tsx"
import { Page } from "../parts/Page.tsx"
import { href } from "./router.ts"

export const NotFound = () => (
  <Page title="Nothing here">
    <Empty
      title="There is no such page"
      action={
        <a class="button" href={href("/")}>
          To the overview
        </a>
      }
    >
      The address may be mistyped, or the page has moved.
    </Empty>
  </Page>
)
