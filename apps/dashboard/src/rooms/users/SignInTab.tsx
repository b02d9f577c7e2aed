import { providerName } from '@portico/client/admin'
import { Laptop, Smartphone, VenetianMask } from 'lucide-react'
import { useState, type ReactNode } from 'react'

import { useOfUser, useRefreshUsers, useSessionsOfUser, type ListedUser } from '../../data/users.ts'
import { LinkButton } from '../../kit/Button.tsx'
import { useFailureText } from '../../kit/failure.ts'
import { Field, FieldError } from '../../kit/Field.tsx'
import { focusAtMount } from '../../kit/focus.ts'
import { InlineForm } from '../../kit/InlineForm.tsx'
import { PasswordInput } from '../../kit/PasswordInput.tsx'
import { ProviderMark } from '../../kit/ProviderMark.tsx'
import { ListRow, PropertyRow, Rows, SwitchRow } from '../../kit/Rows.tsx'
import { RowsSkeleton } from '../../kit/Skeleton.tsx'
import { CutText } from '../../kit/Text.tsx'
import { useAction } from '@portico/ui/form/useAction'
import { fill } from '@portico/ui/language/fill'
import { useTexts } from '../../language/useTexts.ts'
import { useFormat } from '../../language/format.ts'
import { usersTexts } from '../../texts/en/users.ts'
import { useConfirmation, type Confirmation } from './Confirm.tsx'
import { describeDevice } from './device.ts'
import { PartLoading } from './PartLoading.tsx'
import { findPasswordProblem } from './problems.ts'
import type { UserTabProps } from './tabs.ts'
import css from './users.module.css'

/** How the user signs in, and where the user is signed in. */
export function SignInTab({ user }: UserTabProps): ReactNode {
  const t = useTexts(usersTexts)
  const refresh = useRefreshUsers()
  const [dialog, ask] = useConfirmation(user.id)
  const [isSettingPassword, setSettingPassword] = useState(false)
  return (
    <>
      <section>
        <Rows isFlush>
          <PropertyRow
            label={t.signIn.password}
            action={
              <>
                <LinkButton onClick={() => setSettingPassword(true)}>
                  {user.hasPassword ? t.signIn.setNew : t.signIn.setFirst}
                </LinkButton>
                {user.hasPassword && (
                  <LinkButton
                    variant="danger"
                    aria-label={t.signIn.removePassword}
                    onClick={() =>
                      ask({
                        title: t.signIn.removePassword,
                        consequence: t.signIn.removePasswordLead,
                        pending: t.profile.removing,
                        run: () => user.update({ password: null }),
                      })
                    }
                  >
                    {t.profile.remove}
                  </LinkButton>
                )}
              </>
            }
            {...(isSettingPassword && { body: <PasswordForm user={user} onEnd={() => setSettingPassword(false)} /> })}
          >
            {user.hasPassword ? t.signIn.set : <span className="soft">{t.signIn.notSet}</span>}
          </PropertyRow>
          <Providers user={user} ask={ask} />
          <Passkeys user={user} ask={ask} />
          <PropertyRow
            label={t.signIn.factor}
            action={
              user.isMultiFactorRequired ? (
                <LinkButton
                  variant="danger"
                  aria-label={t.signIn.removeFactor}
                  onClick={() =>
                    ask({
                      title: t.signIn.removeFactor,
                      consequence: t.signIn.removeFactorLead,
                      pending: t.profile.removing,
                      run: () => user.update({ totpMultiFactorSecret: null }),
                    })
                  }
                >
                  {t.profile.remove}
                </LinkButton>
              ) : undefined
            }
          >
            {user.isMultiFactorRequired ? t.factorOn : <span className="soft">{t.signIn.factorOff}</span>}
          </PropertyRow>
        </Rows>
        <Rows kind="settings">
          <SwitchRow
            label={t.signIn.code}
            note={t.signIn.codeNote}
            value={user.otpAuthEnabled}
            onSave={async (otpAuthEnabled) => {
              await user.update({ otpAuthEnabled })
              await refresh(user.id)
            }}
          />
        </Rows>
      </section>
      <Sessions user={user} ask={ask} />
      {dialog}
    </>
  )
}

interface PartProps {
  readonly user: ListedUser
  readonly ask: (confirmation: Confirmation) => void
}

function PasswordForm({ user, onEnd }: { readonly user: ListedUser; readonly onEnd: () => void }): ReactNode {
  const t = useTexts(usersTexts)
  const failureText = useFailureText()
  const refresh = useRefreshUsers()
  const [password, setPassword] = useState('')
  const [hasTried, setTried] = useState(false)
  const problem = findPasswordProblem(password)
  const save = useAction(async () => {
    await user.setPassword({ password })
    await refresh(user.id)
    onEnd()
  })
  const refusal = save.failure === null ? null : failureText(save.failure)
  return (
    <InlineForm
      label={t.signIn.newPassword}
      action={save}
      onSubmit={() => {
        setTried(true)
        if (!problem) void save.run()
      }}
      onCancel={onEnd}
    >
      <Field
        label={t.signIn.newPassword}
        help={t.signIn.endsSessions}
        error={hasTried && problem ? t.errors[problem] : refusal}
      >
        <PasswordInput
          ref={focusAtMount}
          value={password}
          onChange={(event) => {
            setPassword(event.target.value)
            save.reset()
          }}
        />
      </Field>
    </InlineForm>
  )
}

function Providers({ user, ask }: PartProps): ReactNode {
  const t = useTexts(usersTexts)
  const providers = useOfUser(user, 'providers', (of) => of.listOAuthProviders())
  if (!providers.data) {
    return (
      <PropertyRow label={t.signIn.providers}>
        <PartLoading query={providers} />
      </PropertyRow>
    )
  }
  if (providers.data.length === 0) {
    return (
      <PropertyRow label={t.signIn.providers}>
        <span className="soft">{t.signIn.noProviders}</span>
      </PropertyRow>
    )
  }
  return providers.data.map((provider) => (
    <PropertyRow
      key={provider.id}
      label={providerName(provider.id)}
      note={<bdi>{t.signIn.account(provider.accountId)}</bdi>}
      action={
        <LinkButton
          variant="danger"
          aria-label={`${t.signIn.disconnect}: ${providerName(provider.id)}`}
          onClick={() =>
            ask({
              title: t.signIn.disconnectTitle,
              consequence: fill(t.signIn.disconnectLead, { name: providerName(provider.id) }),
              pending: t.signIn.disconnecting,
              run: () => provider.delete(),
            })
          }
        >
          {t.signIn.disconnect}
        </LinkButton>
      }
    >
      <span className={css['line']}>
        <ProviderMark id={provider.id} isFlat />
        <bdi>{provider.email ?? provider.accountId}</bdi>
      </span>
    </PropertyRow>
  ))
}

function Passkeys({ user, ask }: PartProps): ReactNode {
  const t = useTexts(usersTexts)
  const format = useFormat()
  const passkeys = useOfUser(user, 'passkeys', (of) => of.listPasskeys())
  if (!passkeys.data?.length) {
    return (
      <PropertyRow label={t.signIn.passkeys}>
        {passkeys.data ? <span className="soft">{t.signIn.noPasskeys}</span> : <PartLoading query={passkeys} />}
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
        <LinkButton
          variant="danger"
          aria-label={`${t.signIn.removePasskey}: ${passkey.name}`}
          onClick={() =>
            ask({
              title: t.signIn.removePasskey,
              consequence: fill(t.signIn.removePasskeyLead, { name: <bdi className="strong">{passkey.name}</bdi> }),
              pending: t.profile.removing,
              run: () => passkey.delete(),
            })
          }
        >
          {t.profile.remove}
        </LinkButton>
      }
    >
      <bdi>{passkey.name}</bdi>
    </PropertyRow>
  ))
}

function Sessions({ user, ask }: PartProps): ReactNode {
  const t = useTexts(usersTexts)
  const format = useFormat()
  const failureText = useFailureText()
  const refresh = useRefreshUsers()
  const sessions = useSessionsOfUser(user)
  const end = useAction(async (id: string) => {
    await user.revokeSession(id)
    await refresh(user.id)
  })
  return (
    <section>
      <header>
        <h3>{t.signIn.sessions}</h3>
        {sessions.data !== undefined && sessions.data.length > 0 && (
          <LinkButton
            onClick={() =>
              ask({
                title: t.signIn.endAllTitle,
                consequence: t.signIn.endAllLead,
                pending: t.signIn.ending,
                run: () => user.revokeAllSessions(),
              })
            }
          >
            {t.signIn.endAll}
          </LinkButton>
        )}
      </header>
      {!sessions.data ? (
        <PartLoading query={sessions}>
          <RowsSkeleton kind="list" count={2} />
        </PartLoading>
      ) : sessions.data.length === 0 ? (
        <p className="soft">{t.signIn.noSessions}</p>
      ) : (
        <Rows kind="list">
          {sessions.data.map((session) => {
            const { name, isPhone } = describeDevice(session.userAgent)
            const device = session.isImpersonation ? t.signIn.impersonated : (name ?? t.signIn.unknownDevice)
            const { geoInfo, lastUsedAt, createdAt } = session
            const place = [geoInfo?.cityName, geoInfo?.countryCode].filter(Boolean).join(', ')
            const facts = [place, geoInfo?.ip, format.relative(lastUsedAt ?? createdAt)].filter(Boolean)
            return (
              <ListRow
                key={session.id}
                action={
                  <LinkButton aria-label={t.signIn.endOf(device)} onClick={() => void end.run(session.id)}>
                    {t.signIn.end}
                  </LinkButton>
                }
              >
                <span className={css['device']}>
                  {session.isImpersonation ? <VenetianMask data-warn="" /> : isPhone ? <Smartphone /> : <Laptop />}
                  <span className={css['facts']}>
                    <CutText>{device}</CutText>
                    <span className="row-note">
                      <CutText>{facts.join(' · ')}</CutText>
                    </span>
                  </span>
                </span>
              </ListRow>
            )
          })}
        </Rows>
      )}
      {end.failure !== null && <FieldError>{failureText(end.failure)}</FieldError>}
    </section>
  )
}
