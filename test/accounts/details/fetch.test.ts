import { fetching } from "./suite/fetch.ts"
import { hosts } from "./suite/hosts.ts"
import { records } from "./suite/records.ts"

fetching()
hosts()
records()
