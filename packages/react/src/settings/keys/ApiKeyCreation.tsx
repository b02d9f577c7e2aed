import { StatusError, type TeamApiKeyFirstView, type UserApiKeyFirstView } from '@portico/client'
import { API_KEYS_PER_OWNER } from '@portico/contract/limits'
import { useId, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { useForm } from '../../form/useForm.ts'
import type { ApiKeys } from './useApiKeys.ts'
import { useTranslate } from '../../i18n/language.ts'
import { Button } from '../../parts/Button.tsx'
import { Field } from '../../parts/Field.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { Notice } from '../../parts/Notice.tsx'
import { descriptionError, NewExpiry } from './ApiKeyFields.tsx'
import { CopyButton } from '../page/CopyButton.tsx'
import { defaultExpiry, expiryDateOf, type ListedApiKey } from './describe-api-key.ts'
import { Dialog } from '../page/Dialog.tsx'
import { EditForm } from '../page/EditForm.tsx'
import { useFormatLanguage } from '../page/useFormatLanguage.ts'

export interface ApiKeyCreationProps {
  readonly create: ApiKeys<ListedApiKey>['create']
  /** How many keys of the owner are valid. */
  readonly validCount: number
  /** The new key; undefined before. */
  readonly created: UserApiKeyFirstView | TeamApiKeyFirstView | undefined
  readonly onClose: () => void
}

/** The dialog that creates a key, then shows its value once. */
export function ApiKeyCreation({ create, validCount, created, onClose }: ApiKeyCreationProps): ReactNode {
  const t = useTranslate()
  if (!created) return <CreationDialog create={create} validCount={validCount} onClose={onClose} />
  return (
    <Dialog
      title={t('Store this key now')}
      lead={t('It is shown only once. If you lose it, create a new one.')}
      onClose={undefined}
    >
      <NewKey value={created.value} onStored={onClose} />
    </Dialog>
  )
}

function CreationDialog({ create, validCount, onClose }: Omit<ApiKeyCreationProps, 'created'>): ReactNode {
  const t = useTranslate()
  const lang = useFormatLanguage()
  const [expiry, setExpiry] = useState(defaultExpiry)
  const form = useForm({
    initial: { description: '' },
    validate: ({ description }) => ({ description: descriptionError(t, description) }),
    submit: async ({ description }) => {
      await create.submit({ description: description.trim(), expiresAt: expiryDateOf(expiry, Date.now()) })
      return {}
    },
  })
  // A dialog that closes while the key is being created would lose its value.
  const close = create.phase === 'idle' ? onClose : undefined
  const isFull =
    create.failure instanceof StatusError && create.failure.statusCode === 400 && validCount >= API_KEYS_PER_OWNER
  return (
    <Dialog title={t('Create an API key')} onClose={close}>
      <EditForm
        onSubmit={form.onSubmit}
        onCancel={() => close?.()}
        phase={create.phase}
        failure={isFull ? null : create.failure}
        submitText={t('Create key')}
        pendingText={t('Creating…')}
      >
        <Field
          {...form.field('description')}
          label={t('Description')}
          type="text"
          autoComplete="off"
          hint={t('Name the program or device that uses the key.')}
        />
        <NewExpiry expiry={expiry} onChange={setExpiry} />
        {isFull && (
          <Notice
            title={t('There are {n} valid keys, the maximum.', {
              n: new Intl.NumberFormat(lang).format(API_KEYS_PER_OWNER),
            })}
            text={t('Revoke keys that you no longer need, then try again.')}
          />
        )}
      </EditForm>
    </Dialog>
  )
}

interface NewKeyProps {
  readonly value: string
  readonly onStored: () => void
}

/** The value of a new key. The user confirms that they have stored it before it disappears. */
function NewKey({ value, onStored }: NewKeyProps): ReactNode {
  const t = useTranslate()
  const id = useId()
  const tick = useRef<HTMLInputElement>(null)
  const [isStored, setStored] = useState(false)
  const [isMissing, setMissing] = useState(false)

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (isStored) return onStored()
    setMissing(true)
    tick.current?.focus()
  }
  return (
    <form className="portico-edit" noValidate onSubmit={onSubmit}>
      <div className="portico-once">
        <code className="portico-snippet" dir="ltr" translate="no">
          {value}
        </code>
        <CopyButton variant="secondary" text={value} label={t('Copy key')} doneLabel={t('Copied')} />
      </div>
      <div className="portico-step-foot">
        <label className="portico-choice">
          <input
            ref={tick}
            className="portico-check"
            type="checkbox"
            required
            checked={isStored}
            onChange={(event) => {
              setStored(event.target.checked)
              setMissing(false)
            }}
            aria-invalid={isMissing ? true : undefined}
            aria-describedby={isMissing ? id : undefined}
          />
          {t('I have stored it')}
        </label>
        <Button type="submit">{t('Done')}</Button>
      </div>
      {isMissing && (
        <p className="portico-error" id={id}>
          <Icon name="alert" />
          <span>{t('Confirm that you have stored the key.')}</span>
        </p>
      )}
    </form>
  )
}
