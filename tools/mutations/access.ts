import type { Mutation } from './mutation.ts'

const authenticate = 'packages/server/src/api/authenticate.ts'
const pipeline = 'packages/server/src/api/pipeline.ts'
const declaredLimits = 'packages/server/src/api/declared-limits.ts'
const declaration = 'packages/server/src/api/declaration.ts'
const body = 'packages/server/src/platform/http/body.ts'
const impersonation = 'packages/server/src/api/impersonation.ts'
const projectCache = 'packages/server/src/records/projects/project-cache.ts'
const outboundAddresses = 'packages/server/src/platform/outbound-http/outbound-addresses.ts'

/** Access control, keys, request validation, impersonation, and the addresses of outgoing calls. */
export const accessMutations: readonly Mutation[] = [
  {
    check: 'a wrong key is refused',
    file: authenticate,
    text: '  if (!cached?.hasKey(kind, offered)) throw new KnownError(invalid, { project_id: projectId })\n',
    tests: ['api/pipeline.test'],
  },
  {
    check: 'a key is of the kind of its access type',
    file: projectCache,
    text: 'set[kind] === digest',
    becomes:
      '[set[kind], set.publishable_client_key, set.secret_server_key, set.super_secret_admin_key].includes(digest)',
    tests: ['api/pipeline.test'],
  },
  {
    check: 'a key expires',
    file: projectCache,
    text: ' && set.expiresAt > now',
    tests: ['admin/internal-api-keys/internal-api-keys.test'],
  },
  {
    check: 'a revoked key is refused',
    file: 'packages/server/src/records/internal-api-keys/store.ts',
    text: ' and a.revoked_at is null',
    tests: ['admin/internal-api-keys/internal-api-keys.test'],
  },
  {
    check: 'an admin access token belongs to the project "internal"',
    file: authenticate,
    text: "  if (claims.projectId !== 'internal') throw notAdmin()\n",
    tests: ['api/admin-access-token.test'],
  },
  {
    check: 'an admin access token belongs to an owner of the project',
    file: authenticate,
    text: '  if (!found.ownsProject) throw notAdmin()\n',
    tests: ['api/admin-access-token.test'],
  },
  {
    check: 'the admin access token of an ended session is refused',
    file: authenticate,
    text: "  if (!found.isSessionActive) throw new KnownError('ADMIN_ACCESS_TOKEN_EXPIRED', { expired_at_millis: null })\n",
    tests: ['api/admin-access-token.test'],
  },
  {
    check: 'an anonymous user owns no project',
    file: 'packages/server/src/records/queries/owner-of-session.ts',
    text: 'not u.is_anonymous and ',
    tests: ['api/admin-access-token.test'],
  },
  {
    check: 'an impersonation makes only the changes that an endpoint permits',
    file: impersonation,
    text: 'if (isChange || isOfCredentials) throw',
    becomes: 'if (isOfCredentials) throw',
    tests: ['flows/sessions/create-session.test', 'api/generated.test'],
  },
  {
    check: 'an impersonation with a backend key does not change credentials',
    file: impersonation,
    text: 'if (isChange || isOfCredentials) throw',
    becomes: 'if (isChange) throw',
    tests: ['flows/sessions/create-session.test', 'api/generated.test'],
  },
  {
    check: 'an impersonation with a backend key does not change credentials by the id of the user',
    file: impersonation,
    text: ' || changesCredentialsOf(spec, params, body, caller.claims?.userId)',
    tests: ['flows/sessions/create-session.test', 'api/generated.test'],
  },
  {
    check: 'an impersonated owner changes nothing',
    file: impersonation,
    text: "  if (caller.isOwnerImpersonated && !isClient) throw refusal('the owner of the project')\n",
    tests: ['flows/sessions/create-session.test', 'api/generated.test'],
  },
  {
    check: 'a call without a user ignores an impersonation',
    file: impersonation,
    text: 'return spec.user === undefined || isIgnored ? withoutUser(caller) : caller',
    becomes: 'return spec.user === undefined && isIgnored ? withoutUser(caller) : caller',
    tests: ['flows/anonymous/anonymous.test'],
  },
  {
    check: 'a change of credentials requires a recent sign-in',
    file: pipeline,
    text: '  if (caller.project?.config.recentSignInRequired) requireRecentSignIn(caller.authenticatedAt, now)\n',
    tests: ['api/recent-sign-in.test'],
  },
  {
    check: 'changes of credentials have a rate limit',
    file: declaredLimits,
    text: '      await countCredentialChange(this.#limiter, callerProjectId, userId)\n',
    tests: ['platform/limits/rate-limiter.test', 'api/declarations.test'],
  },
  {
    check: 'a change of an address that carries a code counts as a use of a code too',
    file: declaredLimits,
    text: "for (const one of further) await this.#limiter.count(one, { projectId: projectId ?? '', addressBlock })",
    tests: ['api/declarations.test'],
  },
  {
    check: 'a client names its own user, unless the route declares that absence does',
    file: 'packages/server/src/api/access.ts',
    text: "if (named === undefined && ifAbsent === 'me') return",
    becomes: 'if (named === undefined) return',
    tests: ['api/declarations.test'],
  },
  {
    check: 'a declared limit counts before validation',
    file: declaredLimits,
    text: 'countCall(this.#limiter, this.#caller, counted)',
    becomes: 'countCall(this.#limiter, this.#caller, counted && null)',
    tests: ['api/declarations.test'],
  },
  {
    check: 'a declared limit counts for the account',
    file: declaredLimits,
    text: 'account: account?.(request) ?? null,',
    becomes: 'account: account && null,',
    tests: ['api/declarations.test'],
  },
  {
    check: 'a rate-limited public call counts for the project that it names',
    file: declaredLimits,
    text: '(project(request)?.id ?? null)',
    becomes: 'this.#caller.projectId',
    tests: ['api/declarations.test'],
  },
  {
    check: 'a malformed call counts for its client address',
    file: declaredLimits,
    text: '    if (act !== null) await this.#limiter.countAddress(act, this.#caller.addressBlock)\n',
    tests: ['api/declarations.test'],
  },
  {
    check: 'a route requires the access that it declares',
    file: pipeline,
    text: '  await declaration.allow.require(request)\n',
    tests: ['admin/projects/projects.test', 'flows/passkey/passkey.test'],
  },
  {
    check: 'a route declares who may call it',
    file: declaration,
    text: "  if (!(allow as typeof allow | undefined)) return 'does not declare who may call it'\n",
    tests: ['api/declarations.test'],
  },
  {
    check: 'a route declares its limit',
    file: declaration,
    text: "  if ((act !== undefined || change !== undefined) !== (spec.isRateLimited ?? false))\n    return 'and its endpoint disagree on whether it is limited'\n",
    tests: ['api/declarations.test'],
  },
  {
    check: 'a route that lets clients name a user declares self',
    file: declaration,
    text: "  if (namesUser && self === undefined) return 'lets clients name a user and does not declare self'\n",
    tests: ['api/declarations.test'],
  },
  {
    check: 'a client can address only its own user',
    file: 'packages/server/src/api/access.ts',
    text: '  throw refusedAs === undefined ? new Forbidden(sentence) : new PlainError(refusedAs, sentence)\n',
    tests: ['api/declarations.test', 'flows/sessions/sessions.test', 'flows/oauth/connected-accounts.test'],
  },
  {
    check: 'the key of one project does not lift the limits of another',
    file: pipeline,
    text: "return isBackend && !('public' in spec.access) ? null : facts.addressBlock",
    becomes: 'return isBackend && spec ? null : facts.addressBlock',
    tests: ['platform/limits/rate-limiter.test'],
  },
  {
    check: 'a repeated query parameter is refused',
    file: 'packages/server/src/api/parse-request.ts',
    text: '    if (Object.hasOwn(query, name)) lines.push(`query.${name} is given more than once`)\n',
    tests: ['api/router.test'],
  },
  {
    check: 'an unknown property is refused',
    file: 'packages/contract/src/password.ts',
    text: 'access: anyAccess({ body: z.strictObject({ email, password }), response: signedIn }),',
    becomes: 'access: anyAccess({ body: z.object({ email, password }), response: signedIn }),',
    tests: ['contract/src/contract.test'],
  },
  {
    check: 'a duplicate key in a body is refused',
    file: body,
    text: 'if (hasDuplicateKey(text',
    becomes: "if (text === '' && hasDuplicateKey(text",
    tests: ['platform/http/body.test'],
  },
  {
    check: 'a body is in UTF-8',
    file: body,
    text: '  if (textTypes.has(contentType)) requireUtf8(declaredType)\n',
    tests: ['platform/http/body.test'],
  },
  {
    check: 'a body of undeclared length has a bounded size',
    file: body,
    text: '    if (size > limit) throw tooLarge()\n',
    tests: ['platform/http/body.test'],
  },
  {
    check: 'a body has a bounded number of keys',
    file: body,
    text: 'if (keys > BODY_MAX_KEYS) throw',
    becomes: 'if (false as boolean) throw',
    tests: ['platform/http/body.test'],
  },
  {
    check: 'a body has a bounded depth',
    file: body,
    text: 'if (depth >= BODY_MAX_DEPTH) throw',
    becomes: 'if (false as boolean) throw',
    tests: ['platform/http/body.test'],
  },
  {
    check: 'a statement of a project names the project',
    file: 'packages/server/src/platform/db/project-scope.ts',
    text: '    requireProject(statement, projectId)\n',
    tests: ['platform/db/database.test'],
  },
  {
    check: 'a client can set only inline images',
    file: 'packages/server/src/accounts/profile-image.ts',
    text: '  if (written && !mayLink) throw notAnImage()\n',
    tests: ['flows/profile/profile.test'],
  },
  {
    check: 'an image has an http(s) URL or is inline',
    file: 'packages/server/src/accounts/profile-image.ts',
    text: '  if (parsePlainUrl(written) === null) throw notAnImage()\n',
    tests: ['flows/profile/profile.test'],
  },
  {
    check: 'the id of an image depends on its owner',
    file: 'packages/server/src/records/images/image-path.ts',
    text: 'projectId, ownerId, hash(',
    becomes: "'' as string, '' as string, hash(",
    tests: ['flows/images/images.test'],
  },
  {
    check: 'the service calls no private address',
    file: outboundAddresses,
    text: "    if (parsed.range() !== 'unicast') {",
    becomes: '    if (false as boolean) {',
    tests: ['platform/outbound-http/outbound-http.test'],
  },
  {
    check: 'the service calls public addresses only at known ports',
    file: outboundAddresses,
    text: 'if (!publicPorts.has(port)) {',
    becomes: 'if (false as boolean) {',
    tests: ['platform/outbound-http/outbound-http.test'],
  },
  {
    check: 'every address of a host name is checked',
    file: outboundAddresses,
    text: 'for (const address of addresses) this.#requireAllowed(name, address, port, publicPorts)',
    becomes: 'for (const address of addresses.slice(0, 1)) this.#requireAllowed(name, address, port, publicPorts)',
    tests: ['platform/outbound-http/outbound-http.test'],
  },
  {
    check: 'a call connects to the checked address',
    file: 'packages/server/src/platform/outbound-http/outbound-http.ts',
    text: '    lookup,\n',
    tests: ['platform/outbound-http/outbound-http.test'],
  },
  {
    check: 'a key of another project is refused in every header',
    file: authenticate,
    text: '  if (refused) throw new KnownError(keys[refused].invalid, { project_id: cached.project.id })\n',
    tests: ['api/pipeline.test'],
  },
  {
    check: "a project's mail server is at an allowed address",
    file: 'packages/server/src/platform/mailer/own-mail-servers.ts',
    text: 'const address = await addresses.find(host, port, mailPorts, CONNECT_MILLIS)',
    becomes: 'const address = host',
    tests: ['platform/mailer/own-mail-servers.test'],
  },
  {
    check: 'a name does not become a link in a mail',
    file: 'packages/server/src/mails/name-in-mail.ts',
    text: "    .replaceAll(DOT, '·')\n",
    tests: ['mails/name-in-mail.test'],
  },
]
