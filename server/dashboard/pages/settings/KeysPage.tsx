import { useState } from "preact/hooks"
import { call } from "../../api.ts"
import { place, setQuery } from "../../app/router.ts"
import type { ApiKey, NewApiKey } from "../../contract.ts"
import { Button } from "../../parts/Button.tsx"
import { By } from "../../parts/By.tsx"
import { curlOf } from "../../parts/curl.ts"
import { Empty } from "../../parts/Empty.tsx"
import { Choice } from "../../parts/Field.tsx"
import { Given } from "../../parts/Given.tsx"
import { Loaded, Skeleton, useLoad } from "../../parts/load.tsx"
import { Meter } from "../../parts/Meter.tsx"
import { Page } from "../../parts/Page.tsx"
import { Pill } from "../../parts/Pill.tsx"
import { type Column, Table } from "../../parts/Table.tsx"
import { Time } from "../../parts/Time.tsx"
import { KeySecret, NewKey, RevokeKey } from "./KeyDialogs.tsx"
import { mostKeys } from "./scopes.ts"

const keyColumns = (revoke: (key: ApiKey) => void): ReadonlyArray<Column<ApiKey>> => [
  {
    title: "Key",
    cell: ({ apiKey, name }) => (
      <>
        <Given>{name}</Given>
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
  {
    title: "Created",
    secondary: true,
    tight: true,
    cell: ({ createdAt, orderedBy }) => (
      <>
        <Time at={createdAt} />
        <By of={orderedBy} />
      </>
    )
  },
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

const shownBy: Readonly<Record<string, (key: ApiKey) => boolean>> = {
  valid: ({ revokedAt }) => revokedAt === null,
  revoked: ({ revokedAt }) => revokedAt !== null
}

type Step =
  | { readonly at: "list" }
  | { readonly at: "new" }
  | { readonly at: "made"; readonly made: NewApiKey }
  | { readonly at: "revoke"; readonly key: ApiKey }

/** The credentials of the partner's systems. */
export const KeysPage = () => {
  const load = useLoad((signal) => call("iam.listApiKeys", { signal }), [])
  const [step, setStep] = useState<Step>({ at: "list" })
  const toList = () => setStep({ at: "list" })
  const show = place.value.query.get("show") ?? ""
  const action = <Button onClick={() => setStep({ at: "new" })}>New API key</Button>
  return (
    <Page title="API keys" actions={action}>
      <Loaded what="the keys" of={load} skeleton={<Skeleton rows={6} />}>
        {(keys) => {
          if (keys.length === 0) {
            const example = { name: "Checkout", scopes: ["awards:write", "read"] as const }
            return (
              <Empty title="No API keys yet" action={action} curl={curlOf("iam.createApiKey", example)}>
                An API key lets one of your systems log in, with no more rights than it needs.
              </Empty>
            )
          }
          const valid = keys.filter(({ revokedAt }) => revokedAt === null).length
          return (
            <>
              <div class="narrow-meter">
                <Meter label="Valid keys" used={valid} max={mostKeys} />
              </div>
              <search class="filters">
                <Choice
                  label="Show"
                  name="show"
                  value={show}
                  options={[
                    ["", "All keys"],
                    ["valid", "Valid"],
                    ["revoked", "Revoked"]
                  ]}
                  onValue={(value) => setQuery({ show: value })}
                />
              </search>
              <Table
                caption="API keys"
                columns={keyColumns((key) => setStep({ at: "revoke", key }))}
                rows={keys.filter(shownBy[show] ?? (() => true))}
                keyOf={({ id }) => id}
              />
            </>
          )
        }}
      </Loaded>
      {step.at === "new" && (
        <NewKey
          onClose={toList}
          onMade={(made) => {
            setStep({ at: "made", made })
            load.reload()
          }}
        />
      )}
      {step.at === "made" && <KeySecret made={step.made} onStored={toList} />}
      {step.at === "revoke" && (
        <RevokeKey
          revoked={step.key}
          onClose={toList}
          onRevoked={() => {
            toList()
            load.reload()
          }}
        />
      )}
    </Page>
  )
}
