import type { RemovedSignInMethod } from '@portico/contract'

/** What was done to the ways a user signs in, apart from their password. */
export type SignInMethodChange =
  | 'authenticator_app_added'
  | 'authenticator_app_replaced'
  | 'authenticator_app_removed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'provider_account_connected'

/** What the first proof of a mailbox has removed from an account. */
export type RemovedPart = Exclude<RemovedSignInMethod['type'], 'provider'>

/** What is mailed and what its template needs. No secrets: codes are made when the mail is sent. */
export type EmailContent =
  | {
      readonly template: 'email_verification'
      readonly payload: { readonly userId: string; readonly channelId: string; readonly callbackUrl: string }
    }
  | {
      // Whether anybody signs in with the address is found out when the mail is sent, far from the call that asked.
      readonly template: 'password_reset'
      readonly payload: { readonly callbackUrl: string }
    }
  | {
      readonly template: 'password_changed'
      readonly payload: { readonly userId: string; readonly changedAtMillis: number }
    }
  | {
      readonly template: 'email_changed'
      readonly payload: { readonly changedAtMillis: number }
    }
  | {
      // Who has the address, and what they are told, is found out when the mail is sent. The nonce is half of the code,
      // and the caller has it already.
      readonly template: 'sign_in_code'
      readonly payload: { readonly callbackUrl: string; readonly sealedNonce: string }
    }
  | {
      readonly template: 'sign_in_method_changed'
      readonly payload: {
        readonly change: SignInMethodChange | 'unproved_access_removed' | 'address_disowned'
        readonly changedAtMillis: number
        /** How people know the sign-in provider, such as "GitHub"; empty where there is none. */
        readonly providerName: string
        readonly removed?: readonly RemovedPart[]
        /** Ids of the providers whose accounts were disconnected. */
        readonly disconnected?: readonly string[]
        /** The address that the account has lost. */
        readonly address?: string
      }
    }

export type EmailTemplate = EmailContent['template']

export type NewEmail = EmailContent & {
  /** Canonical address. */
  readonly recipient: string
}

/** Which mail server a mail goes through: the operator's, or its project's own. */
export type MailRoute = 'shared' | 'own'

/** A mail that a worker has claimed. */
export type ClaimedEmail = NewEmail & {
  /** As the project is configured at the moment of the claim. */
  readonly route: MailRoute
  readonly id: string
  readonly projectId: string
  readonly queuedAt: Date
  /** Number of tries, this one included. It also proves the claim: a later claim has a higher number. */
  readonly attempts: number
}
