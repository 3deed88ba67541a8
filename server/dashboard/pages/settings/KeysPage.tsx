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
import { app } from "../../words/common.ts"
import { words } from "../../words/settings.ts"
import { KeySecret, NewKey, RevokeKey } from "./KeyDialogs.tsx"
import { mostKeys } from "./scopes.ts"

const keyColumns = (revoke: (key: ApiKey) => void): ReadonlyArray<Column<ApiKey>> => [
  {
    title: words.key,
    cell: ({ apiKey, name }) => (
      <>
        <Given>{name}</Given>
        <code class="under">{apiKey}</code>
      </>
    )
  },
  {
    title: words.scopes,
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
    title: words.created,
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
    title: words.lastUsed,
    tight: true,
    cell: ({ lastUsedAt }) =>
      lastUsedAt === null ? <span class="quiet">{words.never}</span> : <Time at={lastUsedAt} />
  },
  {
    title: words.state,
    tight: true,
    cell: (key) =>
      key.revokedAt === null ? (
        <button type="button" class="link danger" onClick={() => revoke(key)}>
          {words.revoke}
          <span class="unseen"> {key.name}</span>
        </button>
      ) : (
        <span class="quiet">{words.revokedAt(<Time at={key.revokedAt} />)}</span>
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
  const action = <Button onClick={() => setStep({ at: "new" })}>{words.newKey}</Button>
  return (
    <Page title={app.keys} actions={action}>
      <Loaded what={words.theKeys} of={load} skeleton={<Skeleton rows={6} />}>
        {(keys) => {
          if (keys.length === 0) {
            const example = { name: "Checkout", scopes: ["awards:write", "read"] as const }
            return (
              <Empty title={words.noKeys} action={action} curl={curlOf("iam.createApiKey", example)}>
                {words.noKeysHint}
              </Empty>
            )
          }
          const valid = keys.filter(({ revokedAt }) => revokedAt === null).length
          return (
            <>
              <div class="narrow-meter">
                <Meter label={words.validKeys} used={valid} max={mostKeys} />
              </div>
              <search class="filters">
                <Choice
                  label={words.show}
                  name="show"
                  value={show}
                  options={[
                    ["", words.allKeys],
                    ["valid", words.valid],
                    ["revoked", words.revoked]
                  ]}
                  onValue={(value) => setQuery({ show: value })}
                />
              </search>
              <Table
                caption={app.keys}
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
