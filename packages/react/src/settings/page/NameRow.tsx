'use client'

import type { ReactNode } from 'react'
import { useChange } from '../../hooks/useChange.ts'
import { useTranslate } from '../../i18n/language.ts'
import { Button } from '../../parts/Button.tsx'
import { nameError } from './name-error.ts'
import { SettingsRow } from './SettingsRow.tsx'
import { TextForm } from './TextForm.tsx'
import { useRow } from './useRow.ts'

export interface NameRowProps {
  readonly label: string
  readonly note?: string
  readonly name: string | null
  /** An optional name may be removed. */
  readonly isRequired?: boolean
  readonly autoComplete: 'name' | 'off'
  /** Stores a trimmed name; empty if the user removed it. */
  readonly save: (name: string) => Promise<void>
}

/** A name, edited in place. */
export function NameRow({ label, note, name, isRequired = false, autoComplete, save }: NameRowProps): ReactNode {
  const t = useTranslate()
  const row = useRow()
  const saving = useChange(save, () => row.finish(t('Saved')))
  return (
    <SettingsRow
      row={row}
      label={label}
      value={name ? <span dir="auto">{name}</span> : <span className="portico-row-none">{t('Not given')}</span>}
      note={note}
      action={
        <Button variant="quiet" onClick={() => row.start('edit')}>
          {name ? t('Change') : t('Add')}
        </Button>
      }
    >
      <TextForm
        label={label}
        initial={name ?? ''}
        autoComplete={autoComplete}
        problemOf={(typed) => nameError(t, typed, { isRequired })}
        action={saving}
        onSubmit={saving.submit}
        onCancel={row.close}
      />
    </SettingsRow>
  )
}
