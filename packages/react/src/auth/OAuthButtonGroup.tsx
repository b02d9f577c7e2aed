'use client'

import type { ReactNode } from 'react'
import { useLatestProject } from '../app/useProject.ts'
import { useTranslate } from '../i18n/language.ts'
import { FormRoot } from '../parts/FormRoot.tsx'
import { useLastUsedProvider } from './last-used.ts'
import type { AuthProjectConfig, AuthType } from './auth-type.ts'
import { offeredProviders, type OfferedProvider } from './offered-providers.ts'
import { ProviderButton, useIsFramed } from './OAuthButton.tsx'

/** The props of `OAuthButtonGroup`. */
export interface OAuthButtonGroupProps {
  /** Whether the labels say "sign in" or "sign up". */
  readonly type: AuthType
  /** Shows the buttons for this configuration, without their actions. */
  readonly mockProject?: { readonly config: Pick<AuthProjectConfig, 'oauthProviders' | 'oidcProviders'> } | undefined
}

/** The buttons of all providers that the project enables, for the host's own pages. */
export function OAuthButtonGroup({ type, mockProject }: OAuthButtonGroupProps): ReactNode {
  return (
    <FormRoot>
      {mockProject ? (
        <ProviderButtons type={type} providers={offeredProviders(mockProject.config)} isMock />
      ) : (
        <LiveProviderButtons type={type} />
      )}
    </FormRoot>
  )
}

function LiveProviderButtons({ type }: { readonly type: AuthType }): ReactNode {
  const project = useLatestProject()
  return project && <ProviderButtons type={type} providers={offeredProviders(project.config)} />
}

/**
 * Up to this number, each button has its own line and a full label. Above it, the buttons are in two columns and show
 * names only.
 */
const FULL_WIDTH_MAX = 3

export interface ProviderButtonsProps {
  readonly type: AuthType
  readonly providers: readonly OfferedProvider[]
  readonly isMock?: boolean
}

/** One button per provider: the last used one first, the others in the project's order. */
export function ProviderButtons({ type, providers, isMock = false }: ProviderButtonsProps): ReactNode {
  const t = useTranslate()
  const lastUsed = useLastUsedProvider()
  const isFramed = useIsFramed()
  const isGrid = providers.length > FULL_WIDTH_MAX
  // `toSorted` is stable, so the others keep their order.
  const ordered = isMock
    ? providers
    : providers.toSorted((one, other) => Number(other.id === lastUsed) - Number(one.id === lastUsed))
  return (
    <div className="portico-providers" data-grid={isGrid ? '' : undefined}>
      {ordered.map((provider) => (
        <ProviderButton key={provider.id} provider={provider} type={type} isMock={isMock} isShort={isGrid} />
      ))}
      {isFramed && (
        <p className="portico-hint">
          {t('You cannot sign in with a provider inside a frame. Open this page in its own tab.')}
        </p>
      )}
    </div>
  )
}
