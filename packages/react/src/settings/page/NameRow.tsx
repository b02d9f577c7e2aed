import { countCodePoints } from '@portico/contract/code-points'
import { LABEL_MAX_CODE_POINTS } from '@portico/contract/limits'
import { useState, type ReactNode } from 'react'
import { useForm } from '../../form/useForm.ts'
import { readyAfter } from '../../hooks/ready-after.ts'
import { useAction } from '../../hooks/useAction.ts'
import { useTranslate } from '../../i18n/language.ts'
import type { Translate } from '../../i18n/translate.ts'
import { Button } from '../../parts/Button.tsx'
import { Field } from '../../parts/Field.tsx'
import { EditForm } from './EditForm.tsx'
import { SettingsRow } from './SettingsRow.tsx'

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
export function NameRow(props: NameRowProps): ReactNode {
  const t = useTranslate()
  const { label, note, name } = props
  const [isOpen, setOpen] = useState(false)
  const [saved, setSaved] = useState(false)
  const close = (): void => setOpen(false)
  return (
    <SettingsRow
      label={label}
      value={
        name === null || name === '' ? (
          <span className="portico-row-none">{t('Not given')}</span>
        ) : (
          <span dir="auto">{name}</span>
        )
      }
      note={note}
      done={saved ? t('Saved') : undefined}
      action={
        <Button
          variant="quiet"
          onClick={() => {
            setSaved(false)
            setOpen(true)
          }}
        >
          {name ? t('Change') : t('Add')}
        </Button>
      }
      isOpen={isOpen}
      onClose={close}
    >
      <NameForm
        {...props}
        onCancel={close}
        onSaved={() => {
          setSaved(true)
          close()
        }}
      />
    </SettingsRow>
  )
}

interface NameFormProps extends NameRowProps {
  readonly onCancel: () => void
  readonly onSaved: () => void
}

function NameForm({
  label,
  name,
  isRequired = false,
  autoComplete,
  save,
  onCancel,
  onSaved,
}: NameFormProps): ReactNode {
  const t = useTranslate()
  const saving = useAction<[string], never>(async (typed) => {
    await save(typed)
    return { status: 'ok' }
  }, readyAfter(onSaved))
  const form = useForm({
    initial: { name: name ?? '' },
    validate: ({ name: typed }) => ({ name: nameError(t, typed, isRequired) }),
    submit: async ({ name: typed }) => {
      await saving.submit(typed.trim())
      return {}
    },
  })
  return (
    <EditForm
      onSubmit={form.onSubmit}
      onCancel={onCancel}
      phase={saving.phase}
      failure={saving.failure}
      submitText={t('Save')}
      pendingText={t('Saving…')}
    >
      <Field {...form.field('name')} label={label} type="text" autoComplete={autoComplete} />
    </EditForm>
  )
}

/** Returns the error of a name, or undefined for a valid one. */
export function nameError(t: Translate, typed: string, isRequired = true): string | undefined {
  const name = typed.trim()
  if (isRequired && name === '') return t('Please enter a name')
  if (countCodePoints(name) <= LABEL_MAX_CODE_POINTS) return undefined
  return t('A name has at most {n} characters.', { n: LABEL_MAX_CODE_POINTS })
}
