import type { DefaultSetting, PermissionScope } from '../../data/permissions.ts'

/** The default sets: their setting in the project, and the key of their texts. */
export const defaultSets = [
  { setting: 'teamCreatorDefaultPermissions', text: 'creators', scope: 'team' },
  { setting: 'teamMemberDefaultPermissions', text: 'members', scope: 'team' },
  { setting: 'userDefaultPermissions', text: 'users', scope: 'project' },
] as const satisfies readonly { setting: DefaultSetting; text: string; scope: PermissionScope }[]

export type DefaultSet = (typeof defaultSets)[number]

/** The default sets of a project as sorted ids, so that two equal sets are equal lists. */
export type DefaultValues = Readonly<Record<DefaultSetting, readonly string[]>>

export function defaultValuesOf(
  config: Readonly<Record<DefaultSetting, readonly { readonly id: string }[]>>,
): DefaultValues {
  const idsOf = (setting: DefaultSetting): string[] => config[setting].map(({ id }) => id).toSorted()
  return {
    teamCreatorDefaultPermissions: idsOf('teamCreatorDefaultPermissions'),
    teamMemberDefaultPermissions: idsOf('teamMemberDefaultPermissions'),
    userDefaultPermissions: idsOf('userDefaultPermissions'),
  }
}
