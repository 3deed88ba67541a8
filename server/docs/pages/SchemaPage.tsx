import { Fields, Prose, Type } from "../parts.tsx"
import { rowsOf, type Schema } from "../schema.ts"

interface Props {
  readonly name: string
  readonly schema: Schema
}

/** The fields of a schema. */
export const SchemaPage = ({ name, schema }: Props) => {
  const rows = rowsOf(schema)
  return (
    <>
      <h1 tabIndex={-1}>{name}</h1>
      {schema.description && (
        <p class="lead">
          <Prose text={schema.description} />
        </p>
      )}
      {rows.length > 0 ? (
        <Fields caption={`Fields of ${name}`} rows={rows} />
      ) : (
        <p>
          <Type schema={schema} />
        </p>
      )}
    </>
  )
}
