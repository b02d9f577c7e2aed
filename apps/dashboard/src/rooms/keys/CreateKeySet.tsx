import { LABEL_MAX_CODE_POINTS } from '@portico/client/admin'
import { Download } from 'lucide-react'
import { useState, type ReactNode } from 'react'

import { useCreateKeySet, type CreatedKeySet } from '../../data/api-keys.ts'
import { neverExpires } from '../../data/key-expiry.ts'
import { useCurrentProject } from '../../data/projects.ts'
import { settings } from '../../data/settings.ts'
import { Button } from '../../kit/Button.tsx'
import { CopyButton } from '../../kit/CopyButton.tsx'
import { Dialog, OnceDialog } from '../../kit/Dialog.tsx'
import { download } from '../../kit/download.ts'
import { Checkbox, CheckGroup, Field, FieldError, Input, Option, Select } from '../../kit/Field.tsx'
import { isPast } from '../../kit/is-past.ts'
import { CopyLine } from '../../kit/Secret.tsx'
import { useUnsaved } from '../../kit/unsaved.ts'
import { useAction } from '../../kit/useAction.ts'
import { useTexts } from '../../language/define-texts.ts'
import { useFormat } from '../../language/format.ts'
import { ActFailure } from '../../kit/ActFailure.tsx'
import { kitTexts } from '../../texts/kit.ts'
import { keysTexts } from '../../texts/keys.ts'
import { endOfDay } from './key-status.ts'
import css from './keys.module.css'

type Expiry = 'never' | 'year' | 'quarter' | 'date'

const QUARTER_MILLIS = 90 * 86_400_000

/** Creates a key set, then shows its keys once. */
export function CreateKeySet({ onClose }: { readonly onClose: () => void }): ReactNode {
  const t = useTexts(keysTexts)
  const { cancel, problems } = useTexts(kitTexts)
  const format = useFormat()
  const createKeySet = useCreateKeySet()
  const [description, setDescription] = useState('')
  const [expiry, setExpiry] = useState<Expiry>('never')
  const [date, setDate] = useState('')
  const [keys, setKeys] = useState({ publishable: true, server: true, admin: false })
  const [hasTried, setTried] = useState(false)
  const [created, setCreated] = useState<CreatedKeySet | null>(null)
  const expiresAt = expiryOf(expiry, date)
  const isDescriptionMissing = description.trim() === ''
  const isDateWrong = expiresAt === null || isPast(expiresAt)
  const isKeyMissing = !Object.values(keys).some(Boolean)
  const create = useAction(async () => {
    if (expiresAt === null) return
    setCreated(
      await createKeySet({
        description: description.trim(),
        expiresAt,
        hasPublishableClientKey: keys.publishable,
        hasSecretServerKey: keys.server,
        hasSuperSecretAdminKey: keys.admin,
      }),
    )
  })
  const isCreating = create.phase === 'pending'
  // The keys are only in the answer, which the dialog waits for.
  useUnsaved(isCreating, 'keys')
  if (created) return <ShownOnce keySet={created} onDone={onClose} />

  const submit = (): void => {
    setTried(true)
    if (!isDescriptionMissing && !isDateWrong && !isKeyMissing) void create.run()
  }
  const key = (name: keyof typeof keys, label: string, note: string): ReactNode => (
    <Option
      note={note}
      control={<Checkbox checked={keys[name]} onChange={(isOn) => setKeys({ ...keys, [name]: isOn })} />}
    >
      {label}
    </Option>
  )
  return (
    <Dialog
      title={t.create}
      lead={t.dialog.lead}
      isWide
      onClose={isCreating ? undefined : onClose}
      onSubmit={submit}
      footer={
        <>
          <Button variant="ghost" disabled={isCreating} onClick={onClose}>
            {cancel}
          </Button>
          <Button type="submit" variant="primary" phase={create.phase} pendingLabel={t.creating}>
            {t.create}
          </Button>
        </>
      }
    >
      <Field
        label={t.dialog.description}
        help={t.dialog.descriptionHelp}
        error={hasTried && isDescriptionMissing ? problems.empty(t.dialog.description) : null}
      >
        <Input
          data-autofocus=""
          maxLength={LABEL_MAX_CODE_POINTS}
          value={description}
          onChange={(event) => setDescription(event.target.value)}
        />
      </Field>
      <Field label={t.dialog.expires}>
        <Select
          value={expiry}
          onChange={(value) => setExpiry(value as Expiry)}
          options={[
            { value: 'never', label: t.dialog.never },
            { value: 'year', label: t.dialog.inYear(format.date(inYear())) },
            { value: 'quarter', label: t.dialog.inQuarter(format.date(inQuarter())) },
            { value: 'date', label: t.dialog.onDate },
          ]}
        />
      </Field>
      {expiry === 'date' && (
        <Field label={t.dialog.date} error={hasTried && isDateWrong ? t.dialog.datePast : null}>
          <Input type="date" value={date} onChange={(event) => setDate(event.target.value)} />
        </Field>
      )}
      <CheckGroup label={t.dialog.keys}>
        {key('publishable', t.dialog.publishable, t.dialog.publishableNote)}
        {key('server', t.dialog.server, t.dialog.serverNote)}
        {key('admin', t.dialog.admin, t.dialog.adminNote)}
      </CheckGroup>
      {hasTried && isKeyMissing && <FieldError>{t.dialog.noKey}</FieldError>}
      <ActFailure failure={create.failure} onRepeat={submit} />
    </Dialog>
  )
}

function ShownOnce({ keySet, onDone }: { readonly keySet: CreatedKeySet; readonly onDone: () => void }): ReactNode {
  const t = useTexts(keysTexts)
  const { done } = useTexts(kitTexts)
  const { id } = useCurrentProject()
  const keys = [
    { name: 'PORTICO_PUBLISHABLE_CLIENT_KEY', label: t.dialog.publishable, value: keySet.publishableClientKey },
    { name: 'PORTICO_SECRET_SERVER_KEY', label: t.dialog.server, value: keySet.secretServerKey },
    { name: 'PORTICO_SUPER_SECRET_ADMIN_KEY', label: t.dialog.admin, value: keySet.superSecretAdminKey },
  ].flatMap(({ value, ...rest }) => (value === undefined ? [] : [{ ...rest, value }]))
  const env = [
    `PORTICO_API_URL=${settings.baseUrl}`,
    `PORTICO_PROJECT_ID=${id}`,
    ...keys.map(({ name, value }) => `${name}=${value}`),
    '',
  ].join('\n')
  const content = (
    <>
      {keys.map(({ label, value }) => (
        <div key={label} className="field">
          <span className="label">{label}</span>
          <CopyLine value={value} what={label} />
        </div>
      ))}
      <div className={css['actions']}>
        <CopyButton text={env} label={t.once.copyEnv} size="regular" variant="plain" />
        <Button onClick={() => download('.env', [env], 'text/plain')}>
          <Download />
          {t.once.download}
        </Button>
      </div>
    </>
  )
  const secrets = keys.filter(({ value }) => value !== keySet.publishableClientKey).length
  if (secrets === 0) {
    return (
      <Dialog
        title={t.once.created}
        lead={t.once.publishableLead}
        isWide
        onClose={onDone}
        footer={
          <Button variant="primary" onClick={onDone}>
            {done}
          </Button>
        }
      >
        {content}
      </Dialog>
    )
  }
  return (
    <OnceDialog
      title={t.once.title}
      lead={keys.length > secrets ? t.once.leadWithPublishable : t.once.lead}
      isPlural={keys.length > 1}
      onDone={onDone}
    >
      {content}
    </OnceDialog>
  )
}

/** Null if the typed text is not a date. */
function expiryOf(expiry: Expiry, date: string): Date | null {
  if (expiry === 'date') return endOfDay(date)
  if (expiry === 'never') return neverExpires()
  return expiry === 'quarter' ? inQuarter() : inYear()
}

function inQuarter(): Date {
  return new Date(Date.now() + QUARTER_MILLIS)
}

function inYear(): Date {
  const date = new Date()
  date.setFullYear(date.getFullYear() + 1)
  return date
}
