import type { Tab } from '../parts/Tabs.tsx'
import type { Translate } from '../i18n/translate.ts'
import { CredentialSignInForm } from './CredentialSignIn.tsx'
import { CredentialSignUpForm } from './CredentialSignUp.tsx'

export type AuthType = 'sign-in' | 'sign-up'

/** The switches of a project that decide what a sign-in card shows. */
export interface AuthProjectConfig {
  readonly signUpEnabled: boolean
  readonly credentialEnabled: boolean
  readonly passkeyEnabled: boolean
  readonly magicLinkEnabled: boolean
  readonly oauthProviders: readonly { readonly id: string }[]
}

export interface MethodOptions {
  readonly type: AuthType
  readonly firstTab: 'magic-link' | 'password'
  readonly noPasswordRepeat: boolean
}

/** The forms a project offers. What a project enables and we cannot do yet is left out: no button may be a dead end. */
export function authForms(t: Translate, config: AuthProjectConfig, options: MethodOptions): readonly Tab[] {
  const forms: Tab[] = []
  if (config.credentialEnabled) {
    forms.push({
      id: 'password',
      label: t('Email & Password'),
      content:
        options.type === 'sign-in' ? (
          <CredentialSignInForm />
        ) : (
          <CredentialSignUpForm noPasswordRepeat={options.noPasswordRepeat} />
        ),
    })
  }
  // Stable, so only the first tab moves.
  return forms.toSorted((one, other) => Number(other.id === options.firstTab) - Number(one.id === options.firstTab))
}
