// What Node and Deno run of these tests: all that depends on the runtime.
import { addresses } from "./suite/addresses.ts"
import { fetching } from "./suite/fetch.ts"
import { hosts } from "./suite/hosts.ts"

addresses()
fetching()
hosts()
