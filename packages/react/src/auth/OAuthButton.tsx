'use client'

import { useId, type ReactNode } from 'react'
import { useOAuthSignIn } from './useOAuthSignIn.ts'
import { useInBrowser } from '../app/useInBrowser.ts'
import { useTranslate } from '../i18n/language.ts'
import { FailureNotice } from '../parts/Notice.tsx'
import { FormRoot } from '../parts/FormRoot.tsx'
import { useReportProgress } from './auth-progress.ts'
import { useLastUsedProvider } from './last-used.ts'
import type { AuthType } from './auth-type.ts'
import { nameOf, type OfferedProvider } from './offered-providers.ts'
import { ProviderMark } from './ProviderMark.tsx'
import { useProvider } from './useProvider.ts'

/** The props of `OAuthButton`. */
export interface OAuthButtonProps {
  /** The id of the provider, such as `github`, or of a project issuer, such as `custom:okta`. */
  readonly provider: string
  /** Whether the label says "sign in" or "sign up". */
  readonly type: AuthType
  /** Renders the button without its action, for previews. */
  readonly isMock?: boolean | undefined
  /** Called instead of `signInWithOAuth`, such as to pass it options. */
  readonly onAuthenticate?: (() => void | Promise<void>) | undefined
}

/** The sign-in button of one provider, for the host's own pages. */
export function OAuthButton(props: OAuthButtonProps): ReactNode {
  return (
    <FormRoot>
      {props.provider.startsWith('custom:') ? (
        <IssuerButton {...props} />
      ) : (
        <ProviderButton {...props} provider={{ id: props.provider }} />
      )}
    </FormRoot>
  )
}

/** Only this button needs the project, for the name of the issuer. */
function IssuerButton(props: OAuthButtonProps): ReactNode {
  const providerOf = useProvider()
  return <ProviderButton {...props} provider={providerOf(props.provider)} />
}

export interface ProviderButtonProps extends Omit<OAuthButtonProps, 'provider'> {
  readonly provider: OfferedProvider
  /** Shows only the provider's name, for a layout with two columns. */
  readonly isShort?: boolean
}

export function ProviderButton({
  provider,
  type,
  isMock = false,
  isShort = false,
  onAuthenticate,
}: ProviderButtonProps): ReactNode {
  const t = useTranslate()
  const id = useId()
  const signIn = useOAuthSignIn(provider.id, { onAuthenticate })
  useReportProgress(signIn.phase)
  const isFramed = useIsFramed()
  const isLastUsed = useLastUsedProvider() === provider.id && !isMock
  const name = nameOf(provider)
  const label =
    type === 'sign-in'
      ? t('Sign in with {provider}', { provider: name })
      : t('Sign up with {provider}', { provider: name })
  const disabledReason = isFramed
    ? t('You cannot sign in with a provider inside a frame. Open this page in its own tab.')
    : undefined
  const isIdle = signIn.phase === 'idle'

  return (
    <div className="portico-provider-place">
      <button
        className="portico-provider"
        type="button"
        data-provider={provider.id}
        data-phase={signIn.phase}
        aria-label={isShort ? label : undefined}
        aria-describedby={isLastUsed ? `${id}-last` : undefined}
        aria-disabled={isIdle && !isFramed ? undefined : true}
        title={disabledReason}
        onClick={() => {
          if (!isFramed && !isMock) void signIn.submit()
        }}
      >
        <span className="portico-provider-mark">
          {isIdle ? <ProviderMark {...provider} /> : <span className="portico-spinner" aria-hidden="true" />}
        </span>
        <span className="portico-provider-name">{isShort ? name : label}</span>
      </button>
      {isLastUsed && (
        <span className="portico-badge" aria-hidden="true">
          {t('last')}
        </span>
      )}
      {isLastUsed && (
        <span className="portico-visually-hidden" id={`${id}-last`}>
          {t('You signed in with this last time')}
        </span>
      )}
      <span className="portico-visually-hidden" role="status">
        {isIdle ? '' : t('Redirecting to {provider}…', { provider: name })}
      </span>
      <FailureNotice failure={signIn.failure} />
    </div>
  )
}

/**
 * Returns whether the page is in a frame. Providers refuse to load in frames, and a framed sign-in page is easy to
 * imitate because the visitor cannot see its address.
 */
export function useIsFramed(): boolean {
  return useInBrowser(() => window.self !== window.top, false)
}
