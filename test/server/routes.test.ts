import assert from "node:assert/strict"
import { makeRoutes } from "../../server/service.ts"
import { it } from "../support/effect.ts"

const named = (name: string) => () => new Response(name)
const routes = makeRoutes(
  { "/": named("root"), "/docs": named("docs"), "/docs/*": named("in docs") },
  named("rest")
)

const answerTo = async (url: string): Promise<string> => {
  const request = new Request("http://localhost")
  // If the Host header is invalid, Bun's URL is only the path. No constructor makes such a request.
  Object.defineProperty(request, "url", { value: url })
  return (await routes(request)).text()
}

it("routes of the server are distinguished from those of the API by their path alone", async () => {
  const expected: Readonly<Record<string, string>> = {
    "http://localhost": "rest",
    "http://localhost/": "root",
    "http://localhost/?a=/docs": "root",
    "http://localhost:80/docs": "docs",
    "https://localhost/docs?a=1": "docs",
    "http://localhost/docs/": "in docs",
    "http://localhost/docs/a/b.js?c": "in docs",
    "/docs/a": "in docs",
    "/": "root",
    "http://localhost/docsy": "rest",
    "http://localhost/docs/*": "in docs",
    "http://localhost/*": "rest",
    "http://localhost/other/docs": "rest",
    "http://localhost/api/v1/docs": "rest",
    "http://localhost/toString": "rest",
    "http://localhost/constructor/x": "rest",
    "http://localhost/__proto__": "rest"
  }
  for (const [url, name] of Object.entries(expected)) assert.equal(await answerTo(url), name, url)
})
