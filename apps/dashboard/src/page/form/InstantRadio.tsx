import type { ReactNode } from 'react'

import { ActFailure } from '../../kit/ActFailure.tsx'
import { RadioGroup } from '../../kit/Field.tsx'
import { SavedTick } from '../../kit/Rows.tsx'
import { useInstantSave } from '../../kit/useInstantSave.ts'
import type { ChoiceOf } from './fields.tsx'

export interface InstantRadioProps<Value extends string> {
  readonly label: string
  /** Undefined while it loads. */
  readonly value: Value | undefined
  readonly options: readonly ChoiceOf<Value>[]
  /** Saves the choice. A rejection puts it back and shows why. */
  readonly onSave: (value: Value) => Promise<unknown>
}

/** One of several values, all of them visible. A choice saves at once and says "Saved" for two seconds. */
export function InstantRadio<Value extends string>({
  label,
  value,
  options,
  onSave,
}: InstantRadioProps<Value>): ReactNode {
  const { saving, isSaved, failure, save, repeat } = useInstantSave(label, onSave)
  return (
    <>
      <RadioGroup<Value | ''>
        label={label}
        value={saving ?? value ?? ''}
        disabled={value === undefined}
        onChange={(next) => next !== '' && void save(next)}
        options={options}
      />
      <SavedTick isShown={isSaved} />
      <ActFailure failure={failure} onRepeat={repeat} />
    </>
  )
}
