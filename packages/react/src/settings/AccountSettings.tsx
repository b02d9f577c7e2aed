'use client'

import type { CurrentUser } from '@portico/client'
import { Suspense, useCallback, useMemo, useState, type ReactNode } from 'react'
import { usePorticoApp } from '../app/usePorticoApp.ts'
import { useLatestProject } from '../app/useProject.ts'
import { useRetryLoading } from '../app/useRetryLoading.ts'
import { KeptUserContext } from '../app/useUser.ts'
import { StaleReads, StaleReadsContext } from '../hooks/stale-reads.ts'
import { FailureCard } from '../cards/FailureCard.tsx'
import { Message } from '../cards/Message.tsx'
import { PredefinedMessage } from '../cards/PredefinedMessageCard.tsx'
import { useTranslate } from '../i18n/language.ts'
import { ActionFailure } from '../parts/ActionFailure.tsx'
import { Page } from '../cards/CardRoot.tsx'
import { FailureBoundary } from '../parts/FailureBoundary.tsx'
import { FullPageContext } from '../parts/full-page.ts'
import { Root } from '../parts/Root.tsx'
import { AccountSection, type Leaving } from './AccountSection.tsx'
import { UserApiKeys } from './keys/OnDemandApiKeys.tsx'
import { ProfileSection } from './profile/ProfileSection.tsx'
import { SessionsSection } from './sessions/SessionsSection.tsx'
import { ReadOnlyIfImpersonated } from './page/Editable.tsx'
import { isSettingsIconName, SettingsIcon } from './page/SettingsIcon.tsx'
import { SessionEnded } from './page/SessionEnded.tsx'
import { SettingsContext } from './page/settings-context.ts'
import { SettingsLayout, type SettingsEntry } from './page/SettingsLayout.tsx'
import { SettingsSkeleton } from './page/SettingsSkeleton.tsx'
import { SignOutPlace } from './page/SignOutPlace.tsx'
import { useFormUser } from './page/useFormUser.ts'
import { AddressToVerify } from './restricted/AddressToVerify.tsx'
import { WaitingMessage } from './restricted/WaitingMessage.tsx'
import { SecondFactorSetUp } from './SecondFactorSetUp.tsx'
import { SignInSection } from './sign-in/SignInSection.tsx'
import { useTeamEntries } from './teams/useTeamEntries.tsx'

/** A section that the host adds. */
export interface SettingsItem {
  /** The hash in the address of the section. */
  readonly id: string
  /** The entry in the navigation, and the heading of the section. */
  readonly title: string
  /** The section. */
  readonly content: ReactNode
  /** Shown before the title. */
  readonly icon?: ReactNode
  /** One of our icons instead: `monitor`, `phone`, `settings`, `shield`, `terminal`, `user`. Others show none. */
  readonly iconName?: string | undefined
}

/** The props of `AccountSettings`. */
export interface AccountSettingsProps {
  /** Fills the rest of the window. */
  readonly fullPage?: boolean | undefined
  /** Sections of the host, rendered after ours. */
  readonly extraItems?: readonly SettingsItem[] | undefined
  /**
   * The command that shows users how to send an API key. Default: `curl` with the origin of the page and a bearer
   * token.
   */
  readonly apiKeyExample?: string | undefined
}

/** The page where signed-in users manage their account. The hash of the address selects the section. */
export function AccountSettings({ fullPage = false, extraItems = [], apiKeyExample }: AccountSettingsProps): ReactNode {
  const retryLoading = useRetryLoading()
  const content = (
    <Suspense fallback={<SettingsSkeleton />}>
      <FailureBoundary onRetry={retryLoading} draw={(cause, retry) => <FailureCard cause={cause} onRetry={retry} />}>
        <ActionFailure>
          <ReadOnlyIfImpersonated>
            <SignOutPlace>
              <AccountSettingsContent extraItems={extraItems} apiKeyExample={apiKeyExample} />
            </SignOutPlace>
          </ReadOnlyIfImpersonated>
        </ActionFailure>
      </FailureBoundary>
    </Suspense>
  )
  return (
    <FullPageContext.Provider value={fullPage}>
      <Root>{fullPage ? <Page wide>{content}</Page> : content}</Root>
    </FullPageContext.Provider>
  )
}

interface ContentProps {
  readonly extraItems: readonly SettingsItem[]
  readonly apiKeyExample: string | undefined
}

function AccountSettingsContent(content: ContentProps): ReactNode {
  const t = useTranslate()
  const app = usePorticoApp()
  const project = useLatestProject()
  const [left, setLeft] = useState<Leaving>(null)
  const [openForms, setOpenForms] = useState(0)
  const [staleReads] = useState(() => new StaleReads())
  const openForm = useCallback(() => {
    setOpenForms((count) => count + 1)
    return () => setOpenForms((count) => count - 1)
  }, [])
  const { user, kept, redirects } = useFormUser({ isOpen: openForms > 0, isLeaving: left !== null })

  if (left === 'deleted') {
    return (
      <Message
        title={t('Your account has been deleted')}
        primaryButtonText={t('Go home')}
        primaryAction={() => app.redirectToHome()}
        takesFocus
      >
        {t('You are signed out everywhere.')}
      </Message>
    )
  }
  if (user === null && !kept && !redirects && left !== 'deleting') return <PredefinedMessage type="signedOut" />
  const current = user ?? kept
  if (!current || !project) return <SettingsSkeleton />
  if (current.restrictedReason?.type === 'waiting') return <WaitingMessage />
  if (current.restrictedReason?.type === 'email_not_verified') return <AddressToVerify user={current} />
  return (
    <>
      <KeptUserContext.Provider value={kept}>
        <StaleReadsContext.Provider value={staleReads}>
          <Settings
            key={current.id}
            {...content}
            user={current}
            project={project}
            openForm={openForm}
            onLeave={setLeft}
          />
        </StaleReadsContext.Provider>
      </KeptUserContext.Provider>
      {kept && <SessionEnded />}
    </>
  )
}

interface SettingsProps extends ContentProps {
  readonly user: CurrentUser
  readonly project: NonNullable<ReturnType<typeof useLatestProject>>
  readonly openForm: () => () => void
  readonly onLeave: (by: Leaving) => void
}

/** The sections of a user who must set up a second factor first, or all of them. */
function Settings(props: SettingsProps): ReactNode {
  const isRestricted = props.user.restrictedReason?.type === 'second_factor_required'
  // The service refuses the reads of the other sections. The choice stays until the user continues or loads the page
  // again.
  const [mustEnrol, setMustEnrol] = useState(isRestricted)
  // A team can begin to require a factor while the page is open.
  if (isRestricted && !mustEnrol) setMustEnrol(true)
  return mustEnrol ? <SetUpSettings {...props} /> : <AllSettings {...props} />
}

const noTeams = { entries: [], actions: [], unlisted: undefined, failure: null, notice: undefined }

function SetUpSettings({ user, project, apiKeyExample, openForm }: SettingsProps): ReactNode {
  const t = useTranslate()
  const context = useMemo(() => ({ user, project, apiKeyExample, openForm }), [user, project, apiKeyExample, openForm])
  const entries: readonly SettingsEntry[] = [
    {
      id: 'auth',
      title: t('Sign-in and security'),
      lead: t('Set up a second factor to use your account.'),
      icon: <SettingsIcon name="shield" />,
      content: <SecondFactorSetUp />,
    },
  ]
  return (
    <SettingsContext.Provider value={context}>
      <SettingsLayout entries={entries} teams={noTeams} user={user} />
    </SettingsContext.Provider>
  )
}

function AllSettings({ user, project, extraItems, apiKeyExample, openForm, onLeave }: SettingsProps): ReactNode {
  const t = useTranslate()
  const context = useMemo(() => ({ user, project, apiKeyExample, openForm }), [user, project, apiKeyExample, openForm])
  const teams = useTeamEntries(project)
  const entries: readonly SettingsEntry[] = [
    {
      id: 'profile',
      title: t('Profile'),
      lead: t('Your name and your picture.'),
      icon: <SettingsIcon name="user" />,
      content: <ProfileSection />,
    },
    {
      id: 'auth',
      title: t('Sign-in and security'),
      lead: t('How you sign in and how your account is protected.'),
      icon: <SettingsIcon name="shield" />,
      content: <SignInSection />,
    },
    {
      id: 'sessions',
      title: t('Active sessions'),
      lead: t('The devices where you are signed in. End any session you do not recognise.'),
      icon: <SettingsIcon name="monitor" />,
      content: <SessionsSection />,
    },
    ...(project.config.allowUserApiKeys
      ? [
          {
            id: 'api-keys',
            title: t('API keys'),
            lead: t('Your programs act as you with these keys. Treat them like passwords.'),
            icon: <SettingsIcon name="key" />,
            content: <UserApiKeys example={apiKeyExample} />,
          },
        ]
      : []),
    {
      id: 'settings',
      title: t('Account'),
      lead: t('Manage your account.'),
      icon: <SettingsIcon name="settings" />,
      content: <AccountSection onLeave={onLeave} />,
    },
    ...extraItems.map(({ id, title, content, icon, iconName = '' }) => ({
      id,
      title,
      icon: icon ?? (isSettingsIconName(iconName) ? <SettingsIcon name={iconName} /> : null),
      content,
    })),
  ]
  return (
    <SettingsContext.Provider value={context}>
      <SettingsLayout entries={entries} teams={teams} user={user} />
    </SettingsContext.Provider>
  )
}
