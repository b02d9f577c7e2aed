import type { TestPortico } from '@portico/testkit'

import { statement } from '../src/kernel/statement.ts'

export interface Entry {
  readonly action: string
  readonly outcome: string
  readonly actorType: string
  readonly actorId: string | null
  readonly targetId: string | null
  readonly providerId: string | null
  readonly reason: string | null
  readonly changedFields: readonly string[] | null
}

/** Returns the audit entries that a call adds to a project, oldest first. */
export async function entriesOf(
  portico: TestPortico,
  projectId: string,
  call: () => Promise<unknown>,
): Promise<Entry[]> {
  const before = await readEntries(portico, projectId)
  await call()
  return (await readEntries(portico, projectId)).slice(before.length)
}

async function readEntries({ database, projectDatabase }: TestPortico, projectId: string): Promise<Entry[]> {
  const { db } = projectId === 'internal' ? database : projectDatabase
  const { rows } = await db.run(statement<Entry>`
    select action, outcome, actor_type as "actorType", actor_id as "actorId", target_id as "targetId", provider_id as "providerId", reason,
      changed_fields as "changedFields"
    from audit_events where project_id = ${projectId} order by at, ctid`)
  return rows
}
