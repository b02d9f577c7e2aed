import { LABEL_MAX_CODE_POINTS } from '@portico/client/admin'

import { choice, text, type ChoiceOf, type FieldsOf } from '../../page/form/fields.tsx'
import type { PartnerAccessTexts } from '../../texts/en/partner-access.ts'

/** The value for a project that does not exist yet. */
export const NEW_PROJECT = 'new'

export interface AccessForm {
  readonly project: string
  readonly name: string
}

export interface OfferedProject {
  readonly id: string
  readonly displayName: string
}

/** With several projects, none is preselected, so that a quick press does not give away the key of the wrong one. */
export function accessFields(
  t: PartnerAccessTexts,
  projects: readonly OfferedProject[],
  externalName: string | null,
): FieldsOf<AccessForm> {
  const first = projects.length === 0 ? NEW_PROJECT : projects.length === 1 ? (projects[0]?.id ?? '') : ''
  return {
    project: choice<string>({
      label: t.project,
      initial: first,
      problemOf: (chosen) => (chosen === '' ? t.projectMissing : null),
      options: [
        ...(first === '' ? [{ value: '', label: t.choose }] : []),
        ...projects.map((project) => optionOf(project, projects)),
        { value: NEW_PROJECT, label: t.newProject },
      ],
    }),
    name: text({
      label: t.name,
      help: t.nameHelp,
      initial: externalName ?? '',
      isRequired: true,
      max: LABEL_MAX_CODE_POINTS,
    }),
  }
}

/** Projects with the same name are distinguished by the beginning of their ids. */
function optionOf({ displayName, id }: OfferedProject, all: readonly OfferedProject[]): ChoiceOf<string> {
  const isUnique = all.filter((other) => other.displayName === displayName).length === 1
  return { value: id, label: isUnique ? displayName : `${displayName} (${id.slice(0, 8)})` }
}
