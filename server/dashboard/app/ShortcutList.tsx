import { Dialog } from "../parts/Dialog.tsx"
import { listing, shortcuts } from "./shortcuts.ts"

export const ShortcutList = () =>
  listing.value ? (
    <Dialog
      title="Keyboard"
      onClose={() => {
        listing.value = false
      }}
    >
      <dl class="keys">
        {shortcuts.map(({ does, key }) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  ) : null
