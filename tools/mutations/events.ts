import type { Mutation } from './mutation.ts'

const emittingDatabase = 'packages/server/src/platform/db/emitting-database.ts'
const notices = 'packages/server/src/delivery/subscribers/notices.ts'
const projectCache = 'packages/server/src/delivery/subscribers/project-cache.ts'
const audit = 'packages/server/src/delivery/subscribers/audit.ts'

/** Events and what follows from them: audit entries and notices. Statements that name their failures. */
export const eventMutations: readonly Mutation[] = [
  {
    check: 'what the subscribers write belongs to the change',
    file: emittingDatabase,
    text: '    else queries.push(...consequencesOf(step.event, subscribers, events))\n',
    becomes: '    else events.push(step.event)\n',
    tests: ['platform/db/emitting-database.test', 'flows/sessions/sessions.test'],
  },
  {
    check: 'an event is reported only after the commit',
    file: emittingDatabase,
    text: '  events.push(event)\n',
    becomes: '  for (const { committed } of subscribers) committed?.(event)\n',
    tests: ['platform/db/emitting-database.test'],
  },
  {
    check: 'an event of a failed attempt is not reported',
    file: emittingDatabase,
    text: '      const { result, events } = await db.transaction(async (tx) => {\n        // Of this attempt: one that is tried again emits its events again.\n        const events: Event[] = []\n',
    becomes: '      const events: Event[] = []\n      const { result } = await db.transaction(async (tx) => {\n',
    tests: ['platform/db/emitting-database.test'],
    engine: 'postgres',
  },
  {
    check: 'the other nodes invalidate a project that changed',
    file: projectCache,
    text: '    write: forChangesOfProjects(({ projectId }): Statement<void> => notifyProjectChanged(projectId)),\n',
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
    check: 'a notice goes only to a verified address',
    file: notices,
    text: 'return primaryEmailVerified ? primaryEmail : null',
    becomes: 'return primaryEmail',
    tests: ['delivery/subscribers/notices.test'],
  },
  {
    check: 'a claim informs the owner of the mailbox',
    file: notices,
    text: "  'user.claimed': unprovedAccessRemoved,\n",
    tests: ['accounts/claim-account.test'],
  },
  {
    check: 'a refusal is a refusal in the audit',
    file: audit,
    text: '      outcome,\n',
    becomes: "      outcome: 'ok',\n",
    tests: ['delivery/subscribers/audit.test', 'flows/mfa/second-step.test'],
  },
  {
    check: 'a statement names its failure',
    file: 'packages/server/src/kernel/statement.ts',
    text: 'return new Statement(steps, this.#read)',
    becomes: 'return new Statement(this.steps, this.#read)',
    tests: ['platform/db/database.test'],
  },
  {
    check: 'a change of address locks the present owner of the address',
    file: 'packages/server/src/accounts/update-user.ts',
    text: "typeof update.primaryEmail === 'string'\n            ? lockOwnerOfSignInEmail",
    becomes: "(false as boolean) && typeof update.primaryEmail === 'string'\n            ? lockOwnerOfSignInEmail",
    tests: ['sessions/proof-race'],
    engine: 'postgres',
  },
]
