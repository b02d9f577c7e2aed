import type { PartnerClient } from '../../api/call/partner-clients.ts'
import type { Database } from '../../kernel/database.ts'
import { asSystem, emit, type EventCall } from '../../kernel/emit.ts'
import { placeNewProject } from '../../platform/cells/placing.ts'
import type { MasterSecret } from '../../platform/crypto/master-secret.ts'
import { newUuid } from '../../platform/crypto/random.ts'
import { insertPartnerProject } from '../../records/partner-projects/store.ts'
import { newProject, writeNewProject } from '../projects/projects.ts'
import { newPartnerKey } from './admin-key.ts'

export interface ProvisionDependencies {
  readonly db: Database
  readonly providers: { isShared(providerId: string): boolean }
  readonly secret: MasterSecret
}

/** A call of a partner, which belongs to no project. */
export interface PartnerCall extends Pick<EventCall, 'actor' | 'now' | 'origin'> {
  readonly partner: PartnerClient
}

/** The providers of a new project, if the operator has keys for them. */
const PROVIDERS = ['google', 'github'] as const

/** Creates a project without an owner, and its admin key, which is returned only here. */
export async function provisionProject(
  dependencies: ProvisionDependencies,
  call: PartnerCall,
  displayName: string,
): Promise<{ readonly projectId: string; readonly adminKey: string }> {
  const { db, providers } = dependencies
  const { now, origin, partner } = call
  const projectId = newUuid()
  const shared = PROVIDERS.filter((id) => providers.isShared(id)).map((id) => ({ id, type: 'shared' as const }))
  const wanted = { displayName, description: 'Provisioned by a partner.', config: { oauthProviders: shared } }
  const project = newProject(dependencies, projectId, wanted, now())
  const byPartner = asSystem({ ...call, projectId, origin: { ...origin, projectId } })
  const { adminKey, write } = newPartnerKey(byPartner, 'Key of a partner')
  const placing = await placeNewProject(db, projectId, project.createdAt)
  await db.transaction(async (tx) => {
    await tx.run(placing)
    await writeNewProject(dependencies, tx, project)
    await tx.batch([
      insertPartnerProject(projectId, partner, now()),
      emit(byPartner, 'project.created', { projectId }),
      write,
    ])
  })
  return { projectId, adminKey }
}
