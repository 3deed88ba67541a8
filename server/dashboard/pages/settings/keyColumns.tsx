import type { ApiKey } from "../../contract.ts"
import { Pill } from "../../parts/Pill.tsx"
import type { Column } from "../../parts/Table.tsx"
import { Time } from "../../parts/Time.tsx"

export const keyColumns = (revoke: (key: ApiKey) => void): ReadonlyArray<Column<ApiKey>> => [
  {
    title: "Key",
    cell: ({ apiKey, name }) => (
      <>
        {name}
        <code class="under">{apiKey}</code>
      </>
    )
  },
  {
    title: "Scopes",
    secondary: true,
    cell: ({ scopes }) => (
      <span class="pills">
        {scopes.map((scope) => (
          <Pill key={scope}>{scope}</Pill>
        ))}
      </span>
    )
  },
  { title: "Created", secondary: true, tight: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    title: "Last used",
    tight: true,
    cell: ({ lastUsedAt }) =>
      lastUsedAt === null ? <span class="quiet">never</span> : <Time at={lastUsedAt} />
  },
  {
    title: "State",
    tight: true,
    cell: (key) =>
      key.revokedAt === null ? (
        <button type="button" class="link danger" onClick={() => revoke(key)}>
          Revoke<span class="unseen"> {key.name}</span>
        </button>
      ) : (
        <span class="quiet">
          revoked <Time at={key.revokedAt} />
        </span>
      )
  }
]
