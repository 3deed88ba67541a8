import { pathOf, qrCode } from "./qr.ts"

/** The light border that a reader needs around a code, in modules. */
const border = 4

/** A text as a QR code, drawn in this page. Nothing for a text that is too long. */
export const QrCode = ({ label, text }: { readonly label: string; readonly text: string }) => {
  const code = qrCode(text)
  if (code === undefined) return null
  const size = code.length + 2 * border
  return (
    <svg class="qr" role="img" aria-label={label} viewBox={`${-border} ${-border} ${size} ${size}`}>
      <path d={pathOf(code)} shape-rendering="crispEdges" />
    </svg>
  )
}
