import { PorticoAdminApp } from '@portico/react/internal'
import { useMemo } from 'react'

import { ownerDataOf } from './owner-data.ts'
import { useSignedInOwner, type CurrentProject, type ProjectApp } from './projects.ts'
import { readOwnerToken, type Owner } from './session.ts'

/** A project of the owner, also outside of its rooms. Undefined without an id. */
export function useProjectOf(projectId: string | undefined): CurrentProject | undefined {
  const owner = useSignedInOwner()
  return useMemo(
    () => (projectId === undefined ? undefined : { id: projectId, app: projectAppOf(owner, projectId) }),
    [owner, projectId],
  )
}

/** Returns the admin app of a project. The same owner and project return the same app. */
export function projectAppOf(owner: Owner, projectId: string): ProjectApp {
  const { apps } = ownerDataOf(owner.id)
  const known = apps.get(projectId)
  if (known) return known
  const app = new PorticoAdminApp<false>({
    projectId,
    projectOwnerSession: readOwnerToken,
    tokenStore: null,
    baseUrl: window.location.origin,
  })
  apps.set(projectId, app)
  return app
}
