import * as contract from '@portico/contract'

import { anyone, projectAdmin, projectOwner, recentProjectAdmin } from '../../api/access.ts'
import { wholeList } from '../../api/list-page.ts'
import { route, type Route } from '../../api/route.ts'
import { toCamelCase } from '../../kernel/letter-case.ts'
import {
  createOwnedProject,
  deleteProject,
  listOwnedProjects,
  listProjectDeletions,
  readProject,
  updateProject,
  type ProjectDependencies,
} from './projects.ts'
import { presentToClient } from '../../records/projects/present.ts'

export function projectRoutes(dependencies: ProjectDependencies): Route[] {
  return [
    route(
      contract.readCurrentProject,
      { allow: anyone },
      {
        client: ({ project }) => presentToClient(project),
        server: ({ project }) => presentToClient(project),
        admin: (call) => readProject(dependencies, call),
      },
    ),

    route(contract.listOwnedProjects, { allow: projectOwner }, async (call) =>
      wholeList(await listOwnedProjects(dependencies, call)),
    ),

    route(
      contract.createOwnedProject,
      { allow: projectOwner, limit: 'createProject', account: ({ user }) => user.id },
      (call) => createOwnedProject(dependencies, call, toCamelCase(call.body)),
    ),

    route(contract.listProjectDeletions, { allow: projectOwner }, async (call) =>
      wholeList(await listProjectDeletions(dependencies, call)),
    ),

    route(contract.readProject, { allow: projectAdmin }, (call) => readProject(dependencies, call)),

    ...[contract.updateProject, contract.updateCurrentProject].map((endpoint) =>
      route(endpoint, { allow: projectAdmin }, (call) => updateProject(dependencies, call, toCamelCase(call.body))),
    ),

    ...[contract.deleteProject, contract.deleteCurrentProject].map((endpoint) =>
      route(endpoint, { allow: recentProjectAdmin }, async (call) => {
        await deleteProject(dependencies, call)
        return { success: true as const }
      }),
    ),
  ]
}
