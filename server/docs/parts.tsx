import { href } from "./address.ts"
import { type FieldRow, type Schema, wordsOf } from "./schema.ts"

/** Text with code between backticks. */
export const Prose = ({ text }: { readonly text: string }) => (
  <>{text.split("`").map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}</>
)

export const Method = ({ name }: { readonly name: string }) => (
  <span class={`method ${name.toLowerCase()}`}>{name}</span>
)

/** A type in words. Names of schemas are links. */
export const Type = ({ schema }: { readonly schema: Schema }) => (
  <>
    {wordsOf(schema).map(({ name, text }, index) =>
      name === undefined ? (
        text
      ) : (
        <a key={index} href={href(name)}>
          {text}
        </a>
      )
    )}
  </>
)

interface FieldsProps {
  readonly caption: string
  readonly rows: ReadonlyArray<FieldRow & { readonly place?: string; readonly description?: string }>
}

const examplesOf = ({ examples }: Schema): string =>
  (examples ?? []).map((each) => JSON.stringify(each)).join(", ")

/** A table of fields with their types and meanings. */
export const Fields = ({ caption, rows }: FieldsProps) => (
  <div class="panel scroll">
    <table>
      <caption class="unseen">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ description, path, place, required, schema }) => (
          <tr key={path}>
            <th scope="row">
              <code>{path}</code>
              <span class="under">
                {required ? "required" : "optional"}
                {place && `, ${place}`}
              </span>
            </th>
            <td>
              <span class="type">
                <Type schema={schema} />
              </span>
              <Prose text={description ?? schema.description ?? ""} />
              {schema.examples && (
                <span class="under">
                  Example: <code>{examplesOf(schema)}</code>
                </span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
