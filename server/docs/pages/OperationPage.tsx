import { Code } from "../../dashboard/parts/Code.tsx"
import { href } from "../address.ts"
import type { Answer, Document, Operation } from "../document.ts"
import { Fields, Method, Prose, Type } from "../parts.tsx"
import { exampleOf, resolved, rowsOf } from "../schema.ts"
import { TryIt } from "../try/TryIt.tsx"

interface Props {
  readonly operation: Operation
  readonly document: Document
}

const Access = ({ access }: Pick<Operation, "access">) => {
  switch (access) {
    case "anyone":
      return <p class="quiet">Needs no token.</p>
    case "basic":
      return <p class="quiet">Needs an API key and its secret, by HTTP Basic.</p>
    case "userBearer":
      return (
        <p class="quiet">
          Needs the <a href={href("authorization.token")}>access token of a user</a>.
        </p>
      )
    case "bearer":
      return (
        <p class="quiet">
          Needs an access token, of <a href={href("partners.login")}>a partner</a> or{" "}
          <a href={href("iam.login")}>an API key</a>.
        </p>
      )
  }
}

const Success = ({
  answer: { data, example, status },
  schemas
}: { readonly answer: Answer } & Pick<Document, "schemas">) => {
  if (data === undefined) return null
  const rows = rowsOf(resolved(data, schemas))
  const made = { data: exampleOf(data, schemas, () => true) }
  return (
    <section>
      <h2>
        Answer {status}
        <small>
          data: <Type schema={data} />
        </small>
      </h2>
      {rows.length > 0 && <Fields caption="Fields of the answer" rows={rows} />}
      <details>
        <summary>Example</summary>
        <Code label="JSON" text={JSON.stringify(example ?? made, null, 2)} />
      </details>
    </section>
  )
}

/** One operation: its input, its answers, and a form that sends it. */
export const OperationPage = ({ document: { schemas }, operation }: Props) => {
  const { access, answers, body, description, isForPrograms, method, parameters, path, summary } = operation
  const rows = body === undefined ? [] : rowsOf(resolved(body, schemas))
  return (
    <>
      <h1 tabIndex={-1}>
        <Prose text={summary} />
      </h1>
      <p class="route">
        <Method name={method} /> <code>{path}</code>
      </p>
      {description && (
        <p>
          <Prose text={description} />
        </p>
      )}
      <Access access={access} />
      <div class="columns">
        <div>
          {parameters.length > 0 && (
            <section>
              <h2>Parameters</h2>
              <Fields
                caption="Parameters"
                rows={parameters.map((parameter) => ({ ...parameter, path: parameter.name }))}
              />
            </section>
          )}
          {body && (
            <section>
              <h2>
                Body
                <small>
                  <Type schema={body} />
                </small>
              </h2>
              {rows.length > 0 && <Fields caption="Fields of the body" rows={rows} />}
            </section>
          )}
          {answers.map((answer) => (
            <Success key={answer.status} answer={answer} schemas={schemas} />
          ))}
          <section>
            <h2>Failures</h2>
            <dl class="facts">
              {answers
                .filter(({ status }) => Number(status) >= 400)
                .map(({ description: words, example, status }) => (
                  <div key={status}>
                    <dt>{status}</dt>
                    <dd>
                      <Prose text={words} />
                      {example !== undefined && (
                        <details>
                          <summary>Example</summary>
                          <Code label="JSON" text={JSON.stringify(example, null, 2)} />
                        </details>
                      )}
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        </div>
        {isForPrograms && <TryIt operation={operation} schemas={schemas} />}
      </div>
    </>
  )
}
