import { useState } from "preact/hooks"
import { call } from "../../api.ts"
import type { TotpSetup } from "../../contract.ts"
import { Button } from "../../parts/Button.tsx"
import { FormFailure } from "../../parts/form.tsx"
import { Loaded, Skeleton, useLoad } from "../../parts/load.tsx"
import { words } from "../../words/settings.ts"
import { RecoveryCodes, TurnOff, TurnOn } from "./SecondFactorDialogs.tsx"

type Step =
  | { readonly at: "rest" | "starting" | "remove" }
  | { readonly at: "failed"; readonly failure: unknown }
  | { readonly at: "confirm"; readonly setup: TotpSetup }
  | { readonly at: "codes"; readonly codes: ReadonlyArray<string> }

/** The second factor of the person who is signed in. */
export const SecondFactor = () => {
  const load = useLoad((signal) => call("iam.me", { signal }), [])
  const [step, setStep] = useState<Step>({ at: "rest" })
  const rest = () => setStep({ at: "rest" })
  const done = () => {
    rest()
    load.reload()
  }
  const start = async (): Promise<void> => {
    setStep({ at: "starting" })
    try {
      setStep({ at: "confirm", setup: await call("totp.start", {}) })
    } catch (failure) {
      setStep({ at: "failed", failure })
    }
  }
  return (
    <section>
      <h2>{words.secondFactor}</h2>
      <Loaded of={load} skeleton={<Skeleton rows={2} />}>
        {({ email, totp }) => (
          <div class="stack">
            <p class="quiet">{totp ? words.factorIsOn(email) : words.factorIsOff(email)}</p>
            {step.at === "failed" && <FormFailure of={step.failure} />}
            <p>
              {totp ? (
                <Button kind="plain" onClick={() => setStep({ at: "remove" })}>
                  {words.removeFactor}
                </Button>
              ) : (
                <Button off={step.at === "starting"} onClick={() => void start()}>
                  {words.turnOnFactor}
                </Button>
              )}
            </p>
          </div>
        )}
      </Loaded>
      {step.at === "confirm" && (
        <TurnOn
          setup={step.setup}
          onClose={rest}
          onConfirmed={(codes) => {
            setStep({ at: "codes", codes })
            load.reload()
          }}
        />
      )}
      {step.at === "codes" && <RecoveryCodes codes={step.codes} onStored={rest} />}
      {step.at === "remove" && <TurnOff onClose={rest} onRemoved={done} />}
    </section>
  )
}
