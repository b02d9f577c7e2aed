'use client'

import { StatusError, type TeamApiKeyFirstView, type UserApiKeyFirstView } from '@portico/client'
import { API_KEYS_PER_OWNER } from '@portico/contract/limits'
import { useForm } from '@portico/ui/form/useForm'
import { useState, type ReactNode } from 'react'
import type { ApiKeys } from './useApiKeys.ts'
import { submitting } from '../../parts/Form.tsx'
import { useTranslate } from '../../i18n/language.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { Button } from '../../parts/Button.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { Notice } from '../../parts/Notice.tsx'
import { descriptionError, NewExpiry } from './ApiKeyFields.tsx'
import { CopyButton } from '../page/CopyButton.tsx'
import { defaultExpiry, expiryDateOf, type ListedApiKey } from './describe-api-key.ts'
import { Dialog } from '../page/Dialog.tsx'
import { TextForm } from '../page/TextForm.tsx'

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
  const format = useFormat()
  const [expiry, setExpiry] = useState(defaultExpiry)
  // A dialog that closes while the key is being created would lose its value.
  const close = create.phase === 'idle' ? onClose : undefined
  const isFull =
    create.failure instanceof StatusError && create.failure.statusCode === 400 && validCount >= API_KEYS_PER_OWNER
  return (
    <Dialog title={t('Create an API key')} onClose={close}>
      <TextForm
        label={t('Description')}
        hint={t('Name the program or device that uses the key.')}
        problemOf={(description) => descriptionError(t, description)}
        action={isFull ? { ...create, failure: null } : create}
        onSubmit={(description) => create.submit({ description, expiresAt: expiryDateOf(expiry, Date.now()) })}
        onCancel={() => close?.()}
        submitText={t('Create key')}
        pendingText={t('Creating…')}
      >
        <NewExpiry expiry={expiry} onChange={setExpiry} />
        {isFull && (
          <Notice
            title={t('There are {n} valid keys, the maximum.', { n: format.number(API_KEYS_PER_OWNER) })}
            text={t('Revoke keys that you no longer need, then try again.')}
          />
        )}
      </TextForm>
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
  const form = useForm({
    initial: { isStored: false },
    validate: ({ isStored }) => ({ isStored: isStored ? undefined : t('Confirm that you have stored the key.') }),
    submit: async () => onStored(),
  })
  const { id, value: isStored, error, onChange, attach } = form.field('isStored')
  return (
    <form className="portico-edit" noValidate onSubmit={submitting(form.submit)}>
      <div className="portico-once">
        <code className="portico-snippet" dir="ltr" translate="no">
          {value}
        </code>
        <CopyButton variant="secondary" text={value} label={t('Copy key')} doneLabel={t('Copied')} />
      </div>
      <div className="portico-step-foot">
        <label className="portico-choice">
          <input
            ref={attach}
            className="portico-check"
            type="checkbox"
            required
            checked={isStored}
            onChange={(event) => onChange(event.target.checked)}
            aria-invalid={error === undefined ? undefined : true}
            aria-describedby={error === undefined ? undefined : id}
          />
          {t('I have stored it')}
        </label>
        <Button type="submit">{t('Done')}</Button>
      </div>
      {error !== undefined && (
        <p className="portico-error" id={id}>
          <Icon name="alert" />
          <span>{error}</span>
        </p>
      )}
    </form>
  )
}
