import { findProductionModeErrors, type AdminProject, type ProductionModeError } from '@portico/client/admin'

/** A project with a hook for its read method. */
export interface AdminProjectWithHooks extends AdminProject {
  /** The same as `getProductionModeErrors`, at once. */
  useProductionModeErrors(): ProductionModeError[]
}

type WithHooks<Project extends AdminProject> = Project & AdminProjectWithHooks

const projectsWithHooks = new WeakMap<AdminProject, AdminProjectWithHooks>()
const listsWithHooks = new WeakMap<readonly AdminProject[], readonly AdminProjectWithHooks[]>()

/** Returns the same object for the same project, so that React sees a stable value. */
export function withProjectHooks<Project extends AdminProject>(project: Project): WithHooks<Project> {
  const known = projectsWithHooks.get(project) ?? {
    ...project,
    useProductionModeErrors: () => findProductionModeErrors(project),
  }
  projectsWithHooks.set(project, known)
  // The project that was kept is this one.
  return known as WithHooks<Project>
}

/** Returns the same array for the same array. */
export function withHooksOfAll<Project extends AdminProject>(projects: Project[]): WithHooks<Project>[] {
  const known = listsWithHooks.get(projects) ?? projects.map(withProjectHooks)
  listsWithHooks.set(projects, known)
  // The array that was kept is of these projects.
  return known as WithHooks<Project>[]
}
