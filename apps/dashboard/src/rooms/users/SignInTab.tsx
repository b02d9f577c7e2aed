import { useState, type ReactNode } from 'react'

import { useProviderName } from '../../data/projects.ts'
import { users, type ListedUser } from '../../data/users.ts'
import { LinkButton } from '../../kit/Button.tsx'
import { useFailureText } from '../../kit/failure.ts'
import { May } from '../../kit/May.tsx'
import { ProviderMark } from '../../kit/ProviderMark.tsx'
import { PropertyRow, Rows, SwitchRow } from '../../kit/Rows.tsx'
import { fill } from '@portico/ui/language/fill'
import { useTexts } from '../../language/useTexts.ts'
import { useFormat } from '../../language/format.ts'
import { FormInPlace } from '../../page/form/FormInPlace.tsx'
import { Editable } from '../../page/form/Editable.tsx'
import { unloaded } from '../../page/Loaded.tsx'
import { useConfirmation } from '../../page/useConfirmation.tsx'
import { usersTexts } from '../../texts/en/users.ts'
import { passwordField } from './forms.tsx'
import { findRefusal } from './problems.ts'
import { SecondFactor } from './SecondFactor.tsx'
import { Sessions } from './Sessions.tsx'
import type { SignInPartProps, UserTabProps } from './tabs.ts'
import css from './users.module.css'

/** How the user signs in, and where the user is signed in. */
export function SignInTab({ user }: UserTabProps): ReactNode {
  const t = useTexts(usersTexts)
  const update = users.useChange('update')
  const [dialog, ask] = useConfirmation()
  return (
    <>
      <section>
        <Rows isFlush>
          <Password user={user} ask={ask} />
          <Providers user={user} ask={ask} />
          <Passkeys user={user} ask={ask} />
          <SecondFactor user={user} />
        </Rows>
        <Editable right={users.rights.update} hasNote={false}>
          <Rows kind="settings">
            <SwitchRow
              label={t.signIn.code}
              note={t.signIn.codeNote}
              value={user.otpAuthEnabled}
              onSave={(otpAuthEnabled) => update(user, { otpAuthEnabled })}
            />
          </Rows>
        </Editable>
      </section>
      <Sessions user={user} ask={ask} />
      {dialog}
    </>
  )
}

function Password({ user, ask }: SignInPartProps): ReactNode {
  const t = useTexts(usersTexts)
  const update = users.useChange('update')
  const [isEditing, setEditing] = useState(false)
  const askToRemove = (): void =>
    ask({
      title: t.signIn.removePassword,
      consequence: t.signIn.removePasswordLead,
      pending: 'removing',
      run: () => update(user, { password: null }),
    })
  return (
    <PropertyRow
      label={t.signIn.password}
      {...(user.passwordChangeAdvised && { note: t.signIn.changeAdvised })}
      action={
        <May right={users.rights.update}>
          <LinkButton onClick={() => setEditing(true)}>
            {user.hasPassword ? t.signIn.setNew : t.signIn.setFirst}
          </LinkButton>
          {user.hasPassword && (
            <LinkButton variant="danger" aria-label={t.signIn.removePassword} onClick={askToRemove}>
              {t.profile.remove}
            </LinkButton>
          )}
        </May>
      }
      {...(isEditing && { body: <PasswordForm user={user} onEnd={() => setEditing(false)} /> })}
    >
      {user.hasPassword ? t.signIn.set : <span className="soft">{t.signIn.notSet}</span>}
    </PropertyRow>
  )
}

function PasswordForm({ user, onEnd }: { readonly user: ListedUser; readonly onEnd: () => void }): ReactNode {
  const t = useTexts(usersTexts)
  const failureText = useFailureText()
  const update = users.useChange('update')
  return (
    <FormInPlace
      label={t.signIn.newPassword}
      isEdit={false}
      fields={{ password: passwordField(t, { label: t.signIn.newPassword, help: t.signIn.endsSessions }) }}
      onSubmit={({ password }) => update(user, { password })}
      refusalOf={(failure) => (findRefusal(failure) === 'password' ? { password: failureText(failure) } : null)}
      onEnd={onEnd}
    />
  )
}

function Providers({ user, ask }: SignInPartProps): ReactNode {
  const t = useTexts(usersTexts)
  const remove = users.useChange('removeMeans')
  const providerName = useProviderName()
  const providers = users.useRead('providers', [user])
  if (!providers.data?.length) {
    return (
      <PropertyRow label={t.signIn.providers}>
        {unloaded(providers) ?? <span className="soft">{t.signIn.noProviders}</span>}
      </PropertyRow>
    )
  }
  return providers.data.map((provider) => (
    <PropertyRow
      key={provider.id}
      label={providerName(provider.id)}
      note={<bdi>{t.signIn.account(provider.accountId)}</bdi>}
      action={
        <May right={users.rights.removeMeans}>
          <LinkButton
            variant="danger"
            aria-label={`${t.signIn.disconnect}: ${providerName(provider.id)}`}
            onClick={() =>
              ask({
                title: t.signIn.disconnectTitle,
                consequence: fill(t.signIn.removePasskeyLead, { name: providerName(provider.id) }),
                pending: 'disconnecting',
                run: () => remove(user, provider),
              })
            }
          >
            {t.signIn.disconnect}
          </LinkButton>
        </May>
      }
    >
      <span className={css['line']}>
        <ProviderMark id={provider.id} isFlat />
        <bdi>{provider.email ?? provider.accountId}</bdi>
      </span>
    </PropertyRow>
  ))
}

function Passkeys({ user, ask }: SignInPartProps): ReactNode {
  const t = useTexts(usersTexts)
  const format = useFormat()
  const remove = users.useChange('removeMeans')
  const passkeys = users.useRead('passkeys', [user])
  if (!passkeys.data?.length) {
    return (
      <PropertyRow label={t.signIn.passkeys}>
        {unloaded(passkeys) ?? <span className="soft">{t.signIn.noPasskeys}</span>}
      </PropertyRow>
    )
  }
  return passkeys.data.map((passkey, index) => (
    <PropertyRow
      key={passkey.id}
      label={index === 0 ? t.signIn.passkeys : <span className="sr">{t.signIn.passkeys}</span>}
      note={`${t.signIn.added(format.relative(passkey.createdAt))}, ${
        passkey.lastUsedAt ? t.signIn.used(format.relative(passkey.lastUsedAt)) : t.signIn.unused
      }`}
      action={
        <May right={users.rights.removeMeans}>
          <LinkButton
            variant="danger"
            aria-label={`${t.signIn.removePasskey}: ${passkey.name}`}
            onClick={() =>
              ask({
                title: t.signIn.removePasskey,
                consequence: fill(t.signIn.removePasskeyLead, { name: <bdi className="strong">{passkey.name}</bdi> }),
                pending: 'removing',
                run: () => remove(user, passkey),
              })
            }
          >
            {t.profile.remove}
          </LinkButton>
        </May>
      }
    >
      <bdi>{passkey.name}</bdi>
    </PropertyRow>
  ))
}
