import type { Mutation } from './mutation.ts'

const emittingDatabase = 'packages/server/src/platform/db/emitting-database.ts'
const notices = 'packages/server/src/delivery/subscribers/notices.ts'
const projectCache = 'packages/server/src/delivery/subscribers/project-cache.ts'
const refusals = 'packages/server/src/api/pipeline/refusals.ts'
const sampler = 'packages/server/src/platform/limits/sampler.ts'
const audit = 'packages/server/src/delivery/subscribers/audit.ts'

/** Events, their subscribers (audit entries, notices), and the errors of statements. */
export const eventMutations: readonly Mutation[] = [
  {
    check: 'subscribers write in the transaction of the change',
    file: emittingDatabase,
    text: '      queries.push(...consequencesOf(step.event, subscribers, events))\n',
    becomes: '      events.push(step.event)\n',
    tests: ['platform/db/emitting-database.test', 'flows/sessions/sessions.test'],
  },
  {
    check: 'a change of many records emits an event for each',
    file: emittingDatabase,
    text: '      if (emitsEach) events.push(...eventsOf(emitsEach, ownResults[index] as Rows))\n',
    tests: ['platform/db/emitting-database.test'],
  },
  {
    check: 'subscribers write in the transaction of a change of many records',
    file: emittingDatabase,
    text: 'written ? plainQueries(written) : []',
    becomes: '(written as null) ? [] : []',
    tests: ['platform/db/emitting-database.test', 'sessions/session-limit.test'],
  },
  {
    check: 'subscribers are notified only after the commit',
    file: emittingDatabase,
    text: '  events.push(event)\n',
    becomes: '  for (const { committed } of subscribers) committed?.(event)\n',
    tests: ['platform/db/emitting-database.test'],
  },
  {
    check: 'subscribers are not notified of events of a rolled-back attempt',
    file: emittingDatabase,
    text: '      const { result, events } = await db.transaction(async (tx) => {\n        // Collect events per attempt: a retry emits them again.\n        const events: Event[] = []\n',
    becomes: '      const events: Event[] = []\n      const { result } = await db.transaction(async (tx) => {\n',
    tests: ['platform/db/emitting-database.test'],
    engine: 'postgres',
  },
  {
    check: 'the other nodes invalidate a project that changed',
    file: projectCache,
    text: '    write,\n',
    tests: ['delivery/subscribers/project-cache.test'],
  },
  {
    check: 'this node invalidates a project that changed',
    file: projectCache,
    text: '    committed: forChangesOfProjects(({ projectId }) => forget(projectId)),\n',
    tests: ['delivery/subscribers/project-cache.test'],
  },
  {
    check: 'a revoked API key is no longer accepted from the cache',
    file: projectCache,
    text: "    'internal_api_key.revoked': handle,\n",
    tests: ['delivery/subscribers/project-cache.test'],
  },
  {
    check: 'a refusal is recorded',
    file: refusals,
    text: '      if (event) await db.run(event)\n',
    tests: ['delivery/subscribers/audit-refusals.test'],
  },
  {
    check: 'every refusal of the authorization step is recorded',
    file: 'packages/server/src/api/pipeline/pipeline.ts',
    text: 'error instanceof KnownError || error instanceof PlainError ? error.asUnauthorized() : error',
    becomes: 'error',
    tests: ['delivery/subscribers/audit-refusals.test'],
  },
  {
    check: 'a sign-in that is refused at its start is recorded',
    file: 'packages/server/src/flows/oauth/authorize.ts',
    text: 'refuseAuthorization(query, project, asRefusedSignIn(error))',
    becomes: 'refuseAuthorization(query, project, error)',
    tests: ['delivery/subscribers/audit-refusals.test'],
  },
  {
    check: 'a callback in another browser is recorded',
    file: 'packages/server/src/flows/oauth/callback.ts',
    text: '...(await refuseState(dependencies, answer)), cookie',
    becomes: 'error: unknownTransaction(), cookie',
    tests: ['delivery/subscribers/audit-refusals.test'],
  },
  {
    check: 'a refusal is recorded once per caller, reason and minute',
    file: refusals,
    text: 'return this.#sampler.take(groupOf(projectId, reason), key)',
    becomes: 'return key !== null',
    tests: ['delivery/subscribers/audit-refusals.test'],
  },
  {
    check: 'a flood of refusals for one reason does not hide another reason',
    file: refusals,
    text: '[projectId, reason]',
    becomes: '[projectId]',
    tests: ['delivery/subscribers/audit-refusals.test'],
  },
  {
    check: 'each caller behind a client address is recorded',
    file: refusals,
    text: 'actor.type, actor.id, act',
    becomes: 'act',
    tests: ['delivery/subscribers/audit-refusals.test'],
  },
  {
    check: 'a public call is recorded for the project it acts on',
    file: refusals,
    text: "(isPublic ? null : incoming.facts.headers.get('x-stack-project-id'))",
    becomes: "incoming.facts.headers.get('x-stack-project-id')",
    tests: ['delivery/subscribers/audit-refusals.test'],
  },
  {
    check: 'a wrong client secret is recorded for the project of the client',
    file: 'packages/server/src/flows/oauth/token.ts',
    text: 'throw refused.refusing({ projectId })',
    becomes: 'throw refused',
    tests: ['delivery/subscribers/audit-refusals.test'],
  },
  {
    check: 'a refused exchange is recorded',
    file: 'packages/server/src/flows/oauth/exchange.ts',
    text: "  await call.db.run(emit(asClient(call), 'user.sign_in_refused', { userId, method: 'oauth', reason: code }))\n",
    tests: ['delivery/subscribers/audit-refusals.test'],
  },
  {
    check: 'a flood of refusals is bounded per project and reason',
    file: sampler,
    text: ' || keys.size >= KEYS_PER_GROUP_MAX',
    tests: ['limits/sampler.test'],
  },
  {
    check: 'each refusal is recorded once per minute',
    file: sampler,
    text: 'keys.has(key) || ',
    tests: ['limits/sampler.test'],
  },
  {
    check: 'the sampler stores a bounded number of projects',
    file: sampler,
    text: '    if (!this.#groups.has(group) && this.#groups.size >= GROUPS_MAX) return false\n',
    tests: ['limits/sampler.test'],
  },
  {
    check: 'the sampler starts a new period each minute',
    file: sampler,
    text: '    this.#groups.clear()\n',
    tests: ['limits/sampler.test'],
  },
  {
    check: 'a notice goes only to a verified address',
    file: notices,
    text: '  const recipient = data.user?.noticeEmail ?? null\n',
    becomes: "  const recipient = data.user?.noticeEmail ?? Reflect.get(data.user ?? {}, 'primaryEmail') ?? null\n",
    tests: ['delivery/subscribers/notices.test'],
  },
  {
    check: 'a claim informs the owner of the mailbox',
    file: notices,
    text: "  'user.claimed': accountClaimed,\n",
    tests: ['accounts/claim-account.test'],
  },
  {
    check: 'an audit entry states that an attempt was refused',
    file: audit,
    text: '    outcome,\n',
    becomes: "    outcome: 'ok',\n",
    tests: ['delivery/subscribers/audit.test', 'flows/mfa/second-step.test'],
  },
  {
    check: 'an audit entry names the owner, not a server, for the server calls of the dashboard',
    file: 'packages/server/src/api/call/caller.ts',
    text: "  if (ownerId !== null) return { type: 'admin', id: ownerId }\n",
    tests: ['admin/audit/audit-events.test'],
  },
  {
    check: 'a statement maps its failure to its own error',
    file: 'packages/server/src/kernel/statement.ts',
    text: 'return new Statement(steps, this.#read)',
    becomes: 'return new Statement(this.steps, this.#read)',
    tests: ['platform/db/database.test'],
  },
  {
    check: 'a change of address locks the current owner of the address',
    file: 'packages/server/src/accounts/update-user.ts',
    text: "typeof update.primaryEmail === 'string'\n          ? lockOwnerOfSignInEmail",
    becomes: "(false as boolean) && typeof update.primaryEmail === 'string'\n          ? lockOwnerOfSignInEmail",
    tests: ['sessions/proof-race'],
    engine: 'postgres',
  },
]
