import type { PasskeyAuthentication, PasskeyRegistration } from '@portico/contract'
import { PASSKEY_USER_ID_MAX_BYTES, PASSKEY_USER_ID_MIN_BYTES } from '@portico/contract/limits'

import type { BodyOf } from '../transport/operations.ts'
import type { Browser } from '../transport/ports.ts'
import { KnownError } from '../transport/known-error.ts'

/**
 * The reason why a ceremony failed. The codes are those of `@simplewebauthn/browser`, for applications that know them.
 *
 * `ERROR_CEREMONY_ABORTED` means that the SDK or the caller aborted the ceremony. If the user cancels it or lets it
 * time out, browsers report only `NotAllowedError`; see `isPasskeyCeremonyAborted`.
 */
export type PasskeyFailureCode =
  | 'ERROR_CEREMONY_ABORTED'
  | 'ERROR_INVALID_DOMAIN'
  | 'ERROR_INVALID_RP_ID'
  | 'ERROR_INVALID_USER_ID_LENGTH'
  | 'ERROR_MALFORMED_PUBKEYCREDPARAMS'
  | 'ERROR_AUTHENTICATOR_GENERAL_ERROR'
  | 'ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT'
  | 'ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT'
  | 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
  | 'ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG'
  | 'ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY'

let current: AbortController | undefined

/**
 * Aborts the previous ceremony and returns the signal of the new one. A page can run one ceremony at a time, and
 * autofill may be waiting in the background when the user presses the passkey button.
 */
export function claimCeremony(signal?: AbortSignal): AbortSignal {
  // The caller aborted while this code was loading: keep the running ceremony.
  if (signal?.aborted) return signal
  current?.abort()
  current = new AbortController()
  return signal ? AbortSignal.any([current.signal, signal]) : current.signal
}

/**
 * Requests a passkey from the user and returns the AuthenticationResponseJSON of WebAuthn Level 3, section 5.1.8.2.
 *
 * Converts the JSON itself, because Safari supports `parseRequestOptionsFromJSON` and `toJSON` only since 2025, and
 * because some password manager extensions implement `toJSON` incorrectly.
 */
export async function requestPasskey(
  browser: Browser,
  options: PasskeyAuthentication['options_json'],
  { signal, isAutofill }: { signal: AbortSignal; isAutofill: boolean },
): Promise<BodyOf<'POST /auth/passkey/sign-in'>['authentication_response']> {
  const { challenge, allowCredentials, rpId, timeout, userVerification } = options
  const publicKey: PublicKeyCredentialRequestOptions = {
    rpId,
    challenge: decode(challenge),
    timeout,
    userVerification,
    // Some authenticators treat an empty list differently from a missing one.
    ...(allowCredentials.length > 0 && { allowCredentials: allowCredentials.map(descriptorOf) }),
  }
  const credential = await perform(browser, { rpId, signal }, (credentials) =>
    credentials.get({ publicKey, signal, ...(isAutofill && { mediation: 'conditional' as const }) }),
  )
  const response = credential.response as AuthenticatorAssertionResponse
  return {
    ...describeCredential(credential),
    response: {
      clientDataJSON: encode(response.clientDataJSON),
      authenticatorData: encode(response.authenticatorData),
      signature: encode(response.signature),
      ...(response.userHandle && { userHandle: encode(response.userHandle) }),
    },
  }
}

/** Creates a passkey and returns the RegistrationResponseJSON of WebAuthn Level 3, section 5.1.8.1. */
export async function createPasskey(
  browser: Browser,
  options: PasskeyRegistration['options_json'],
  signal: AbortSignal,
): Promise<BodyOf<'POST /auth/passkey/register'>['credential']> {
  const publicKey: PublicKeyCredentialCreationOptions = {
    ...options,
    challenge: decode(options.challenge),
    user: { ...options.user, id: decode(options.user.id) },
    excludeCredentials: options.excludeCredentials.map(descriptorOf),
  }
  const credential = await perform(browser, { rpId: options.rp.id, signal, publicKey }, (credentials) =>
    credentials.create({ publicKey, signal }),
  )
  const response = credential.response as AuthenticatorAttestationResponse
  return {
    ...describeCredential(credential),
    response: {
      clientDataJSON: encode(response.clientDataJSON),
      attestationObject: encode(response.attestationObject),
      // Older browsers lack `getTransports`.
      ...('getTransports' in response && { transports: response.getTransports() }),
    },
  }
}

/** True if the browser suggests passkeys in text fields (conditional mediation). */
export async function canAutofill(browser: Browser): Promise<boolean> {
  return (await browser.PublicKeyCredential?.isConditionalMediationAvailable?.()) ?? false
}

interface Ceremony {
  readonly rpId: string
  readonly signal: AbortSignal
  readonly publicKey?: PublicKeyCredentialCreationOptions
}

async function perform(
  browser: Browser,
  ceremony: Ceremony,
  run: (credentials: Pick<CredentialsContainer, 'get' | 'create'>) => Promise<Credential | null>,
): Promise<PublicKeyCredential> {
  const { credentials } = browser.navigator
  try {
    if (!browser.PublicKeyCredential || !credentials) throw new Error('This browser does not support passkeys.')
    ceremony.signal.throwIfAborted()
    const credential = await run(credentials)
    if (!credential) throw new Error('The browser returned no passkey.')
    // A request with `publicKey` returns a public-key credential.
    return credential as PublicKeyCredential
  } catch (error) {
    throw failureOf(error, ceremony, new URL(browser.location.href).hostname)
  }
}

function failureOf(cause: unknown, ceremony: Ceremony, hostname: string): KnownError<'PASSKEY_WEBAUTHN_ERROR'> {
  const { code, message } = kindOf(cause, ceremony, hostname)
  const error = new KnownError('PASSKEY_WEBAUTHN_ERROR', { code, message }, message)
  error.cause = cause
  return error
}

/** Maps an error to its cause. See WebAuthn Level 3, sections 5.1.3, 5.1.4 and 6.3, for the steps that raise it. */
function kindOf(
  cause: unknown,
  { rpId, signal, publicKey }: Ceremony,
  hostname: string,
): { code: PasskeyFailureCode; message: string } {
  const { name, message } = cause instanceof Error ? cause : new Error(String(cause))
  const selection = publicKey?.authenticatorSelection
  const kind = (code: PasskeyFailureCode, sentence: string) => ({ code, message: sentence })
  if (signal.aborted) return kind('ERROR_CEREMONY_ABORTED', 'The passkey request was cancelled.')
  if (name === 'UnknownError') {
    return kind('ERROR_AUTHENTICATOR_GENERAL_ERROR', 'The passkey device failed. Please try again.')
  }
  if (name === 'SecurityError') {
    if (!isDomain(hostname)) {
      return kind('ERROR_INVALID_DOMAIN', `Passkeys need a domain name; ${hostname} is not one.`)
    }
    if (rpId !== hostname) {
      return kind('ERROR_INVALID_RP_ID', `Passkeys of ${rpId} cannot be used on ${hostname}.`)
    }
  }
  if (publicKey && name === 'InvalidStateError') {
    return kind('ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED', 'This device already has a passkey for this account.')
  }
  if (publicKey && name === 'ConstraintError') {
    if (selection?.requireResidentKey) {
      return kind(
        'ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT',
        'This device cannot store discoverable passkeys.',
      )
    }
    if (selection?.userVerification === 'required') {
      return kind(
        'ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT',
        'This device cannot verify its user by fingerprint, face or PIN.',
      )
    }
  }
  if (publicKey && name === 'NotSupportedError') {
    return publicKey.pubKeyCredParams.some(({ type }) => type === 'public-key')
      ? kind(
          'ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG',
          'This device supports none of the accepted algorithms.',
        )
      : kind('ERROR_MALFORMED_PUBKEYCREDPARAMS', 'The service offers no algorithm for passkeys.')
  }
  if (publicKey && name === 'TypeError' && !isUserId(publicKey.user.id)) {
    return kind('ERROR_INVALID_USER_ID_LENGTH', 'The id of the user must have 1 to 64 bytes.')
  }
  return kind('ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY', message)
}

/** True for a valid domain of the URL standard (not an IP address) and for `localhost`, which is a secure context. */
function isDomain(hostname: string): boolean {
  return hostname === 'localhost' || /^([a-z0-9-]+\.)+(?=[a-z0-9-]*[a-z])[a-z0-9-]+$/i.test(hostname)
}

function isUserId({ byteLength }: BufferSource): boolean {
  return byteLength >= PASSKEY_USER_ID_MIN_BYTES && byteLength <= PASSKEY_USER_ID_MAX_BYTES
}

function describeCredential(credential: PublicKeyCredential) {
  const { id, rawId, authenticatorAttachment } = credential
  return {
    id,
    rawId: encode(rawId),
    type: 'public-key' as const,
    clientExtensionResults: credential.getClientExtensionResults(),
    ...(authenticatorAttachment && { authenticatorAttachment }),
  }
}

function descriptorOf({ id, type }: { id: string; type: 'public-key' }): PublicKeyCredentialDescriptor {
  return { id: decode(id), type }
}

/** Base64url without padding (RFC 4648 section 5). */
function encode(buffer: ArrayBuffer): string {
  const binary = Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

function decode(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (byte) => byte.charCodeAt(0))
}
