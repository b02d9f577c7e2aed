import { LABEL_MAX_CODE_POINTS } from '@portico/client/admin'
import type { Format } from '@portico/ui/language/format'

import type { NewProject } from '../../data/projects.ts'
import { settings } from '../../data/settings.ts'
import { ProviderMark } from '../../kit/ProviderMark.tsx'
import { checks, text, type FieldsOf } from '../../page/form/fields.tsx'
import type { ProjectsTexts } from '../../texts/en/projects.ts'

const known = [
  { id: 'google', name: 'Google' },
  { id: 'github', name: 'GitHub' },
] as const

/** Those that need no keys of the project. */
const providers = known.filter(({ id }) => settings.sharedProviders.includes(id))

/** What users may do themselves; the settings of the project have more. */
const features = ['teams', 'apiKeys'] as const

interface ProjectForm {
  readonly name: string
  readonly methods: readonly ('password' | 'code' | 'passkey' | (typeof known)[number]['id'])[]
  readonly features: readonly (typeof features)[number][]
}

export function newProject({ dialog: t }: ProjectsTexts, format: Format): FieldsOf<ProjectForm> {
  return {
    name: text({ label: t.name, help: t.nameHelp, isRequired: true, max: LABEL_MAX_CODE_POINTS }),
    methods: checks({
      label: t.methods,
      initial: ['password'],
      none: t.methodMissing,
      options: [
        { value: 'password', label: t.password },
        { value: 'code', label: t.code },
        { value: 'passkey', label: t.passkey },
        ...providers.map(({ id, name }) => ({
          value: id,
          label: (
            <span className="row">
              <ProviderMark id={id} />
              {name}
            </span>
          ),
        })),
      ],
      ...(providers.length > 0 && { help: t.shared(format.list(providers.map(({ name }) => name))) }),
    }),
    features: checks({
      label: t.features,
      initial: [],
      options: features.map((value) => ({ value, label: t.featureNames[value], note: t.featureNotes[value] })),
    }),
  }
}

export function projectOf({ name, methods, features: chosen }: ProjectForm): NewProject {
  return {
    displayName: name.trim(),
    config: {
      credentialEnabled: methods.includes('password'),
      magicLinkEnabled: methods.includes('code'),
      passkeyEnabled: methods.includes('passkey'),
      clientTeamCreationEnabled: chosen.includes('teams'),
      allowUserApiKeys: chosen.includes('apiKeys'),
      oauthProviders: providers
        .filter(({ id }) => methods.includes(id))
        .map(({ id }) => ({ id, type: 'shared' as const })),
    },
  }
}
