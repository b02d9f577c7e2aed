'use client'

import type { ContactChannel } from '@portico/client'
import { canonicalEmail } from '@portico/contract/email-address'
import { useForm } from '@portico/ui/form/useForm'
import type { ReactNode } from 'react'
import { emailError } from '../../form/rules.ts'
import type { UserList } from '../../hooks/useUserList.ts'
import { useTranslate } from '../../i18n/language.ts'
import type { Translate } from '../../i18n/translate.ts'
import { Button } from '../../parts/Button.tsx'
import { Field } from '../../parts/Field.tsx'
import { AppCodeField, codeError } from '../page/ConfirmForm.tsx'
import { EditForm } from '../page/EditForm.tsx'
import { ItemList } from '../page/ItemList.tsx'
import { useSettings } from '../page/settings-context.ts'
import { SettingsRow } from '../page/SettingsRow.tsx'
import { useRow } from '../page/useRow.ts'
import { EmailItem, refusedField } from './EmailItem.tsx'
import { useContactChannelChanges, type ContactChannelEvent, type ContactChannels } from './useContactChannels.ts'

/** The user's e-mail addresses: which one is primary, which ones sign in, and which ones are verified. */
export function EmailsRow({ addresses }: { readonly addresses: UserList<ContactChannel> }): ReactNode {
  const t = useTranslate()
  const row = useRow()
  const all = useContactChannelChanges(addresses, (event) => row.finish(describeEvent(t, event)))
  const { channels } = all
  // The addresses share the actions, which do one thing at a time, and whose success closes what is open in the row.
  const isBusy = [all.add, all.change, all.remove, all.sendVerification].some(({ phase }) => phase !== 'idle')
  const isEmpty = channels?.length === 0
  const { isRestricted } = useSettings().user
  return (
    <SettingsRow
      row={row}
      label={t('Email addresses')}
      value={
        <>
          {isEmpty && <span className="portico-row-none">{t('No addresses')}</span>}
          <p className="portico-row-note">{t('Addresses that receive our mail and that you can sign in with.')}</p>
        </>
      }
      action={
        channels &&
        !isEmpty && (
          <Button variant="quiet" {...(isBusy && { phase: 'pending' as const })} onClick={() => row.start('add')}>
            {isRestricted ? t('Change') : t('Add email address')}
          </Button>
        )
      }
      list={
        <ItemList
          row={row}
          label={t('Email addresses')}
          from={all}
          items={channels}
          empty={<AddForm all={all} onCancel={undefined} />}
        >
          {(channel) => <EmailItem key={channel.id} all={all} channel={channel} isBusy={isBusy} row={row} />}
        </ItemList>
      }
    >
      <AddForm all={all} onCancel={row.close} />
    </SettingsRow>
  )
}

interface AddFormProps {
  readonly all: ContactChannels
  /** Undefined while there is no address: the form then stays open. */
  readonly onCancel: (() => void) | undefined
}

function AddForm({ all: { add, channels = [] }, onCancel }: AddFormProps): ReactNode {
  const t = useTranslate()
  const { isMultiFactorRequired: asksForCode, isRestricted } = useSettings().user
  const form = useForm({
    initial: { email: '', code: '' },
    validate: ({ email, code }) => ({
      email:
        emailError(t, email) ??
        (channels.some(({ value }) => value === canonicalEmail(email))
          ? t('You already have this address')
          : undefined),
      code: asksForCode ? codeError(t, code) : undefined,
    }),
    submit: async ({ email, code }) => {
      const refusal = await add.submit(email.trim(), asksForCode ? code : undefined)
      if (!refusal) return
      form.set('code', '')
      return refusedField(t, refusal)
    },
  })
  return (
    <EditForm
      onSubmit={form.submit}
      onCancel={onCancel}
      action={add}
      {...(!isRestricted && { submitText: t('Add'), pendingText: t('Adding…') })}
    >
      <Field
        {...form.field('email')}
        label={t('Email')}
        type="email"
        autoComplete="email"
        hint={t('We send a link to this address. Open it to verify the address.')}
      />
      {asksForCode && <AppCodeField {...form.field('code')} busy={add.phase !== 'idle'} />}
    </EditForm>
  )
}

function describeEvent(t: Translate, event: ContactChannelEvent): string {
  const texts: Readonly<Record<ContactChannelEvent, string>> = {
    added: t('Address added. Open the link in the email to verify it.'),
    mailed: t('Email sent. Check your spam folder as well.'),
    primary: t('Primary address changed.'),
    used: t('You can now sign in with this address.'),
    unused: t('The address is no longer used for sign-in.'),
    removed: t('Address removed.'),
  }
  return texts[event]
}
