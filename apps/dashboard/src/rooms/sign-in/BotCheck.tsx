import type { ReactNode } from 'react'

import { throwIfConcerned, useEditConfig, usePersonOf, type ProjectConfig } from '../../data/project-config.ts'
import { useTexts } from '../../language/useTexts.ts'
import { password, radio, text, type FieldsOf } from '../../page/form/fields.tsx'
import { SaveFields } from '../../page/form/SaveFields.tsx'
import { botCheckTexts, type BotCheckTexts } from '../../texts/en/bot-check.ts'
import { kitTexts } from '../../texts/en/kit.ts'

type BotCheckConfig = ProjectConfig['botCheck']

interface BotCheckForm {
  readonly type: BotCheckConfig['type']
  readonly siteKey: string
  /** Empty while the stored one stays. */
  readonly secretKey: string
}

const kinds = ['none', 'proof_of_work', 'turnstile'] as const

/** What visitors' browsers must solve before they sign up or in. */
export function BotCheck({ config: { botCheck: stored } }: { readonly config: ProjectConfig }): ReactNode {
  const t = useTexts(botCheckTexts)
  const { problems } = useTexts(kitTexts)
  const editConfig = useEditConfig()
  const base = formOf(stored)
  return (
    <SaveFields
      fields={checkFields(t, stored, problems.empty)}
      stored={base}
      isHidden={({ type }) => (type === 'turnstile' ? [] : ['siteKey', 'secretKey'])}
      personOf={usePersonOf()}
      onSubmit={(_values, changes) =>
        editConfig(({ botCheck }, conflict) => {
          const latest = formOf(botCheck)
          throwIfConcerned(conflict, { base, typed: changes }, latest)
          return { botCheck: settingsOf({ ...latest, ...changes }, botCheck) }
        })
      }
      arrange={(fieldOf, { type }) => (
        <>
          {fieldOf('type')}
          {type === 'turnstile' && (
            <>
              {fieldOf('siteKey')}
              {fieldOf('secretKey')}
            </>
          )}
        </>
      )}
    />
  )
}

function checkFields(
  t: BotCheckTexts,
  stored: BotCheckConfig,
  emptySentence: (field: string) => string,
): FieldsOf<BotCheckForm> {
  const hasSecret = stored.type === 'turnstile'
  return {
    type: radio({ label: t.kind, initial: 'none', options: kinds.map((value) => ({ value, ...t.kinds[value] })) }),
    siteKey: text({ label: t.siteKey, isCode: true, isRequired: true, max: 200 }),
    secretKey: password({
      label: t.secretKey,
      ...(hasSecret && { help: t.secretStored }),
      input: { className: 'mono', ...(hasSecret && { placeholder: '••••••••' }) },
      show: { showLabel: t.showSecret, hideLabel: t.hideSecret },
      problemOf: (value) => (value.trim() === '' && !hasSecret ? emptySentence(t.secretKey) : null),
    }),
  }
}

function formOf(config: BotCheckConfig): BotCheckForm {
  return { type: config.type, siteKey: config.type === 'turnstile' ? config.siteKey : '', secretKey: '' }
}

/** The mask of the stored secret key keeps it. */
function settingsOf({ secretKey, siteKey, type }: BotCheckForm, stored: BotCheckConfig): BotCheckConfig {
  if (type !== 'turnstile') return { type }
  const kept = stored.type === 'turnstile' ? stored.secretKey : ''
  return { type, siteKey: siteKey.trim(), secretKey: secretKey.trim() || kept }
}
