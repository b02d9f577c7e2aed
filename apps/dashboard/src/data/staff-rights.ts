import type { StaffRight, StaffRole } from '@portico/client/admin'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'

import { readStored, writeStored } from '../language/storage.ts'
import { projectsKey, useProjects, useSignedInOwner } from './projects.ts'

/**
 * The rights of the signed-in person in a project, from the list of projects. Until the list is read, the rights of the
 * last visit, or undefined without one. If it cannot be read, null, which hides nothing: the service checks each call.
 */
export function useStaffRights(projectId: string): ReadonlySet<StaffRight> | null | undefined {
  const { id: ownerId } = useSignedInOwner()
  const { data: projects, isError } = useProjects()
  const key = `portico-dashboard-rights-${ownerId}-${projectId}`
  const [kept] = useState(() => readStored(key))
  const read = projects?.find(({ id }) => id === projectId)?.staffRights.join(' ')
  useEffect(() => {
    if (read !== undefined) writeStored(key, read)
  }, [key, read])
  const written = read ?? kept
  return useMemo(() => {
    // Unchecked cast: no part of the page needs a right that this version does not know.
    if (written !== null) return new Set(written.split(' ') as StaffRight[])
    return isError || projects ? null : undefined
  }, [written, isError, projects])
}

/** Like `useMay` of the rooms, for what is outside of them: the palette and the keyboard map. */
export function useMayIn(projectId = ''): (right: StaffRight) => boolean {
  const rights = useStaffRights(projectId)
  return useCallback((right) => rights === null || rights?.has(right) === true, [rights])
}

/** The role of the signed-in person in a project; undefined until it is read. */
export function useStaffRole(projectId: string): StaffRole | undefined {
  return useProjects().data?.find(({ id }) => id === projectId)?.staffRole
}

/** Reads the rights again when the service refuses a call, because another owner has changed the role meanwhile. */
export function useRightsAfterRefusals(): void {
  const client = useQueryClient()
  useEffect(() => {
    const readAgainAfter = (error: unknown): void => {
      if ((error as { errorCode?: unknown } | null)?.errorCode !== 'STAFF_PERMISSION_REQUIRED') return
      void client.invalidateQueries({ queryKey: projectsKey })
    }
    const stops = [
      client.getQueryCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') readAgainAfter(event.action.error)
      }),
      client.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') readAgainAfter(event.action.error)
      }),
    ]
    return () => stops.forEach((stop) => stop())
  }, [client])
}

/** Returns a function that reads the rights again, after the signed-in person has changed their own role. */
export function useReadRightsAgain(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: projectsKey })
}
