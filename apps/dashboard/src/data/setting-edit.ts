import type { EditConfig, ProjectConfig } from './project-config.ts'
import type { ProjectConfigUpdate } from './projects.ts'

/**
 * An edit of one setting that is saved at once. If another owner has chosen something else since the page has shown it, it fails with the
 * conflict, and the page shows their choice.
 */
export function settingEdit<Name extends keyof ProjectConfig & keyof ProjectConfigUpdate>(
  name: Name,
  value: ProjectConfigUpdate[Name],
): EditConfig {
  return (stored, conflict) => {
    if (conflict && stored[name] !== value) throw conflict
    // Unchecked cast: TypeScript widens a computed name.
    return { [name]: value } as ProjectConfigUpdate
  }
}
