import { smtp } from "../suite/smtp.ts"

smtp("Node")
