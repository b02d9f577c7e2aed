import { Check } from 'lucide-react'
import type { ReactNode } from 'react'

import { useEditConfig, type ProjectConfig } from '../../data/project-config.ts'
import { createSettingEdit } from '../../data/setting-edit.ts'
import { useFailureText } from '../../kit/failure.ts'
import { FieldError, RadioGroup } from '../../kit/Field.tsx'
import { useInstantSave } from '../../kit/useInstantSave.ts'
import { useTexts } from '../../language/useTexts.ts'
import { kitTexts } from '../../texts/en/kit.ts'
import { methodsTexts } from '../../texts/en/methods.ts'
import css from './methods.module.css'

type Strategy = ProjectConfig['oauthAccountMergeStrategy']

const strategies: readonly Strategy[] = ['link_method', 'raise_error', 'allow_duplicates']

/** What happens if a provider returns an address that an account already has. A choice saves at once. */
export function MergeStrategy({
  value,
}: {
  /** Undefined while the settings load. */
  readonly value: Strategy | undefined
}): ReactNode {
  const t = useTexts(methodsTexts)
  const { saved } = useTexts(kitTexts)
  const failureText = useFailureText()
  const editConfig = useEditConfig()
  const { saving, isSaved, failure, save } = useInstantSave<Strategy>(t.sections.merge, (oauthAccountMergeStrategy) =>
    editConfig(createSettingEdit('oauthAccountMergeStrategy', oauthAccountMergeStrategy)),
  )
  return (
    <section className={`section ${css['merge']}`} id="oauthAccountMergeStrategy">
      <RadioGroup<Strategy | ''>
        label={t.sections.merge}
        value={saving ?? value ?? ''}
        disabled={value === undefined}
        onChange={(next) => next !== '' && void save(next)}
        options={strategies.map((strategy) => ({ value: strategy, ...t.merge[strategy] }))}
      />
      <span className="saved" data-shown={isSaved || undefined} aria-hidden="true">
        <Check />
        {saved}
      </span>
      {failure !== null && <FieldError>{failureText(failure)}</FieldError>}
    </section>
  )
}
