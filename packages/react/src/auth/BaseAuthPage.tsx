'use client'

import type { PorticoClientApp } from '@portico/client'
import { useContext, useEffect, useState, type ReactNode } from 'react'
import { useLatestUser } from '../app/useUser.ts'
import { usePorticoApp } from '../app/usePorticoApp.ts'
import { useLatestProject } from '../app/useProject.ts'
import { SignedInMessage } from '../cards/Message.tsx'
import { continueAfterSuccess } from '../hooks/continue-after-success.ts'
import { SignInPlaceContext } from '../hooks/leave-after-success.ts'
import { useIsAtIpAddress } from '../hooks/useIsAtIpAddress.ts'
import { useTranslate } from '../i18n/language.ts'
import { CardRoot } from '../cards/CardRoot.tsx'
import { CardSkeleton } from '../parts/CardSkeleton.tsx'
import { lazyPart } from '../parts/lazy-part.ts'
import { useReportFailure } from '../parts/action-failure.ts'
import { RedirectLink } from '../parts/RedirectLink.tsx'
import { AuthCard } from './AuthCard.tsx'
import { AuthProgressContext } from './auth-progress.ts'
import { InvitedContext, useKeptInvitation } from './invited.ts'
import { PasskeyAutofillContext } from './passkey-autofill.ts'
import type { AuthProjectConfig, AuthType } from './auth-type.ts'
import type { ShownProject } from './CardBranding.tsx'
import { authForms, oneClickMethods } from './methods.tsx'
import { isRedirectLoop } from './redirect-loop.ts'

const branding = lazyPart('CardBranding', () => import('./CardBranding.tsx'))
const invitedSignUp = lazyPart('InvitedSignUp', () => import('./InvitedSignUp.tsx'))
const redirectLoop = lazyPart('RedirectLoop', () => import('./RedirectLoop.tsx'))

/** The props of `AuthPage`. */
export interface AuthPageProps {
  /** Which of both pages to show. */
  readonly type: AuthType
  /** Fills the rest of the window and centres the card. */
  readonly fullPage?: boolean | undefined
  /** Redirects at once if the visitor is already signed in. */
  readonly automaticRedirect?: boolean | undefined
  /** The tab that comes first and is open. Default: `magic-link`. */
  readonly firstTab?: 'magic-link' | 'password' | undefined
  /** Omits the field that repeats the new password. */
  readonly noPasswordRepeat?: boolean | undefined
  /** Small print below the card's content. Default: the links to the terms and the privacy policy of the project. */
  readonly extraInfo?: ReactNode
  /** Shows the card for this configuration, for previews. The session is ignored. */
  readonly mockProject?: (ShownProject & { readonly config: AuthProjectConfig }) | undefined
}

export interface BaseAuthPageProps extends Omit<AuthPageProps, 'noPasswordRepeat'> {
  /**
   * The form with e-mail and password. The caller passes it, so that the sign-in page does not load the form of the
   * sign-up page.
   */
  readonly passwordForm: ReactNode
  /** Replaces the sign-up page while sign-up is closed. */
  readonly closed?: ReactNode
}

/** One card with the methods that the project enables. */
export function BaseAuthPage({ fullPage, ...props }: BaseAuthPageProps): ReactNode {
  return (
    <CardRoot fullPage={fullPage} project={props.mockProject}>
      {props.mockProject ? (
        <AuthForms {...props} config={props.mockProject.config} project={props.mockProject} />
      ) : (
        <LiveAuthPage {...props} />
      )}
    </CardRoot>
  )
}

function LiveAuthPage(props: BaseAuthPageProps): ReactNode {
  const app = usePorticoApp()
  const project = useLatestProject()
  const user = useLatestUser()
  const [isSigningIn, setIsSigningIn] = useState(false)
  const arrivedSignedIn = Boolean(user) && !isSigningIn
  const [isLoop, setIsLoop] = useState(false)
  const leaves = arrivedSignedIn && props.automaticRedirect === true && !isLoop
  const { type } = props
  const reportFailure = useReportFailure()
  const invitationCode = useKeptInvitation()
  useEffect(() => {
    if (!leaves) return
    leaveUnlessLoop(app, type).then((outcome) => {
      if (outcome === 'loop') setIsLoop(true)
    }, reportFailure)
  }, [leaves, type, app, reportFailure])

  if (user === undefined || project === undefined) return <CardSkeleton />
  if (arrivedSignedIn && isLoop) return <redirectLoop.Component onRetry={() => setIsLoop(false)} />
  if (arrivedSignedIn && !leaves) return <SignedInMessage />
  const page = (
    <AuthProgressContext.Provider value={setIsSigningIn}>
      <PasskeyAutofillContext.Provider value={type === 'sign-in' && project.config.passkeyEnabled}>
        <AuthForms {...props} config={project.config} project={project} />
      </PasskeyAutofillContext.Provider>
    </AuthProgressContext.Provider>
  )
  const fallback = project.config.signUpEnabled ? page : props.closed
  if (type === 'sign-in') return page
  if (invitationCode === null) return fallback
  return <invitedSignUp.Component code={invitationCode} page={page} fallback={fallback} />
}

async function leaveUnlessLoop(app: PorticoClientApp, type: AuthType): Promise<'left' | 'loop'> {
  // The query contains the return location, which identifies the target page.
  if (isRedirectLoop(window.location.search)) return 'loop'
  await continueAfterSuccess(app, type === 'sign-in' ? 'afterSignIn' : 'afterSignUp')
  return 'left'
}

interface AuthFormsProps extends BaseAuthPageProps {
  readonly config: AuthProjectConfig
  readonly project: ShownProject
}

function AuthForms({
  type,
  config,
  project,
  firstTab = 'magic-link',
  passwordForm,
  extraInfo,
  mockProject,
}: AuthFormsProps): ReactNode {
  const t = useTranslate()
  const app = usePorticoApp()
  const signsIn = type === 'sign-in'
  const invited = useContext(InvitedContext)
  const place = useContext(SignInPlaceContext)
  // While sign-up is closed, a password requires a code that verifies the address.
  const isPasswordRefused = invited !== null && !config.signUpEnabled && !invited.verifiesAddress
  const toSignUp = (
    <>
      {t("Don't have an account?")}{' '}
      <RedirectLink href={app.urls.signUp} redirect={() => app.redirectToSignUp()}>
        {t('Sign up')}
      </RedirectLink>
    </>
  )
  const toSignIn = (
    <>
      {t('Already have an account?')}{' '}
      <RedirectLink href={app.urls.signIn} redirect={() => app.redirectToSignIn()}>
        {t('Sign in')}
      </RedirectLink>
    </>
  )
  const isMock = mockProject !== undefined
  const options = { type, firstTab, passwordForm, isMock }
  const oneClick = oneClickMethods(config, options)
  const forms = authForms(t, isPasswordRefused ? { ...config, credentialEnabled: false } : config, options)
  // Alone, the button for passkeys stays: its error names the reason.
  const hidesPasskey = useIsAtIpAddress() && !isMock && oneClick.length + forms.length > 1
  return (
    <AuthCard
      title={place.title ?? t(signsIn ? 'Sign in to your account' : 'Create a new account')}
      project={
        (project.logoFullUrl ?? project.logoUrl) ? <branding.Component project={project} /> : project.displayName
      }
      lead={place.lead ?? (!signsIn ? toSignIn : config.signUpEnabled ? toSignUp : undefined)}
      oneClick={hidesPasskey ? oneClick.filter(({ id }) => id !== 'passkey') : oneClick}
      forms={forms}
      extraInfo={
        extraInfo ??
        ((project.termsUrl ?? project.privacyUrl) ? <branding.Component project={project} isFoot /> : undefined)
      }
    />
  )
}
