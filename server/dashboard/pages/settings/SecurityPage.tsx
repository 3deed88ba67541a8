import { SecondFactor } from "./SecondFactor.tsx"
import { SettingsFrame } from "./SettingsFrame.tsx"

/** How the person who is signed in signs in. */
export const SecurityPage = () => (
  <SettingsFrame title="Security">
    <SecondFactor />
  </SettingsFrame>
)
