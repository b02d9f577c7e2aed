import type { EditConfig, ProjectConfig } from './project-config.ts'
import type { ProjectConfigUpdate } from './projects.ts'

/**
 * Creates the edit of one setting that is saved at once. If another owner has saved a different value since the page
 * was loaded, the edit throws the conflict, and the page shows that value.
 */
export function createSettingEdit<Name extends keyof ProjectConfig & keyof ProjectConfigUpdate>(
  name: Name,
  value: ProjectConfigUpdate[Name],
): EditConfig {
  return (stored, conflict) => {
    if (conflict && stored[name] !== value) throw conflict
    // Unchecked cast: TypeScript widens a computed name.
    return { [name]: value } as ProjectConfigUpdate
  }
}
