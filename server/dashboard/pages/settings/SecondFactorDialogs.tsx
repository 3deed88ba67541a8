import { call } from "../../api.ts"
import type { TotpSetup } from "../../contract.ts"
import { Code } from "../../parts/Code.tsx"
import { CodeField } from "../../parts/CodeField.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { FormDialog } from "../../parts/FormDialog.tsx"
import { useForm } from "../../parts/form.tsx"
import { QrCode } from "../../parts/QrCode.tsx"
import { toast } from "../../parts/Toasts.tsx"

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
    <FormDialog title="Turn on the second factor" submit="Turn it on" form={form} onClose={onClose}>
      <p>Scan this code with an authenticator app, or type the secret into it.</p>
      <QrCode label="The secret as a QR code" text={setup.uri} />
      <Code label="Secret" text={setup.secret} />
      <CodeField {...form.field("otp")} hint="The six digits that the app now shows." />
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
    <Dialog title="The second factor is on">
      <div class="stack">
        <p>Each of these codes replaces a code of the app once, if you lose your phone.</p>
        <p class="warned">They are shown only once. Store them now, apart from the phone and the password.</p>
        <div class="printable">
          <Code label="Recovery codes" text={text.trimEnd()} />
        </div>
        <div class="actions">
          <button type="button" class="button plain" onClick={() => download(text)}>
            Download
          </button>
          <button type="button" class="button plain" onClick={() => print()}>
            Print
          </button>
        </div>
        <button type="button" class="button wide" onClick={onStored}>
          I have stored them
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
      toast("The second factor is removed")
      onRemoved()
    }
  })
  return (
    <FormDialog title="Remove the second factor?" submit="Remove it" form={form} onClose={onClose} danger>
      <p>You then sign in with the password alone. The recovery codes stop working.</p>
      <CodeField {...form.field("otp")} />
    </FormDialog>
  )
}
