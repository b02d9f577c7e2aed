import type { ProjectConfig } from '../../data/project-config.ts'
import type { ProjectConfigUpdate } from '../../data/projects.ts'
import { settingsOf, valuesOfSettings, type IssuerSettingsValues } from '../../records/issuer-settings.tsx'

export type StoredIssuer = ProjectConfig['oidcProviders'][number]
type IssuerUpdate = NonNullable<ProjectConfigUpdate['oidcProviders']>[number]

/** The last part of the address for a new issuer's form, in place of an id. */
export const NEW_ISSUER = 'new-issuer'

const PREFIX = 'custom:'

/** What the form of an issuer shows. */
export interface IssuerValues extends IssuerSettingsValues {
  /** The id without its prefix. */
  readonly name: string
}

export function isIssuerAddress(id: string): boolean {
  return id === NEW_ISSUER || id.startsWith(PREFIX)
}

export function valuesOfIssuer(stored: StoredIssuer | undefined): IssuerValues {
  return { ...valuesOfSettings(stored), name: stored?.id.slice(PREFIX.length) ?? '' }
}

export function issuerIdOf({ name }: Pick<IssuerValues, 'name'>): string {
  return PREFIX + name.trim()
}

/** Replaces one issuer in the list by the values of its form. A new one is added at the end, and switched on. */
export function writeIssuer(list: readonly StoredIssuer[], values: IssuerValues): IssuerUpdate[] {
  const stored = list.find(({ id }) => id === issuerIdOf(values))
  const written = { id: issuerIdOf(values), enabled: stored?.enabled ?? true, ...settingsOf(values, stored) }
  return stored ? list.map((one) => (one === stored ? written : one)) : [...list, written]
}

export function switchIssuer(list: readonly StoredIssuer[], id: string, enabled: boolean): IssuerUpdate[] {
  return list.map((one) => (one.id === id ? { ...one, enabled } : one))
}

export function removeIssuer(list: readonly StoredIssuer[], id: string): IssuerUpdate[] {
  return list.filter((one) => one.id !== id)
}
