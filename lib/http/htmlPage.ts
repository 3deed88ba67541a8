import { createHash } from "node:crypto"
import { escaped } from "../schema/Text.ts"
import type { WireFailure } from "./failure.ts"
import type { RawAnswer } from "./handle.ts"

const style = `
:root { color-scheme: light dark; --paper: #f4f6f3; --card: #fff; --ink: #16211b; --soft: #55635b; --line: #8a958f;
  --accent: #1f5f43; --on-accent: #fff; --bad: #a1261c }
@media (prefers-color-scheme: dark) { :root { --paper: #111814; --card: #1a231e; --ink: #eef3f0; --soft: #a9b6ae;
  --line: #6d7a72; --accent: #8fd6b1; --on-accent: #0c1a12; --bad: #ff9d92 } }
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif;
  min-height: 100vh; display: grid; place-items: center; padding: 1rem }
main { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; width: 100%; max-width: 26rem;
  padding: 1.5rem; overflow-wrap: anywhere }
h1 { font-size: 1.35rem; line-height: 1.25; margin: 0 0 .75rem }
p, ul { margin: 0 0 1rem } ul { padding-left: 1.2rem } .soft { color: var(--soft); font-size: .9rem }
label { display: block; font-weight: 600; margin: 0 0 .25rem }
input { width: 100%; font: inherit; color: inherit; background: transparent; border: 1px solid var(--line);
  border-radius: .4rem; padding: .6rem .7rem; margin: 0 0 1rem }
button { width: 100%; font: inherit; font-weight: 600; border-radius: .4rem; padding: .65rem .7rem; margin: 0 0 .6rem;
  border: 1px solid var(--accent); background: var(--accent); color: var(--on-accent); cursor: pointer }
button.quiet { background: transparent; color: var(--accent) }
a { color: var(--accent); font-weight: 600 }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
[role=alert] { border-left: .25rem solid var(--bad); color: var(--bad); padding: .1rem 0 .1rem .75rem; margin: 0 0 1rem }
`

const styleHash = createHash("sha256").update(style).digest("base64")

interface Page {
  readonly status: number
  readonly title: string
  /** The heading as HTML; the escaped title by default. */
  readonly heading?: string
  /** HTML. The caller must have escaped all text in it. */
  readonly content: string
  /** The value of `form-action` in the content security policy. By default, the page's form cannot be sent. */
  readonly formAction?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Returns an HTML page. Some pages ask for passwords, so pages allow no scripts, no frames and no images. */
export const page = ({
  status,
  title,
  heading = escaped(title),
  content,
  formAction = "'none'",
  headers = {}
}: Page): RawAnswer => ({
  status,
  headers: {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": [
      "default-src 'none'",
      `style-src 'sha256-${styleHash}'`,
      `form-action ${formAction}`,
      "base-uri 'none'",
      "frame-ancestors 'none'"
    ].join("; "),
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    ...headers
  },
  text: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${heading}</h1>
${content}
</main>
</body>
</html>
`
})

/**
 * Escapes text that a partner or a user chose, and puts it into a `bdi` element, so that right-to-left text does not reorder other text.
 */
export const isolated = (text: string): string => `<bdi>${escaped(text)}</bdi>`

export const alert = (text: string | undefined, id: string): string =>
  text === undefined ? "" : `<p role="alert" id="${id}">${escaped(text)}</p>\n`

export const failurePage = ({ status, body, headers }: WireFailure): RawAnswer =>
  page({ status, title: body.message, content: `<p>${escaped(body.data.error)}</p>`, headers })
