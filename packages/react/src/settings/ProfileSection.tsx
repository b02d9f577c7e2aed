import { useState, type ReactNode } from 'react'
import { useForm } from '../form/useForm.ts'
import { useUserUpdate } from '../hooks/useUserUpdate.ts'
import { useTranslate } from '../i18n/language.ts'
import { Button } from '../parts/Button.tsx'
import { Field } from '../parts/Field.tsx'
import { EditForm } from './EditForm.tsx'
import { PictureRow } from './PictureRow.tsx'
import { useSettings } from './settings-context.ts'
import { SettingsRow } from './SettingsRow.tsx'

export function ProfileSection(): ReactNode {
  return (
    <>
      <PictureRow />
      <NameRow />
    </>
  )
}

function NameRow(): ReactNode {
  const t = useTranslate()
  const { user } = useSettings()
  const [isOpen, setOpen] = useState(false)
  const [saved, setSaved] = useState(false)
  const close = (): void => setOpen(false)
  return (
    <SettingsRow
      label={t('Name')}
      value={
        user.displayName === null || user.displayName === '' ? (
          <span className="portico-row-none">{t('Not given')}</span>
        ) : (
          <span dir="auto">{user.displayName}</span>
        )
      }
      done={saved ? t('Saved') : undefined}
      action={
        <Button
          variant="quiet"
          onClick={() => {
            setSaved(false)
            setOpen(true)
          }}
        >
          {user.displayName ? t('Change') : t('Add')}
        </Button>
      }
      isOpen={isOpen}
      onClose={close}
    >
      <NameForm
        onCancel={close}
        onSaved={() => {
          setSaved(true)
          close()
        }}
      />
    </SettingsRow>
  )
}

function NameForm({ onCancel, onSaved }: { readonly onCancel: () => void; readonly onSaved: () => void }): ReactNode {
  const t = useTranslate()
  const { user } = useSettings()
  const update = useUserUpdate(onSaved)
  const form = useForm({
    initial: { name: user.displayName ?? '' },
    validate: () => ({}),
    submit: async ({ name }) => {
      // An empty field removes the name.
      await update.submit({ displayName: name.trim() || null })
      return {}
    },
  })
  return (
    <EditForm
      onSubmit={form.onSubmit}
      onCancel={onCancel}
      phase={update.phase}
      failure={update.failure}
      submitText={t('Save')}
      pendingText={t('Saving…')}
    >
      <Field {...form.field('name')} label={t('Name')} type="text" autoComplete="name" />
    </EditForm>
  )
}
