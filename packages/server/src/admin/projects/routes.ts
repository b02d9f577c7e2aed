import * as contract from '@portico/contract'

import { route, type Route } from '../../api/route.ts'
import {
  createOwnedProject,
  deleteProject,
  listOwnedProjects,
  readProject,
  updateProject,
  type ProjectDependencies,
} from './projects.ts'
import { presentToClient } from '../../records/projects/present.ts'

export function projectRoutes(dependencies: ProjectDependencies): Route[] {
  return [
    route(contract.readCurrentProject, ({ project }) => presentToClient(project)),

    route(contract.listOwnedProjects, async (call) => ({
      items: await listOwnedProjects(dependencies, call),
      is_paginated: false as const,
    })),

    route(contract.createOwnedProject, (call) => createOwnedProject(dependencies, call, call.body)),

    route(contract.readProject, (call) => readProject(dependencies, call)),

    route(contract.updateProject, (call) => updateProject(dependencies, call, call.body)),

    route(contract.deleteProject, async (call) => {
      await deleteProject(dependencies, call)
      return { success: true as const }
    }),
  ]
}
