'use client'

import type { ReactNode, SyntheticEvent } from 'react'
import type { Tab } from '../parts/Tabs.tsx'
import type { AuthProjectConfig, AuthType } from './auth-type.ts'
import type { CardMethod } from './AuthCard.tsx'
import type { Translate } from '../i18n/translate.ts'
import { MagicLinkForm } from './MagicLinkSignIn.tsx'
import { offeredProviders } from './offered-providers.ts'
import { ProviderButtons } from './OAuthButtonGroup.tsx'
import { PasskeySignInButton } from './PasskeyButton.tsx'
import { lazyPart } from '../parts/lazy-part.ts'

/** Loaded only for a project whose addresses can lead to the connection of a team. */
const connectionLookup = lazyPart('ConnectionLookup', () => import('./ConnectionLookup.tsx'))

export interface MethodOptions {
  readonly type: AuthType
  readonly firstTab: 'magic-link' | 'password'
  readonly passwordForm: ReactNode
  /** Renders buttons and forms without their actions. */
  readonly isMock: boolean
}

/**
 * Returns the methods with one click that the project enables. Passkeys belong to existing accounts, so sign-up has
 * none.
 */
export function oneClickMethods(config: AuthProjectConfig, { type, isMock }: MethodOptions): readonly CardMethod[] {
  const methods: CardMethod[] = []
  const providers = offeredProviders(config)
  if (providers.length > 0) {
    methods.push({
      id: 'oauth',
      content: <ProviderButtons type={type} providers={providers} isMock={isMock} />,
    })
  }
  if (config.passkeyEnabled && type === 'sign-in') {
    methods.push({ id: 'passkey', content: <PasskeySignInButton isMock={isMock} /> })
  }
  return methods
}

/** Returns the forms that the project enables, in the order of their tabs. */
export function authForms(t: Translate, config: AuthProjectConfig, options: MethodOptions): readonly Tab[] {
  const forms: Tab[] = []
  const shown = (form: ReactNode): ReactNode => {
    if (options.isMock) return <div onSubmitCapture={stop}>{form}</div>
    if (!config.hasConnectionDomains) return form
    return <connectionLookup.Component type={options.type}>{form}</connectionLookup.Component>
  }
  if (config.magicLinkEnabled) forms.push({ id: 'magic-link', label: t('Email'), content: shown(<MagicLinkForm />) })
  if (config.credentialEnabled) {
    forms.push({
      id: 'password',
      label: t('Email & Password'),
      content: shown(options.passwordForm),
    })
  }
  // `toSorted` is stable, so the other tabs keep their order.
  return forms.toSorted((one, other) => Number(other.id === options.firstTab) - Number(one.id === options.firstTab))
}

/** Keeps the event from the form and from the browser. */
function stop(event: SyntheticEvent): void {
  event.preventDefault()
  event.stopPropagation()
}
