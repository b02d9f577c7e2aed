import type { StaffRole } from '@portico/client/admin'
import type { AdminProjectWithHooks } from '@portico/react/internal'
import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'

import { useProject } from './projects.ts'
import * as endpointRights from './endpoint-rights.ts'
import { change, resource } from './resource.ts'

export type ProjectOwner = Awaited<ReturnType<AdminProjectWithHooks['listOwners']>>[number]
export type OwnerInvitation = Awaited<ReturnType<AdminProjectWithHooks['listOwnerInvitations']>>[number]
type NewInvitation = Parameters<AdminProjectWithHooks['inviteOwner']>[0]

const staleInvitations = { stale: () => [['owners', 'invitations']] }

/** The staff of the current project, and the open invitations. */
export const owners = resource('owners', {
  reads: {
    all: async (_current, project: AdminProjectWithHooks | undefined) => project?.listOwners() ?? [],
    invitations: async (_current, project: AdminProjectWithHooks) => project.listOwnerInvitations(),
  },
  changes: {
    invite: change(
      endpointRights.inviteProjectOwner,
      (_current, project: AdminProjectWithHooks, invitation: NewInvitation) => project.inviteOwner(invitation),
      staleInvitations,
    ),
    revoke: change(
      endpointRights.revokeProjectOwnerInvitation,
      (_current, invitation: OwnerInvitation) => invitation.revoke(),
      staleInvitations,
    ),
    changeRole: change(
      endpointRights.updateProjectOwner,
      (_current, project: AdminProjectWithHooks, { userId }: ProjectOwner, role: StaffRole) =>
        project.changeOwnerRole(userId, role),
    ),
    remove: change(
      endpointRights.removeProjectOwner.default,
      (_current, project: AdminProjectWithHooks, { userId }: ProjectOwner) => project.removeOwner(userId),
    ),
  },
})

/** The staff of the current project: owners and members with other roles. */
export function useOwners(): UseQueryResult<ProjectOwner[]> {
  const project = useProject().data
  return owners.useRead('all', [project], { isNeeded: project !== undefined })
}

/** The names of the people in a list: name, otherwise address. Null if deleted, absent until loaded. */
export type Names = ReadonlyMap<string, string | null>

export function useOwnerNames(): Names {
  const all = useOwners().data
  return useMemo(
    () =>
      new Map(
        (all ?? []).map(({ userId, displayName, primaryEmail }) => [userId, displayName?.trim() || primaryEmail]),
      ),
    [all],
  )
}
