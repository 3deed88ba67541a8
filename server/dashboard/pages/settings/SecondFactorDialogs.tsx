import { call } from "../../api.ts"
import type { TotpSetup } from "../../contract.ts"
import { Code } from "../../parts/Code.tsx"
import { CodeField } from "../../parts/CodeField.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { FormDialog } from "../../parts/FormDialog.tsx"
import { useForm } from "../../parts/form.tsx"
import { QrCode } from "../../parts/QrCode.tsx"
import { toast } from "../../parts/Toasts.tsx"
import { words } from "../../words/settings.ts"

interface TurnOnProps {
  readonly setup: TotpSetup
  readonly onClose: () => void
  readonly onConfirmed: (recoveryCodes: ReadonlyArray<string>) => void
}

/** The secret as a QR code and as text, and the field for the first code. */
export const TurnOn = ({ onClose, onConfirmed, setup }: TurnOnProps) => {
  const form = useForm({
    initial: { otp: "" },
    send: async ({ otp }) =>
      onConfirmed((await call("totp.confirm", { body: { otp: otp.trim() } })).recoveryCodes)
  })
  return (
    <FormDialog title={words.turnOnFactor} submit={words.turnOn} form={form} onClose={onClose}>
      <p>{words.scan}</p>
      <QrCode label={words.asQrCode} text={setup.uri} />
      <Code label={words.secret} text={setup.secret} />
      <CodeField {...form.field("otp")} hint={words.firstCodeHint} />
    </FormDialog>
  )
}

const fileName = "laurel-recovery-codes.txt"

const download = (text: string): void => {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }))
  const link = document.createElement("a")
  link.href = address
  link.download = fileName
  link.click()
  URL.revokeObjectURL(address)
}

interface CodesProps {
  readonly codes: ReadonlyArray<string>
  readonly onStored: () => void
}

/** Shows the recovery codes, which cannot be read again. Only its button closes it, so that Esc cannot lose them. */
export const RecoveryCodes = ({ codes, onStored }: CodesProps) => {
  const text = `${codes.join("\n")}\n`
  return (
    <Dialog title={words.factorTurnedOn}>
      <div class="stack">
        <p>{words.recoveryExplained}</p>
        <p class="warned">{words.recoveryShownOnce}</p>
        <div class="printable">
          <Code label={words.recoveryCodes} text={text.trimEnd()} />
        </div>
        <div class="actions">
          <button type="button" class="button plain" onClick={() => download(text)}>
            {words.download}
          </button>
          <button type="button" class="button plain" onClick={() => print()}>
            {words.print}
          </button>
        </div>
        <button type="button" class="button wide" onClick={onStored}>
          {words.stored}
        </button>
      </div>
    </Dialog>
  )
}

interface TurnOffProps {
  readonly onClose: () => void
  readonly onRemoved: () => void
}

export const TurnOff = ({ onClose, onRemoved }: TurnOffProps) => {
  const form = useForm({
    initial: { otp: "" },
    send: async ({ otp }) => {
      await call("totp.remove", { body: { otp: otp.trim() } })
      toast(words.factorRemoved)
      onRemoved()
    }
  })
  return (
    <FormDialog title={words.removeFactorTitle} submit={words.removeIt} form={form} onClose={onClose} danger>
      <p>{words.passwordAlone}</p>
      <CodeField {...form.field("otp")} />
    </FormDialog>
  )
}
