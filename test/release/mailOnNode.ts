import { onNode } from "../support/onNode.ts"

await onNode("mail by SMTP on Node", new URL("../accounts/mail/node/smtp.ts", import.meta.url))
