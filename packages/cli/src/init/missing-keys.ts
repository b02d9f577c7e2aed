import type { ProjectSettings } from './app-plan.ts'
import type { Plan, PlannedFile } from './plan.ts'

type KeyField = 'projectId' | 'publishableClientKey' | 'secretServerKey'

/** Which values of a project an app lacks. */
export type MissingKeys = Readonly<Record<KeyField, boolean>>

// A plan contains these until the keys exist, so that it can be shown before.
const placeholders: Readonly<Record<KeyField, string>> = {
  projectId: 'portico_init_project_id',
  publishableClientKey: 'portico_init_publishable_client_key',
  secretServerKey: 'portico_init_secret_server_key',
}
const fields = Object.keys(placeholders) as readonly KeyField[]

/** Puts a placeholder at the place of each value that is not known. */
export function withPlaceholders(settings: ProjectSettings): ProjectSettings {
  const unknown = fields.filter((field) => settings[field] === '')
  return { ...settings, ...Object.fromEntries(unknown.map((field) => [field, placeholders[field]])) }
}

/** Finds the placeholders that a plan would write. Files of the app that have a value already keep it. */
export function findMissingKeys({ files }: Plan): MissingKeys {
  const isWritten = (field: KeyField): boolean => files.some(({ after }) => after.includes(placeholders[field]))
  return {
    projectId: isWritten('projectId'),
    publishableClientKey: isWritten('publishableClientKey'),
    secretServerKey: isWritten('secretServerKey'),
  }
}

/** Replaces the placeholders of a plan. */
export function fillPlaceholders(
  files: readonly PlannedFile[],
  values: Readonly<Record<KeyField, string>>,
): readonly PlannedFile[] {
  return files.map((file) => ({
    ...file,
    after: fields.reduce((text, field) => text.replaceAll(placeholders[field], values[field]), file.after),
  }))
}
