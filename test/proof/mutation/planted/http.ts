import type { Planted } from "../planted.ts"

/** The mistakes in one file, each as its sentence, the code and its replacement. */
const inFile = (
  file: string,
  mistakes: ReadonlyArray<readonly [mistake: string, code: string, to: string]>
): ReadonlyArray<Planted> =>
  mistakes.map(([mistake, code, to]) => ({ file: `lib/http/${file}`, mistake, code, to }))

export const planted: ReadonlyArray<Planted> = [
  ...inFile("access.ts", [
    [
      "no endpoint asks for a scope",
      'const guard: Guard<A> = { access, scope, liveOnly: side === "live" }',
      'const guard: Guard<A> = { access, scope: undefined, liveOnly: side === "live" }'
    ],
    [
      "a token of the test side changes the person",
      'const guard: Guard<A> = { access, scope, liveOnly: side === "live" }',
      "const guard: Guard<A> = { access, scope, liveOnly: false }"
    ]
  ]),
  ...inFile("annotations.ts", [
    [
      "failed logins in one ecosystem count for the same address in another",
      `typeof body.email === "string" ? \`\${eco} \${emailKey(body.email.trim())}\` : undefined`,
      'typeof body.email === "string" ? emailKey(body.email.trim()) : undefined'
    ],
    [
      "failed logins are counted apart for each spelling of an e-mail address",
      `typeof body.email === "string" ? \`\${eco} \${emailKey(body.email.trim())}\` : undefined`,
      `typeof body.email === "string" ? \`\${eco} \${body.email}\` : undefined`
    ],
    [
      "wrong passwords in a change of partner details are not counted",
      "body.currentPassword === undefined ? undefined : session?.actor.id",
      "body.password === undefined ? undefined : session?.actor.id"
    ]
  ]),
  ...inFile("body.ts", [
    [
      "brackets in the strings of a body count as levels",
      "} else if (code === 34) inString = true",
      "} else if (code === 1) inString = true"
    ],
    [
      "an escaped quote ends a string",
      "if (code === 92) index += 1 else if (code === 34)",
      "if (code === 34)"
    ],
    [
      "a body of 16 levels is refused",
      "if (depth > maxDepth) return true",
      "if (depth >= maxDepth) return true"
    ],
    ["levels that were closed count", "} else if (code === 125 || code === 93) depth -= 1", "}"],
    [
      "a character that arrives in two parts is lost",
      "decoder.decode(value, { stream: true })",
      "decoder.decode(value)"
    ],
    [
      "a form that repeats a field is accepted",
      "return repeated.length === 0 ?",
      "return repeated.length >= 0 ?"
    ],
    [
      "a list is accepted as a body",
      "return Predicate.isRecord(value)",
      'return typeof value === "object" && value !== null'
    ],
    ["a body in parts has no limit", "while (size <= limit) {", "while (size <= limit * 1000) {"],
    [
      "a form is accepted where JSON is asked for",
      "encodings.form && isForm(contentType)",
      "isForm(contentType)"
    ],
    ["slow bodies do not count", "entry.giveBack = share(entry.who, 1, () => cut(entry, displaced))", ""],
    ["the place of a body that has arrived is not given back", "entry.giveBack?.()", ""]
  ]),
  ...inFile("bulk.ts", [
    [
      "an item of a bulk is written in the name of the partner that it names",
      "new Unparsed(item, set)",
      "new Unparsed({ ...set, ...item })"
    ],
    [
      "an item of a bulk that takes no keys has its own idempotency key",
      "isKeyed ? { partnerId } : { partnerId, idempotencyKey: undefined }",
      "{ partnerId }"
    ],
    [
      "a bulk of which nothing was accepted uses up its key",
      "if (answer.accepted > 0) return Effect.succeed(answer)",
      "if (answer.accepted >= 0) return Effect.succeed(answer)"
    ],
    [
      "the outcomes of a bulk are in another order than its items",
      "outcomes: results.map(",
      "outcomes: results.toReversed().map("
    ]
  ]),
  ...inFile("codes.ts", [
    [
      "a taken name answers with the code of a taken e-mail address",
      'NameTaken: "name_taken"',
      'NameTaken: "email_taken"'
    ],
    ["an unknown award answers with the code of a rule", '"award_not_found"', '"rule_not_found"']
  ]),
  ...inFile("cors.ts", [
    [
      "pages of every origin may read",
      "origin === null || allowed?.has(origin) === false",
      "origin === null"
    ],
    ["a cache serves the answer for one origin to another", 'headers.append("vary", "Origin")', ""],
    [
      "an origin with a slash at its end allows nothing",
      'origins.map((origin) => origin.replace(/\\/$/, ""))',
      "origins"
    ],
    [
      "a page cannot read the request id of an answer",
      '"x-request-id, idempotency-replayed,',
      '"idempotency-replayed,'
    ]
  ]),
  ...inFile("eventStream.ts", [
    ["the streams of a partner are not limited", "partners.of(partnerId) >= maxPerPartner", "false"],
    ["the streams of an address are not limited", "addresses.of(address) >= maxPerAddress", "false"],
    ["a stream that was closed is given back twice", "if (!held) return", ""],
    [
      "a stream is read from the database faster than its reader reads",
      "if ((controller.desiredSize ?? 0) > 0) return resume(Effect.void)",
      "return resume(Effect.void)"
    ],
    ["a stream whose reader has left goes on", "fiber.unsafeInterruptAsFork(fiber.id())", "void fiber"]
  ]),
  ...inFile("failure.ts", [
    [
      'an unknown commit is answered "nothing was written"',
      'error.committed === "no" ?',
      'error.committed !== "yes" ?'
    ],
    ["an error shows a token that the caller sent", "error: withoutTokens(error) }", "error }"],
    ["an answer of 503 does not say when to try again", 'error, { "retry-after": "1" })', "error)"],
    [
      "the rest of a refused body is read as the next request",
      "error.status === 408 || error.status === 413",
      "error.status === 408"
    ],
    [
      "a client with wrong credentials is answered 400",
      'return error.code === "invalid_client"',
      'return error.code === "invalid_request"'
    ],
    ["an answer of 401 has no challenge", 'code, error, { "www-authenticate": "Bearer" })', "code, error)"],
    ["a key with another body is answered 400", 'failure(422, "Conflict"', 'failure(400, "Conflict"'],
    [
      "the answer to a full minute does not say what is left",
      `r=\${left};t=\${seconds}`,
      `r=0;t=\${seconds}`
    ],
    [
      "a lock that was waited for in vain is a defect",
      'case "LockTimeout": case "TransactionConflict"',
      'case "TransactionConflict"'
    ],
    [
      "an unknown user is answered with a code",
      'return notFound("", error.message)',
      'return notFound("user_not_found", error.message)'
    ]
  ]),
  ...inFile("handle.ts", [
    [
      "a body names the partner in whose name it is written",
      "new Unparsed(body, { ...params, partnerId: session.partnerId, idempotencyKey })",
      "new Unparsed({ partnerId: session.partnerId, ...body }, { ...params, idempotencyKey })"
    ],
    [
      "a query names the partner whose rows it reads",
      "new Unparsed(query, { ...params, partnerId: session.partnerId })",
      "new Unparsed({ partnerId: session.partnerId, ...query }, params)"
    ],
    [
      "a body changes the record that the path names",
      "new Unparsed(body, { ...params, partnerId: session.partnerId, idempotencyKey })",
      "new Unparsed({ ...params, ...body }, { partnerId: session.partnerId, idempotencyKey })"
    ]
  ]),
  ...inFile("idempotency.ts", [
    [
      "a key of one operation replays the answer of another",
      "[operation, body] : [operation, body, params]",
      "body : [body, params]"
    ],
    [
      "a key that a concurrent request used fails instead of replaying",
      "Effect.mapError(idempotency.once(keyed, Effect.fail(error)), (later) => isUncertain(error) ? error : later )",
      "Effect.fail(error)"
    ],
    ["an unknown commit is answered like a refusal", "isUncertain(error) ? error : later", "later"],
    [
      "a replay asks the partner's server again",
      "if (known === undefined) return yield* once(request, write(yield* prepare))",
      "const prepared = yield* prepare\n if (known === undefined) return yield* once(request, write(prepared))"
    ]
  ]),
  ...inFile("largeAnswer.ts", [
    ["an answer that was read keeps its share", "for (const giveBack of held.splice(0)) giveBack()", ""],
    [
      "the time of an answer that is read slowly is not renewed",
      "stopTimer() stopTimer = deadlines.add(cut(controller))",
      ""
    ],
    [
      "an answer that is not read has all the time",
      "stopTimer = deadlines.add(cut(controller)) }, pull",
      "}, pull"
    ],
    ["a large answer needs no slot", "held.push(slots.hold(who), share(", "held.push(share("],
    [
      "an answer that was cut looks complete",
      'controller.error(new Error("the answer was cut, because its caller did not read it"))',
      "controller.close()"
    ],
    [
      "the second part of an answer repeats the first",
      "controller.enqueue(bytes.subarray(from, sent))",
      "controller.enqueue(bytes.subarray(0, sent - from))"
    ],
    ["the length of an answer is counted in characters", "length: bytes.byteLength", "length: text.length"]
  ]),
  ...inFile("query.ts", [
    ["a parameter without a value is a value", '.filter(([, value]) => value !== "")', ""],
    ["a misnamed page is ignored", "refusesPaging && pagingNames.has(name)", "false && pagingNames.has(name)"]
  ]),
  ...inFile("rateLimits.ts", [
    ["a minute never ends", "if (current !== minute) {", "if (minute === 0) {"],
    [
      "an attempt of the previous minute is given back to this one",
      "wanted === minute ? shares.get(key) : undefined",
      "shares.get(key)"
    ],
    [
      "a known address has no limit of its own",
      `return counted(byAccount, \`\${address} \${key}\`, sparing)`,
      "return sparing"
    ],
    [
      "what other processes leave is not counted",
      "const left = share.left + share.free",
      "const left = share.left"
    ],
    [
      "requests are leased one by one",
      "const places = single ? 1 : Math.max(1, Math.floor(limit / 100))",
      "const places = 1"
    ]
  ]),
  ...inFile("response.ts", [
    [
      "a replay is not marked",
      'replayed === true ? { ...headers, "idempotency-replayed": "true" } : headers',
      "headers"
    ],
    ["an answer may be stored by caches", 'const noStore = "no-store"', 'const noStore = "private"'],
    [
      "any text is taken as a request id",
      "given !== null && /^[\\w.:-]{1,128}$/.test(given) ? given",
      "given !== null ? given"
    ],
    ["the answer to HEAD has no length", 'headers.set("content-length", String(byteLength))', ""],
    ["an address without a host has no path", 'const start = url.startsWith("/") ? 0 :', "const start ="],
    ["a fault of a host's route rejects", ".catch(() => fail(internal))", ""],
    ["a page of the host has no request id", 'response.headers.set("x-request-id", requestIdOf(request))', ""]
  ]),
  ...inFile("routes.ts", [
    [
      "an ecosystem that is not allowed is served",
      'found.eco !== "" && ecosystems?.has(found.eco) === false',
      "false"
    ],
    [
      "HEAD is not served",
      'found.routes.get(method === "HEAD" ? "GET" : method)',
      "found.routes.get(method)"
    ],
    [
      "lists are read without turns",
      "isList: Context.getOrElse(annotations, ReadsList, () => false)",
      "isList: false"
    ]
  ]),
  ...inFile("run.ts", [
    [
      "the trail does not say from which address coins were moved",
      "{ ...actor, address: caller.address() }",
      "{ ...actor, address: undefined }"
    ],
    ["requests are not limited in total", "if (taken >= limits.whole)", "if (false)"],
    ["one partner has all slots", "partners.of(partnerId) >= limits.partner", "false"],
    [
      "an answer that is not read takes a slot of all",
      "partners.add(partnerId) addresses.add(address) return () => {",
      "taken += 1\n partners.add(partnerId)\n addresses.add(address)\n return () => {\n taken -= 1"
    ],
    ["a request that is late runs on", "running?.unsafeInterruptAsFork(running.id())", ""],
    ["deadlines pass late after the first", "arm(entry.until - now + 1)", "arm(milliseconds)"]
  ]),
  ...inFile("serve.ts", [
    [
      "what is written over HTTP was ordered by nobody",
      'if ("session" in admitted.value) steps.actAs(admitted.value.session.actor)',
      ""
    ],
    [
      "a token has all scopes",
      'scope === "person" ? actor.kind === "person" : scopes.has(scope)',
      'scope === "person" ? actor.kind === "person" : scopes.size > 0'
    ],
    [
      "an API key passes for a person",
      'scope === "person" ? actor.kind === "person" : scopes.has(scope)',
      'scope === "person" || scopes.has(scope)'
    ],
    [
      "a token that this process knows has all scopes",
      "return allows(session, scope) ? session : undefined",
      "return session"
    ],
    [
      "the secret of a key ends at its first colon",
      "secret: text.slice(colon + 1)",
      'secret: text.split(":")[1] ?? ""'
    ],
    [
      "a user's token of one partner is counted for nobody",
      "Effect.as(countPartner(user.partnerId, facts), { user })",
      "Effect.succeed({ user })"
    ]
  ]),
  ...inFile("shares.ts", [
    ["a share is above its limit by one request", "makeRoom(key, limit - size)", "makeRoom(key, limit)"],
    ["nothing is lost to make room", "lose() } }", "} }"],
    ["what was lost still counts", "lose: () => { giveBack()", "lose: () => {"],
    [
      "one partner has the whole share",
      `found.set(\`partner \${partnerId}\`, limits.partner)`,
      `found.set(\`partner \${partnerId}\`, limits.whole)`
    ],
    [
      "the newest loses",
      "for (const { lose } of share.holdings)",
      "for (const { lose } of Array.from(share.holdings).toReversed())"
    ],
    [
      "what is given back twice is subtracted twice",
      "if (share?.holdings.delete(holding) !== true) continue",
      "if (share === undefined) continue\n share.holdings.delete(holding)"
    ]
  ]),
  ...inFile("trace.ts", [
    ["every caller's span is sampled", "(Number.parseInt(flags, 16) & 1) === 1", "true"],
    ["a refusal fails the span", "status < 500 ? Exit.void", "status < 400 ? Exit.void"],
    [
      "a header of version 00 may have more fields",
      'if (rest !== undefined && header?.startsWith("00")) return Option.none()',
      ""
    ],
    [
      "the caller's span is ignored",
      `tracer.span(\`\${method} \${route}\`, parent,`,
      `tracer.span(\`\${method} \${route}\`, Option.none(),`
    ]
  ]),
  ...inFile("HttpHandler.ts", [
    ["a stopping service takes new requests", "if (stopping) { const failure", "if (false) { const failure"],
    [
      "a service stops before its requests are answered",
      "if (running === 0) idle.resolve() await",
      "idle.resolve()\n await"
    ],
    ["the address under which browsers come has two slashes", '.replace(/\\/+$/, "")', ""],
    ["the log does not have the fault of the service", "facts.defect = defect return", "return"]
  ]),
  ...inFile("awards/handlers.ts", [
    ["an award that was replayed is not marked", "replayed: record.replayed", "replayed: false"],
    [
      "a suppressed award says that it was created",
      "record.suppressedBy === null",
      "record.suppressedBy !== undefined"
    ]
  ]),
  ...inFile("boards/handlers.ts", [
    [
      "a partner reads the board of another",
      "partnerId === undefined || partnerId.toLowerCase() === session.partnerId",
      "true"
    ],
    [
      "a board shows records to every token",
      "readsPersonalData(request) ? page.entries.map(({ id }) => id) : []",
      "page.entries.map(({ id }) => id)"
    ],
    ["the yearly board ignores a page that is no number", "yield* parseQuery(query)", ""],
    ["records that do not fit are left out in silence", "if (end !== -1) {", "if (false) {"]
  ]),
  ...inFile("coins/handlers.ts", [
    [
      "a replay shows the partner's new name",
      'const { name, email } = Option.getOrElse(readPayee(attachment ?? ""), () => ({ name: "", email: "" }))',
      "const { name, email } = yield* (yield* Parties).partner(partnerId)"
    ],
    [
      "a transfer with a key shows the user's data for ever",
      "yield* idempotencyKey === undefined ? afterWrite(current) : afterWrite(storedParties(record))",
      "yield* afterWrite(current)"
    ],
    [
      "a failed read after a transfer says that nothing was written",
      "known ?? (yield* idempotencyKey === undefined ? afterWrite(current) : afterWrite(storedParties(record)))",
      "known ?? (yield* idempotencyKey === undefined ? current : storedParties(record))"
    ]
  ]),
  ...inFile("coins/transaction.ts", [
    [
      "coins that leave the wallet are shown as a credit",
      'debitOrCredit: leaves ? "DE" : "CR"',
      'debitOrCredit: leaves ? "CR" : "DE"'
    ],
    [
      "an award that was reversed is refunded",
      'movement.kind === "user_partner_transfer" && reversedAt !== null',
      "reversedAt !== null"
    ],
    [
      "a transaction does not move when it is refunded",
      "(reversedAt ?? createdAt).toISOString()",
      "createdAt.toISOString()"
    ],
    ["the partner pays itself", "from: leaves ? user : business", "from: business"],
    [
      "the narration of a transfer is dropped",
      "narration: movement.narration ?? narrations[movement.kind]",
      "narration: narrations[movement.kind]"
    ]
  ]),
  ...inFile("events/handlers.ts", [
    [
      "a browser that reconnects gets the same events again",
      'if (given !== null && given !== "")',
      'if (given !== null && given !== "" && query.after === undefined)'
    ],
    ["HEAD opens a stream", 'method === "GET" && /\\btext', "/\\btext"]
  ]),
  ...inFile("events/wireEvent.ts", [
    [
      "the reversal of an award names no award",
      "{ ...undone, awardId: award.id, partnerId }",
      "{ ...undone, awardId: undone.id, partnerId }"
    ],
    ["the time of a webhook's event is left out", "timestamp: createdAt, requestId", "requestId"]
  ]),
  ...inFile("iam/handlers.ts", [
    ["the trail ends after one page", "next: full ? (found.at(-1)?.id ?? null) : null", "next: null"],
    ["the trail never ends", "const full = found.length >= Number(limit)", "const full = true"],
    ["the trail goes on with the first entry of its page", "found.at(-1)?.id", "found.at(0)?.id"]
  ]),
  ...inFile("members/handlers.ts", [
    ["a member's record is shown to every token", "records: readsPersonalData(request)", "records: true"],
    [
      "the answer under a key has the record and the attributes",
      "answersPersonalData(request) ? admitted : { ...admitted, ...hidden }",
      "admitted"
    ]
  ]),
  ...inFile("members/memberAnswer.ts", [
    [
      "an answer with a key has the record",
      "request.idempotencyKey === undefined && readsPersonalData(request)",
      "readsPersonalData(request)"
    ],
    [
      "a stored answer has the partner's own user id",
      "userId === body.userId ? member : { ...member, userId }",
      "({ ...member, userId })"
    ],
    [
      "an answer without a key never has the record",
      "request.idempotencyKey === undefined && readsPersonalData(request)",
      "false"
    ]
  ]),
  ...inFile("partners/handlers.ts", [
    [
      "the password is a part of what is stored with the key",
      "onceAfter({ ...request, body }, prove,",
      "onceAfter(request, prove,"
    ],
    [
      "a refused change of an e-mail address is not in the trail",
      'Effect.tapErrorTag("EmailTaken", refused),',
      ""
    ],
    ["a change in another ecosystem is not in the trail", 'Effect.tapErrorTag("Forbidden", refused),', ""]
  ]),
  ...inFile("partners/passwordPage.ts", [
    ["the token of a link is not escaped", `\${escaped(token)}`, `\${token}`]
  ]),
  ...inFile("htmlPage.ts", [
    ["a page can be shown in a frame", "\"frame-ancestors 'none'\"", '"frame-ancestors *"'],
    ["an error on a page is not escaped", `<p>\${escaped(body.data.error)}</p>`, `<p>\${body.data.error}</p>`]
  ]),
  ...inFile("rules/handlers.ts", [
    [
      "the key of a new rule is ignored",
      'message: "Rule created successfully", ...(yield* once(request, write))',
      'message: "Rule created successfully", ...(yield* Effect.map(write, (data) => ({ data })))'
    ]
  ]),
  ...inFile("rules/rule.ts", [
    ["a rule without a limit per user has one", 'Unlimited: () => "-1"', 'Unlimited: () => "1"'],
    [
      "a batched rule is complete at once",
      'rule.terms._tag === "Batched" ? rule.terms.completionNumber : 1',
      "1"
    ]
  ]),
  ...inFile("users/handlers.ts", [
    ["a refused link is not in the trail", 'Effect.tapErrorTag("AlreadyLinked", refused),', ""],
    ["a link without consent is not in the trail", 'Effect.tapErrorTag("Forbidden", refused)', ""],
    ["the end of a code is not shown", "codeExpiresAt?.toISOString() ?? null", "null"],
    [
      "a link shows the record and the attributes to every token",
      "if (!answersPersonalData(request)) return stored(request, MemberAnswer.encode({ ...linked, ...hidden }))",
      ""
    ]
  ]),
  ...inFile("webhooks/handlers.ts", [
    ["a test that failed says that it was delivered", "result.delivered ?", "result !== undefined ?"]
  ]),
  ...inFile("authorization/handlers.ts", [
    ["a user's e-mail address is shown without consent", 'user.scopes.has("email") && {', "true && {"],
    ["a user's name is shown without consent", 'user.scopes.has("fullname") &&', "true &&"],
    [
      "the scope in a body is the one that is asked for",
      "new Unparsed(body, { scope, deviceType, ecosystem })",
      "new Unparsed({ scope, deviceType, ...body }, { ecosystem })"
    ],
    [
      "the address of a code does not name its issuer",
      "{ code: issued.code, state, iss: issuerOf(incoming) }",
      "{ code: issued.code, state }"
    ]
  ]),
  ...inFile("authorization/csrf.ts", [
    [
      "one of two cookies is taken",
      "others.length === 0 ? own?.slice(name.length + 1) : undefined",
      "own?.slice(name.length + 1)"
    ],
    [
      "a form of another site is taken",
      'typeof csrf !== "string" || isFromElsewhere(incoming)',
      'typeof csrf !== "string"'
    ],
    [
      "a page of the same site can send the form",
      'site !== "same-origin" && site !== "none"',
      'site === "cross-site"'
    ],
    [
      "the page does not work in two tabs",
      "const secret = secretOf(request) ?? newSecret()",
      "const secret = newSecret()"
    ]
  ]),
  ...inFile("authorization/consent.ts", [
    [
      "a repeated parameter is taken once",
      "if (more.length > 0) repeated.push(jsonName(name)) else if",
      "if"
    ],
    [
      "a form that was not shown to this browser is carried out",
      "if (!isOwnForm(incoming)) {",
      "if (false) {"
    ],
    [
      "the application's own redirects are blocked",
      'return protocol === "http:" ? "http: https:" : protocol',
      "return new URL(address).origin"
    ],
    [
      "the page shows the scheme of a web address as its owner",
      'if (protocol === "https:" || protocol === "http:") return host',
      ""
    ],
    [
      "the state is not returned with a refusal",
      "error_description: denied, state }",
      "error_description: denied }"
    ]
  ]),
  ...inFile("authorization/consentPage.ts", [
    ["the value of a field is not escaped", `value="\${escaped(value)}">\``, `value="\${value}">\``],
    [
      "the tag that was typed is not escaped",
      `name="tag" value="\${escaped(tag)}"`,
      `name="tag" value="\${tag}"`
    ]
  ]),
  ...inFile("authorization/tokens.ts", [
    ["an empty field of a form is a value", '.filter(([, value]) => value !== "")', ""],
    [
      "the body of a token request names its ecosystem",
      "if (!isForm) return { ...body, ecosystem: eco }",
      "if (!isForm) return { ecosystem: eco, ...body }"
    ],
    [
      "the form of a token request names its ecosystem",
      "return { ...Object.fromEntries(given.map(([name, value]) => [jsonName(name), value])), ecosystem: eco }",
      "return { ecosystem: eco, ...Object.fromEntries(given.map(([name, value]) => [jsonName(name), value])) }"
    ],
    [
      "a wrong access token of a client is not in the trail",
      'yield* (yield* Audit).record({ action, outcome: "refused", actor, detail: reason })',
      ""
    ],
    ["errors of a form have the names of JSON", "field: oauthName(field)", "field"]
  ])
]
