import { useEffect } from 'react'

import { useProjects, useSignedInOwner } from '../data/projects.ts'
import { readStored, writeStored } from '../language/storage.ts'

/** Stores the project that the owner sees, so that pages outside of it lead back to it. */
export function useRememberProject(projectId: string): void {
  const { id } = useSignedInOwner()
  useEffect(() => writeStored(keyOf(id), projectId), [id, projectId])
}

/** The project that the owner has seen last in this browser; undefined without one, or if it no longer exists. */
export function useLastProject(): { readonly id: string; readonly displayName: string } | undefined {
  const { id } = useSignedInOwner()
  const last = readStored(keyOf(id))
  return useProjects().data?.find((project) => project.id === last)
}

function keyOf(ownerId: string): string {
  return `portico-dashboard-project-${ownerId}`
}
