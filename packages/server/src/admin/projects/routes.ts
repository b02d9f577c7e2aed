import * as contract from '@portico/contract'

import { anyone, projectAdmin, projectOwner, recentProjectAdmin } from '../../api/rules/access.ts'
import { wholeList } from '../../api/call/list-page.ts'
import { route, type Route } from '../../api/rules/route.ts'
import { toCamelCase } from '@portico/contract/letter-case'
import { presentProjectDeletion } from '../../records/jobs/present.ts'
import { presentToAdmin, presentToClient } from '../../records/projects/present.ts'
import { withEndpointSecrets } from './config-update.ts'
import { discoverIssuer } from './issuer-update.ts'
import { presentListed, presentOwned, presentRole } from './present.ts'
import {
  createOwnedProject,
  deleteProject,
  listOwnedProjects,
  listProjectDeletions,
  readProject,
  updateProject,
  type ProjectDependencies,
} from './projects.ts'

export function projectRoutes(dependencies: ProjectDependencies): Route[] {
  const { baseUrl } = dependencies.settings
  return [
    route(
      contract.readCurrentProject,
      { allow: anyone },
      {
        client: ({ project }) => presentToClient(project, baseUrl),
        server: ({ project }) => presentToClient(project, baseUrl),
        admin: async (call) => presentListed(await readProject(dependencies, call), { baseUrl }),
      },
    ),

    route(contract.listOwnedProjects, { allow: projectOwner }, async (call) => {
      const { days, projects, roles } = await listOwnedProjects(dependencies, call)
      return wholeList(
        projects.flatMap((project) => {
          const role = roles.get(project.id)
          // Without one, the membership ended after the user was read.
          return role ? [presentOwned(project, role, days, baseUrl)] : []
        }),
      )
    }),

    route(
      contract.createOwnedProject,
      { allow: projectOwner, limit: 'createProject', account: ({ user }) => user.id },
      async (call) => {
        const wanted = withEndpointSecrets(toCamelCase(call.body))
        const project = await createOwnedProject(dependencies, call, wanted)
        return {
          ...presentToAdmin(project, { baseUrl, userCount: 0, justWritten: wanted.config }),
          ...presentRole('owner', project),
        }
      },
    ),

    route(contract.listProjectDeletions, { allow: projectOwner }, async (call) =>
      wholeList((await listProjectDeletions(dependencies, call)).map(presentProjectDeletion)),
    ),

    route(contract.readProject, { allow: projectAdmin }, async (call) =>
      presentListed(await readProject(dependencies, call), { baseUrl }),
    ),

    ...[contract.updateProject, contract.updateCurrentProject].map((endpoint) =>
      route(endpoint, { allow: projectAdmin }, async (call) => {
        const update = withEndpointSecrets(toCamelCase(call.body))
        // This answer shows the secrets that the caller has just written; later answers mask them.
        const updated = await updateProject(dependencies, call, update)
        return presentListed(updated, { baseUrl, justWritten: update.config })
      }),
    ),

    route(contract.discoverIssuer, { allow: projectAdmin, limit: 'discoverIssuer' }, (call) =>
      discoverIssuer(dependencies, call.body.issuer_url),
    ),

    ...[contract.deleteProject, contract.deleteCurrentProject].map((endpoint) =>
      route(endpoint, { allow: recentProjectAdmin }, async (call) => {
        await deleteProject(dependencies, call)
        return { success: true as const }
      }),
    ),
  ]
}
