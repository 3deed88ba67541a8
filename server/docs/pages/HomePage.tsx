import { Code } from "../../dashboard/parts/Code.tsx"
import { href } from "../address.ts"
import type { Document } from "../document.ts"
import { Method, Prose } from "../parts.tsx"

interface Props {
  readonly document: Document
  /** A name in the address that no operation or schema has; empty if there is none. */
  readonly missing: string
}

const envelope = `{
  "status": "success",
  "message": "Rule awarded successfully",
  "data": { … }
}`

/** The first page: the form of calls, and all operations. */
export const HomePage = ({ document, missing }: Props) => (
  <>
    <h1 tabIndex={-1}>{document.title} API</h1>
    {missing !== "" && (
      <p class="notice" role="status">
        There is no operation or schema called <code>{missing}</code>.
      </p>
    )}
    <p class="lead">{document.description}</p>
    <section>
      <h2>How calls look</h2>
      <p>
        Every answer is an envelope, failures too: <code>data.error</code> then names the field and how to fix
        it. Most calls need an access token, which <a href={href("partners.login")}>a partner's login</a> or{" "}
        <a href={href("iam.login")}>an API key</a> returns. Every operation can be tried on its page.
      </p>
      <Code label="An answer" text={envelope} />
    </section>
    {document.groups.map(({ name, title }) => (
      <section key={name}>
        <h2>
          <Prose text={title} />
        </h2>
        <ul class="panel list">
          {document.operations
            .filter(({ group }) => group === name)
            .map(({ id, method, path, summary }) => (
              <li key={id}>
                <a href={href(id)}>
                  <Method name={method} />
                  <code>{path}</code>
                  <span>
                    <Prose text={summary} />
                  </span>
                </a>
              </li>
            ))}
        </ul>
      </section>
    ))}
  </>
)
