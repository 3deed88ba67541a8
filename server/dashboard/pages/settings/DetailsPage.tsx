import { call, ecosystem } from "../../api.ts"
import { LanguageSection } from "../../app/LanguageSwitch.tsx"
import type { Partner } from "../../contract.ts"
import { Loaded, Skeleton, useLoad } from "../../parts/load.tsx"
import { May } from "../../parts/May.tsx"
import { app, entry } from "../../words/common.ts"
import { words } from "../../words/settings.ts"
import { AlertMails } from "./AlertMails.tsx"
import { DetailsForm } from "./DetailsForm.tsx"
import { PartnerSettings } from "./PartnerSettings.tsx"
import { SettingsFrame } from "./SettingsFrame.tsx"

/** Ids that never change, which an integration needs. */
const Identity = ({ partner }: { readonly partner: Partner }) => (
  <section>
    <h2>{words.identity}</h2>
    <dl class="facts">
      <dt>{entry.workspace}</dt>
      <dd>
        <code>{ecosystem.value}</code>
      </dd>
      <dt>{words.partnerId}</dt>
      <dd>
        <code>{partner.partnerId}</code>
      </dd>
      <dt>{words.applicationId}</dt>
      <dd>
        <code>{partner.id}</code>
      </dd>
      <dt>{words.clientId}</dt>
      <dd>
        <code>{partner.clientId}</code>
      </dd>
    </dl>
  </section>
)

/** The partner's details. */
export const DetailsPage = () => {
  const load = useLoad((signal) => call("partners.details", { signal }), [])
  return (
    <SettingsFrame title={app.settings}>
      <Loaded what={words.theDetails} of={load} skeleton={<Skeleton rows={10} />}>
        {(partner) => (
          <>
            <DetailsForm key={JSON.stringify(partner)} partner={partner} onSaved={load.reload} />
            <May call="settings.get">
              <PartnerSettings />
            </May>
            <AlertMails />
            <LanguageSection />
            <Identity partner={partner} />
          </>
        )}
      </Loaded>
    </SettingsFrame>
  )
}
