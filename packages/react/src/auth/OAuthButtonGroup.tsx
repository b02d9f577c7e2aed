import type { ReactNode } from 'react'
import { useLatestProject } from '../app/useProject.ts'
import { useTranslate } from '../i18n/language.ts'
import { FormRoot } from '../parts/FormRoot.tsx'
import { useLastUsedProvider } from './last-used.ts'
import type { AuthProjectConfig, AuthType } from './auth-type.ts'
import { ProviderButton, useIsFramed } from './OAuthButton.tsx'

export interface OAuthButtonGroupProps {
  readonly type: AuthType
  /** Shows the buttons of an imagined project, which do nothing. */
  readonly mockProject?: { readonly config: Pick<AuthProjectConfig, 'oauthProviders'> } | undefined
}

/** The buttons of all providers that the project has enabled, for pages of the host's own making. */
export function OAuthButtonGroup({ type, mockProject }: OAuthButtonGroupProps): ReactNode {
  return (
    <FormRoot>
      {mockProject ? (
        <ProviderButtons type={type} providers={mockProject.config.oauthProviders} isMock />
      ) : (
        <LiveProviderButtons type={type} />
      )}
    </FormRoot>
  )
}

function LiveProviderButtons({ type }: { readonly type: AuthType }): ReactNode {
  const project = useLatestProject()
  return project && <ProviderButtons type={type} providers={project.config.oauthProviders} />
}

/** Up to here each button has a line and a whole sentence; more of them stand in two columns and say their names. */
const FULL_WIDTH_MAX = 3

export interface ProviderButtonsProps {
  readonly type: AuthType
  readonly providers: AuthProjectConfig['oauthProviders']
  readonly isMock?: boolean
}

/** One button per provider: the one used the last time first, the others in the project's order. */
export function ProviderButtons({ type, providers, isMock = false }: ProviderButtonsProps): ReactNode {
  const t = useTranslate()
  const lastUsed = useLastUsedProvider()
  const isFramed = useIsFramed()
  const isGrid = providers.length > FULL_WIDTH_MAX
  const ids = providers.map(({ id }) => id)
  // Stable, so only one of them moves.
  const ordered = isMock ? ids : ids.toSorted((one, other) => Number(other === lastUsed) - Number(one === lastUsed))
  return (
    <div className="portico-providers" data-grid={isGrid ? '' : undefined}>
      {ordered.map((provider) => (
        <ProviderButton key={provider} provider={provider} type={type} isMock={isMock} isShort={isGrid} />
      ))}
      {isFramed && (
        <p className="portico-hint">
          {t('Signing in with a provider does not work inside a frame. Open this page in a tab of its own.')}
        </p>
      )}
    </div>
  )
}
