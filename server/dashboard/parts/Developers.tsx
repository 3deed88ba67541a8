import { parts } from "../words/common.ts"
import { Code } from "./Code.tsx"

interface Props {
  /** The thing as the API shows it. */
  readonly json: unknown
  readonly curl: string
}

/** What the API says about the thing of the page, and the call that asks for it. */
export const Developers = ({ curl, json }: Props) => (
  <details class="developers">
    <summary>{parts.forDevelopers}</summary>
    <Code label="curl" text={curl} />
    <Code label="JSON" text={JSON.stringify(json, null, 2)} />
  </details>
)
