import { call } from "../../api.ts"
import type { ApiKey } from "../../contract.ts"
import { Confirm } from "../../parts/Confirm.tsx"
import { Time } from "../../parts/Time.tsx"
import { toast } from "../../parts/Toasts.tsx"

interface Props {
  readonly revoked: ApiKey
  readonly onClose: () => void
  readonly onRevoked: () => void
}

export const RevokeKey = ({ onClose, onRevoked, revoked }: Props) => (
  <Confirm
    title="Revoke this API key?"
    verb="Revoke the key"
    onClose={onClose}
    run={async () => {
      await call("iam.revokeApiKey", { params: { id: revoked.id } })
      toast(`API key ${revoked.name} is revoked`)
      onRevoked()
    }}
  >
    <p>
      <b>{revoked.name}</b> <code>{revoked.apiKey}</code>{" "}
      {revoked.lastUsedAt === null ? (
        "was never used."
      ) : (
        <>
          was last used <Time at={revoked.lastUsedAt} />.
        </>
      )}
    </p>
    <p>Its access tokens end at once, and the system that uses it stops. A revoked key stays revoked.</p>
  </Confirm>
)
