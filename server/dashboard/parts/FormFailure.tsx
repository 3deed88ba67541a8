import { ApiFailure } from "../api.ts"
import { faultsOf } from "../faults.ts"

/** A refusal above the buttons of a form, in the API's own words. Faults of fields stand at their fields too. */
export const FormFailure = ({ of }: { readonly of: unknown }) =>
  of === undefined ? null : (
    <div class="notice bad slim" role="alert">
      <p class="words">{of instanceof Error ? of.message : String(of)}</p>
      {of instanceof ApiFailure && Object.keys(faultsOf(of)).length === 0 && (
        <p class="quiet">
          Request <code>{of.requestId}</code>
        </p>
      )}
    </div>
  )
