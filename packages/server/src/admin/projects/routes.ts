import * as contract from '@portico/contract'

import { KnownError } from '../../kernel/errors.ts'
import { route, type Route } from '../../api/route.ts'
import type { User } from '../../records/users/user.ts'
import { createOwnedProject, deleteProject, listOwnedProjects, readProject, updateProject } from './projects.ts'
import { presentToClient } from '../../records/projects/present.ts'
import type { Project } from '../../records/projects/project.ts'

export const projectRoutes: Route[] = [
  route(contract.readCurrentProject, ({ project }) => presentToClient(project)),

  route(contract.listOwnedProjects, async ({ ports, project, user }) => ({
    items: await listOwnedProjects(ports, requireInternalUser(project, user)),
    is_paginated: false as const,
  })),

  route(contract.createOwnedProject, async ({ body, origin, ports, project, request, user }) => {
    const owner = requireInternalUser(project, user)
    await ports.limiter.count('createProject', {
      projectId: project.id,
      addressBlock: request.addressBlock,
      account: owner.id,
    })
    return createOwnedProject(ports, owner, body, origin)
  }),

  route(contract.readProject, ({ ports, project }) => readProject(ports, project)),

  route(contract.updateProject, ({ body, caller, origin, ports, project }) =>
    updateProject(ports, project.id, body, { origin, actorId: caller.ownerId }),
  ),

  route(contract.deleteProject, async ({ caller, origin, ports, project }) => {
    await deleteProject(ports, project.id, { origin, actorId: caller.ownerId })
    return { success: true as const }
  }),
]

/** Owners of projects send mail through the operator's server, so an anonymous user cannot be one. */
function requireInternalUser(project: Project, user: User): User {
  if (user.isAnonymous) throw new KnownError('USER_AUTHENTICATION_REQUIRED')
  if (project.id !== 'internal') throw new KnownError('EXPECTED_INTERNAL_PROJECT')
  return user
}
