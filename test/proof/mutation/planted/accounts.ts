import type { Planted } from "../planted.ts"

/** The mistakes in one file, each as its sentence, the code and its replacement. */
const inFile = (
  file: string,
  mistakes: ReadonlyArray<readonly [mistake: string, code: string, to: string]>
): ReadonlyArray<Planted> =>
  mistakes.map(([mistake, code, to]) => ({ file: `lib/accounts/${file}`, mistake, code, to }))

export const planted: ReadonlyArray<Planted> = [
  ...inFile("Identity.ts", [
    ["e-mail addresses differ by case", "email.toLowerCase()", "email"],
    [
      "a redirect can run a script",
      "isUrl(value, (protocol) => !forbiddenSchemes.has(protocol))",
      "isUrl(value, () => true)"
    ],
    [
      "a user's password has no upper limit",
      "value.length >= 8 && value.length <= 200 ?",
      "value.length >= 8 ?"
    ]
  ]),
  ...inFile("secret.ts", [
    [
      "a secret is right if nothing is stored",
      "timingSafeEqual(wanted, given) && stored !== undefined",
      "(stored === undefined || timingSafeEqual(wanted, given))"
    ],
    ["a secret is stored as it is", 'hash("sha256", secret, "base64url")', "secret"],
    ["a secret has 32 bits", 'randomBytes(32).toString("base64url")', 'randomBytes(4).toString("base64url")']
  ]),
  ...inFile("users/UserResets.ts", [
    [
      "a code of one user resets the password of another",
      "r.account_id = input.account_id AND r.hash = input.hash",
      "r.hash = input.hash"
    ],
    ["a code works after an hour", "r.hash = input.hash AND r.expires_at > input.at", "r.hash = input.hash"],
    [
      "a reset changes the time of the verification",
      "COALESCE(rewards_user.email_verified_at, input.at)",
      "input.at"
    ],
    [
      "a stranger's request is in the trail of the user",
      "const userId = isMailed ? user?.id : undefined",
      "const userId = user?.id"
    ]
  ]),
  ...inFile("users/userByName.ts", [
    ["nobody logs in by e-mail address", "u.email_key = input.name", "u.email = input.name AND FALSE"]
  ]),
  ...inFile("users/Users.ts", [
    [
      "an account that is verified is abandoned",
      "u.email_verified_at IS NULL AND u.created_at <= input.before",
      "u.created_at <= input.before"
    ],
    ["an account is abandoned at once", "new Date(createdAt.getTime() - verificationPeriod)", "createdAt"],
    [
      "the abandoned account with the same e-mail address keeps it",
      "(u.tag = input.tag OR u.email_key = input.email_key)",
      "u.tag = input.tag"
    ],
    ["a taken tag is not in the trail", '.pipe(Effect.tapErrorTag("TagTaken", onRefusal),', ".pipe("],
    [
      "a wrong code fails before its try is counted",
      "const verified = yield* database.transaction(verify(yield* parseVerify(input)))",
      "const verified = yield* database.transaction(Effect.filterOrFail(verify(yield* parseVerify(input)), (found) => found !== undefined, () => new CodeRefused()))"
    ]
  ]),
  ...inFile("users/otps.ts", [
    [
      "a code can be tried six times",
      `rewards_otp.tries < \${maxTries}`,
      `rewards_otp.tries <= \${maxTries}`
    ],
    ["a code works after ten minutes", "AND rewards_otp.expires_at > input.at", ""],
    [
      "the hour of codes begins with each code",
      "THEN rewards_otp.window_at ELSE excluded.window_at END",
      "THEN excluded.window_at ELSE excluded.window_at END"
    ],
    [
      "a new code can be tried as often as is left of the old one",
      "hash = excluded.hash, tries = 0,",
      "hash = excluded.hash,"
    ],
    ["codes are stored without salt", `\`\${userId}\${otp}\``, "otp"]
  ]),
  ...inFile("users/User.ts", [
    ["a phone number keeps its country code", "international.slice(code.length)", "international"],
    [
      "a tag keeps its case",
      "decode: (value) => value.trim().toLowerCase()",
      "decode: (value) => value.trim()"
    ],
    ["a phone number of three digits is accepted", "/^[0-9]{4,15}$/", "/^[0-9]{3,15}$/"]
  ]),
  ...inFile("users/userLogins.ts", [
    [
      "any password is right",
      "if (user === undefined || !correct) return yield* wrong()",
      "if (user === undefined) return yield* wrong()"
    ],
    [
      "a new cost undoes a password that was changed meanwhile",
      "WHERE rewards_user.id = input.id AND rewards_user.password_hash = input.verified_hash",
      "WHERE rewards_user.id = input.id"
    ],
    ["the address of a user's login is not remembered", "yield* knownAddresses.remember(account)", ""],
    [
      "an old hash is kept for ever",
      "if (isOutdated) yield* database.run(rehash, [{ id, verifiedHash, newHash }])",
      ""
    ]
  ]),
  ...inFile("parties/Parties.ts", [
    ["a partner sees the tag as the name", 'name: user?.name ?? ""', 'name: user?.name ?? user?.tag ?? ""'],
    [
      "a member who is a user is not linked",
      "isUser: user !== undefined",
      "isUser: user?.tag !== undefined && user.tag !== null"
    ]
  ]),
  ...inFile("rates/KnownAddresses.ts", [
    ["every address is known", "return seen > (yield* now).getTime() - lifetime", "return true"],
    ["an address is known for ever", "return seen > (yield* now).getTime() - lifetime", "return seen > 0"]
  ]),
  ...inFile("rates/RateLeases.ts", [
    ["the previous minute's leases are deleted", "[{ minute: minute - 1 }]", "[{ minute }]"],
    ["leases are never deleted", "yield* database.run(deleteBefore, [{ minute: minute - 1 }])", ""]
  ]),
  ...inFile("resets/resetSecrets.ts", [
    ["a sixth link is valid", "const maxValid = 5", "const maxValid = 6"],
    [
      "a link takes the place of a valid one",
      "AND r.place = p.place AND r.expires_at > input.at)",
      "AND r.place = p.place AND r.expires_at > input.at AND FALSE)"
    ],
    [
      "a place is never free again",
      "AND r.place = p.place AND r.expires_at > input.at)",
      "AND r.place = p.place)"
    ],
    ["a link lives for a day", "at.getTime() + minutes * 60_000", "at.getTime() + minutes * 60_000 * 24"]
  ]),
  ...inFile("resets/Resets.ts", [
    ["a link works in every ecosystem", "AND p.ecosystem = input.ecosystem", ""],
    [
      "an expired link shows its form",
      "r.hash = input.hash AND r.expires_at > input.at",
      "r.hash = input.hash"
    ]
  ]),
  ...inFile("audit/Audit.ts", [
    ["a partner reads the trail of another", `a.partner_id = \${given("partner_id")} AND a.id <`, "a.id <"],
    [
      "the trail shows the oldest entries first",
      `ORDER BY a.id DESC LIMIT \${given("size")}`,
      `ORDER BY a.id LIMIT \${given("size")}`
    ],
    ["entries of nobody stay for a year", "return anonymousLifetime", "return strangersLifetime"]
  ]),
  ...inFile("audit/trail.ts", [
    [
      "the trail of a transfer has the balance after it as the one before",
      "Coins.make(record.balance + record.coins)",
      "Coins.make(record.balance)"
    ],
    ["the trail does not have the address of an order", "address: order.by.address,", ""]
  ]),
  ...inFile("audit/webhookAudit.ts", [
    ["nobody is told that a webhook was paused", "yield* mails.write({ to, letter, expiresAt: null })", ""],
    [
      "the pause of a webhook is not in the trail",
      `yield* audit.record({ ...event, detail: \`\${id} to \${host}: \${reason}\` })`,
      ""
    ]
  ]),
  ...inFile("mail/smtp.ts", [
    ["the log has the password of the mail server", 'words.replaceAll(secret, "***")', "words"],
    ["a password is sent without TLS", "String(hasPassword && !loopback.test(host))", '"false"'],
    [
      "the password of a URL is not decoded",
      "const pass = decoded(url.password)",
      "const pass = url.password"
    ]
  ]),
  ...inFile("mail/Mails.ts", [
    [
      "a mail that was sent keeps its text",
      "SET sent_at = input.at, due_at = NULL, body = '', html = ''",
      "SET sent_at = input.at, due_at = NULL"
    ],
    [
      "a mail is claimed by two senders",
      "attempts = attempts + 1, due_at = input.leased_until",
      "attempts = attempts + 1"
    ],
    [
      "a failure is recorded over a delivery",
      "AND rewards_mail.attempts = input.attempts AND sent_at IS NULL",
      "AND rewards_mail.attempts = input.attempts"
    ],
    [
      "the list begins with the oldest mail",
      "ORDER BY m.id DESC LIMIT (SELECT size FROM input)",
      "ORDER BY m.id LIMIT (SELECT size FROM input)"
    ]
  ]),
  ...inFile("mail/letters.ts", [
    ["a name is an advertisement", "line.length > 100 ||", "line.length > 100 || 1 > 2 &&"],
    [
      "text in a mail is not escaped",
      `color:#16211b">\${escaped(text)}</p>\``,
      `color:#16211b">\${text}</p>\``
    ]
  ]),
  ...inFile("mail/MailSender.ts", [
    [
      "a mail is tried after it has expired",
      "mail.expiresAt !== null && again >= mail.expiresAt ? null : again",
      "again"
    ],
    ["the first pause is left out", "pauses[mail.attempts - 1]", "pauses[mail.attempts]"],
    [
      "a mail becomes due while it is sent",
      'const lease = Duration.sum(patience, "1 minute")',
      "const lease = Duration.times(patience, 0.5)"
    ],
    [
      "a failure of the database ends the sender",
      'Effect.catchAllCause((cause) => Effect.logWarning("Mails cannot be sent at the moment", cause))',
      ""
    ],
    [
      "one mail is sent at a time",
      "yield* Queue.offer(tokens, undefined) yield* deliver(mail, restore)",
      "yield* deliver(mail, restore)"
    ]
  ]),
  ...inFile("consents/Consents.ts", [
    [
      "consents that were withdrawn are listed",
      "WHERE g.user_id = input.user_id AND g.revoked_at IS NULL ORDER BY g.created_at DESC",
      "WHERE g.user_id = input.user_id ORDER BY g.created_at DESC"
    ],
    [
      "the scopes of an older consent are left out",
      'new Set([...(known?.scopes ?? []), ...scopes.split(" ")])',
      'new Set(scopes.split(" "))'
    ],
    [
      "a consent shows the time of the oldest as the latest",
      "updatedAt: known?.updatedAt ?? createdAt",
      "updatedAt: createdAt"
    ]
  ]),
  ...inFile("passwords/Passwords.ts", [
    [
      "an unknown account is answered at once",
      "const key = yield* derive(recipe, account)",
      "if (stored === undefined) return false\n const key = yield* derive(recipe, account)"
    ],
    ["a hash of another cost is never outdated", "!stored.startsWith(prefix)", "false"],
    [
      "accounts do not take turns without addresses",
      `if (address === undefined) return [\`account \${account}\`]`,
      'if (address === undefined) return ["account"]'
    ]
  ]),
  ...inFile("passwords/Passwords/fairQueue.ts", [
    [
      "the first in line is always served",
      "line.parts.delete(name) if (part.size > 0) line.parts.set(name, part)",
      "if (part.size === 0) line.parts.delete(name)"
    ],
    ["the newest of a line is served", "return line.items.shift()", "return line.items.pop()"]
  ]),
  ...inFile("members/MemberDirectory.ts", [
    [
      "records that do not fit are shown as missing",
      "stored.fits(id) && attributes.fits(id)",
      "attributes.fits(id)"
    ],
    [
      "attributes that do not fit are shown as missing",
      "stored.fits(id) && attributes.fits(id)",
      "stored.fits(id)"
    ],
    [
      "a member of whom two words match is found twice",
      `CASE WHEN \${first} = \${name} THEN 1 END IS NOT NULL`,
      "TRUE"
    ],
    [
      "attributes are not hidden from any caller",
      "records ? attributes.of(member.id) : null",
      "attributes.of(member.id)"
    ]
  ]),
  ...inFile("members/visibility.ts", [
    [
      "a consent to one partner holds for all",
      `g.partner_id = \${partner} AND g.user_id = \${user}`,
      `g.user_id = \${user}`
    ],
    ["a consent that was withdrawn holds", "AND g.revoked_at IS NULL AND (' '", "AND (' '"],
    [
      "a name is found by its beginning only",
      "Array.from(words, ({ index }) => index)",
      "Array.from(words, () => 0)"
    ]
  ]),
  ...inFile("links/Links.ts", [
    ["a partner links in another ecosystem", "if (application?.ecosystem !== ecosystem) {", "if (false) {"]
  ]),
  ...inFile("links/moveRecord.ts", [
    [
      "a record takes the place of the member's own",
      "AND NOT EXISTS (SELECT 1 FROM rewards_member_data d WHERE d.partner_id = input.partner_id AND d.member_id = input.to_id)",
      ""
    ]
  ]),
  ...inFile("keys/ApiKeys.ts", [
    ["a partner has any number of keys", "if (live.length >= maxLiveKeys)", "if (false)"],
    ["revoked keys count", "others.filter(({ revokedAt }) => revokedAt === null)", "others"],
    [
      "revoked keys hide valid ones",
      "ORDER BY CASE WHEN k.revoked_at IS NULL THEN 0 ELSE 1 END, k.id DESC",
      "ORDER BY k.id DESC"
    ],
    [
      "two keys that are made at once pass the limit",
      "const [partner] = yield* database.run(lockPartner, [{ id: partnerId }])",
      "const [partner] = [{ id: partnerId }]"
    ]
  ]),
  ...inFile("applications/Applications.ts", [
    [
      "an e-mail address changes without the password",
      "if (currentPassword === undefined) return yield* passwordMissing()",
      "if (currentPassword === undefined) return { partnerId, personId, changes, passwordHash: person.passwordHash ?? undefined }"
    ],
    [
      "an e-mail address changes with a wrong password",
      "if (!(yield* passwords.verify(currentPassword, passwordHash, personId))) return yield* wrongPassword()",
      ""
    ],
    [
      "a password that was changed meanwhile proves",
      "if (proved.passwordHash !== passwordHash) return yield* wrongPassword()",
      ""
    ],
    ["a change of nothing is in the trail", "if (fields.length === 0) return after", ""],
    [
      "the trail has the new address as the actor",
      "actor: before.email, partnerId, detail",
      "actor: after.email, partnerId, detail"
    ]
  ]),
  ...inFile("details/MemberDetails.ts", [
    [
      "an older record takes the place of a newer one",
      "WHERE excluded.fetched_at >= rewards_member_data.fetched_at",
      ""
    ],
    [
      "the records of a page have no limit",
      `CASE WHEN f.total <= \${maxPageBytes} THEN`,
      `CASE WHEN f.total <= 1000 * \${maxPageBytes} THEN`
    ],
    [
      "records of a page are counted in any order",
      "OVER (ORDER BY input.place)",
      "OVER (ORDER BY s.member_id)"
    ],
    [
      "the record is not stored",
      "const written = yield* database.run(upsertRecord, [ { ...owner, tag, tagKey: searchKey(tag), data, fetchedAt } ])",
      "const written: ReadonlyArray<unknown> = []; void data"
    ]
  ]),
  ...inFile("details/UserDetails.ts", [
    ["a redirect is an answer", "if (status !== 200) return", "if (status >= 400) return"],
    [
      "any content type is a record",
      'if (!isJson(headers["content-type"])) return "must answer with the content type application/json"',
      ""
    ],
    ["bytes that are no text are read", "{ fatal: true }", "{ fatal: false }"]
  ]),
  ...inFile("details/UserRecord.ts", [
    [
      "an error shows the value of a record",
      'if (typeof value === "string") return "other text"',
      'if (typeof value === "string") return JSON.stringify(value)'
    ],
    [
      "a member without an id is onboarded",
      'userId === undefined && tag === undefined ? [{ field: "userId", problem: "or tag is required" }] : []',
      "[]"
    ]
  ]),
  ...inFile("rules/AuditedRules.ts", [
    [
      "the trail has a rule's new value as the old one",
      'truncated(old.get(field) ?? "")',
      "truncated(value)"
    ],
    ["the trail of a change has all fields", ".filter(([field, value]) => old.get(field) !== value)", ""],
    [
      "the rule is read after the change",
      "const before = yield* lock(input) const rule = yield* rules.update(input)",
      "const rule = yield* rules.update(input)\n const before = yield* lock(input)"
    ],
    [
      "a long text hides the rest of the trail",
      `text.length > maxValue ? \`\${text.slice(0, maxValue)}…\` : text`,
      "text"
    ]
  ]),
  ...inFile("settings/AuditedSettings.ts", [
    [
      "the trail has a setting's new value as the old one",
      `\${textOf(before[name])} ->`,
      `\${textOf(after[name])} ->`
    ],
    [
      "the settings are read after the change",
      "const before = yield* settings.get({ partnerId }) const after = yield* settings.update(input)",
      "const after = yield* settings.update(input)\n const before = yield* settings.get({ partnerId })"
    ]
  ]),
  ...inFile("sessions/Sessions.ts", [
    [
      "a login of one ecosystem is one of another",
      'people.by("ecosystem", "email").find("partnerId", "id", "role", "passwordHash")',
      'people.by("email").find("partnerId", "id", "role", "passwordHash")'
    ],
    ["a revoked key logs in", 'where: "rewards_api_key.revoked_at IS NULL"', 'where: "TRUE"'],
    ["the address is remembered with the old hash", "passwordHash: newHash ?? stored", "passwordHash: stored"]
  ]),
  ...inFile("people/caller.ts", [
    ["a caller who may no longer manage people still does", ' && scopesOf[caller.role].includes("staff")', ""]
  ]),
  ...inFile("people/People.ts", [
    [
      "the last owner can go",
      "isOwner(person) && all.filter(isOwner).length === 1",
      "isOwner(person) && all.filter(isOwner).length === 0"
    ],
    [
      "an invited owner counts as an owner",
      'role === "owner" && inviteExpiresAt === null',
      'role === "owner"'
    ],
    ["people change their own role", "if (caller?.id === id) return yield* new OwnRole()", ""],
    [
      "a change of role leaves the sessions",
      `yield* sessions.endTokens({ partnerId, personId: id })
    yield* record("staff.role"`,
      'yield* record("staff.role"'
    ],
    [
      "the links of a person who was removed stay valid",
      "yield* database.run(deleteSecrets, [{ accountId: id }])",
      ""
    ],
    [
      "an expired invitation is accepted",
      "AND rewards_person.invite_hash = input.hash AND rewards_person.invite_expires_at > input.at",
      "AND rewards_person.invite_hash = input.hash"
    ],
    [
      "people who were added meanwhile are not counted",
      "if (others.length >= maxPeople)",
      "if (others.length > maxPeople)"
    ]
  ]),
  ...inFile("secondFactor/totp.ts", [
    ["a code works twice", "step > (lastStep ?? -1)", "step >= (lastStep ?? -1)"],
    ["a code is valid for five minutes", "const tolerance = 1", "const tolerance = 10"]
  ]),
  ...inFile("secondFactor/storedFactors.ts", [
    ["a code is not used up", "secret: secret.renewed, lastStep }", "secret: secret.renewed, lastStep: 0 }"],
    ["every recovery code is right", "if (!factor.codes.includes(hash)) return yield* new OtpWrong()", ""]
  ]),
  ...inFile("people/Role.ts", [
    [
      "a manager manages people",
      'manager: [...keyScopes, "account"]',
      'manager: [...keyScopes, "account", "staff"]'
    ],
    [
      "a viewer awards",
      'viewer: ["read", "members:read"]',
      'viewer: ["read", "members:read", "awards:write"]'
    ]
  ]),
  ...inFile("sessions/Sessions/accessTokens.ts", [
    [
      "a person ends the session of another",
      '" AND t.person_id = input.person_id AND t.id = input.id"',
      '" AND t.id = input.id"'
    ],
    [
      "a token is trusted for an hour",
      'const trustPeriod = Duration.toMillis("3 seconds")',
      'const trustPeriod = Duration.toMillis("1 hour")'
    ],
    [
      "a revoked token is trusted by this process",
      "for (const [hash, { session }] of cache) if (session.partnerId === partnerId || session.accountId === partnerId) cache.delete(hash)",
      ""
    ],
    [
      "a token of the test side outlives its session",
      "s.person_id = t.person_id AND s.id = t.test_of",
      "s.person_id = t.person_id"
    ],
    [
      "a token of the test side opens the live side",
      "return side && { partnerId: side.partnerId, accountId: partnerId }",
      "return side && { partnerId, accountId: partnerId }"
    ],
    ["a look-up during a revocation is trusted", "if (revocations === before) {", "if (true) {"],
    [
      "a revocation is heard before its commit",
      "yield* database.afterCommit(() => distrust(partnerId, new Set(ended.map(({ hash }) => hash))))",
      "distrust(partnerId, new Set(ended.map(({ hash }) => hash)))"
    ]
  ]),
  ...inFile("authorization/Authorizations.ts", [
    [
      "a refresh token reads the profile",
      "AND t.kind = 'access' AND t.expires_at > input.at",
      "AND t.expires_at > input.at"
    ],
    [
      "a token of a withdrawn consent is valid",
      "t.expires_at > input.at AND g.revoked_at IS NULL",
      "t.expires_at > input.at"
    ]
  ]),
  ...inFile("authorization/Authorizations/grants.ts", [
    [
      "a code works for an hour",
      "const codeLifetime = Duration.seconds(60)",
      "const codeLifetime = Duration.hours(1)"
    ],
    ["a code works twice", 'where: "rewards_code.used_at IS NULL"', 'where: "TRUE"']
  ]),
  ...inFile("authorization/Authorizations/tokenRequests.ts", [
    [
      "a code of one application works for another",
      "code === undefined || code.applicationId !== client.applicationId",
      "code === undefined"
    ],
    [
      "a code that was used again leaves its tokens",
      "if (code.used) return yield* refuseReuse",
      'if (code.used) return refuse("the code was used before: all tokens of its grant have ended", userId)'
    ]
  ]),
  ...inFile("authorization/Authorization.ts", [
    [
      "any address is a redirect",
      "return isRegistered(client, redirectUri) && (forDevice ?? redirectUri) === redirectUri",
      "return true"
    ],
    [
      "a challenge may be plain",
      'if (codeChallengeMethod !== "S256") return "the code challenge method must be S256"',
      ""
    ]
  ])
]
