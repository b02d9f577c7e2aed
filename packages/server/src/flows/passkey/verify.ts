import { createPublicKey, type webcrypto } from 'node:crypto'

import { PASSKEY_CREDENTIAL_ID_MAX_BYTES, type registerPasskey, type signInWithPasskey } from '@portico/contract'
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import {
  decodeAttestationObject,
  decodeClientDataJSON,
  decodeCredentialPublicKey,
} from '@simplewebauthn/server/helpers'

import type { z } from 'zod'

import type { Project } from '../../records/projects/project.ts'
import { isTrustedOrigin, listTrustedParents } from '../../records/projects/trusted-origins.ts'
import type { DeviceType, StoredPasskey } from '../../records/credentials/passkey.ts'

/** The response of an authenticator violates WebAuthn. The message states the reason for users. */
export class CeremonyRefused extends Error {
  override readonly name = 'CeremonyRefused'
}

/** COSE algorithms (RFC 9053): EdDSA, ES256, RS256. No other algorithm is accepted. */
export const offeredAlgorithms = [-8, -7, -257]

const CLIENT_DATA_MAX_BYTES = 4_096
const ATTESTATION_MAX_BYTES = 16_384
const AUTHENTICATOR_DATA_MAX_BYTES = 4_096
/** The size of an RS256 signature with a key of 8,192 bits. */
const SIGNATURE_MAX_BYTES = 1_024
const RSA_MIN_BITS = 2_048
const RSA_MAX_BITS = 8_192

/** The verified parts of RegistrationResponseJSON and AuthenticationResponseJSON. */
export type RegistrationResponse = z.output<typeof registerPasskey.access.client.body>['credential']
export type AuthenticationResponse = z.output<typeof signInWithPasskey.access.client.body>['authentication_response']

/** A verified registration. */
export interface NewPasskey extends Omit<StoredPasskey, 'userId' | 'name' | 'createdAt' | 'lastUsedAt'> {
  /** The model of the authenticator, as it states it. Without an attestation it proves nothing. */
  readonly aaguid: string
}

export interface VerifiedUse {
  readonly counter: number
  readonly deviceType: DeviceType
  readonly isBackedUp: boolean
  readonly isUserVerified: boolean
}

/**
 * Verifies a registration: every step of WebAuthn Level 3, section 7.1 that concerns the response itself. The database
 * checks that the credential id is new.
 *
 * @throws CeremonyRefused
 */
export async function verifyRegistration(
  project: Project,
  response: RegistrationResponse,
  challenge: string,
): Promise<NewPasskey> {
  const { clientDataJSON, attestationObject, transports } = response.response
  requireSizes([
    ['the credential id', response.rawId, PASSKEY_CREDENTIAL_ID_MAX_BYTES],
    ['clientDataJSON', clientDataJSON, CLIENT_DATA_MAX_BYTES],
    ['attestationObject', attestationObject, ATTESTATION_MAX_BYTES],
  ])
  const origin = requireOrigin(project, clientDataJSON)
  // guard: a registration carries no attestation certificates [passkey/passkey]
  requireNoCertificates(attestationObject)
  const { verified, registrationInfo } = await refuseOnError(() =>
    verifyRegistrationResponse({
      response: { ...response, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin.origin,
      expectedRPID: listAllowedRpIds(project, origin),
      requireUserPresence: true,
      // Preferred, not required. It determines whether the passkey counts as two factors.
      requireUserVerification: false,
      supportedAlgorithmIDs: offeredAlgorithms,
    }),
  )
  if (!verified || !registrationInfo) throw new CeremonyRefused('The attestation of the authenticator is not valid.')
  const { aaguid, credential, rpID, userVerified, credentialDeviceType, credentialBackedUp } = registrationInfo
  if (credential.id !== response.id) {
    throw new CeremonyRefused('The credential id differs from the id that the authenticator signed.')
  }
  // guard: a passkey has a usable key [passkey/passkey]
  requireUsableKey(credential.publicKey)
  if (rpID === undefined) throw new CeremonyRefused('The relying-party id is unknown.')
  return {
    aaguid,
    credentialId: Buffer.from(credential.id, 'base64url'),
    publicKey: credential.publicKey,
    counter: credential.counter,
    deviceType: deviceTypeOf(credentialDeviceType),
    isBackedUp: credentialBackedUp,
    hasVerified: userVerified,
    transports: transports ?? [],
    rpId: rpID,
  }
}

/**
 * Verifies a sign-in with a stored passkey: WebAuthn Level 3, section 7.2, with two exceptions. The statement that
 * stores the counter checks it. A changed backup eligibility is accepted, because updates of password managers change
 * it (decision 046).
 *
 * @throws CeremonyRefused
 */
export async function verifyAuthentication(
  project: Project,
  passkey: StoredPasskey,
  response: AuthenticationResponse,
  challenge: string,
): Promise<VerifiedUse> {
  const { clientDataJSON, authenticatorData, signature, userHandle } = response.response
  requireSizes([
    ['clientDataJSON', clientDataJSON, CLIENT_DATA_MAX_BYTES],
    ['authenticatorData', authenticatorData, AUTHENTICATOR_DATA_MAX_BYTES],
    ['the signature', signature, SIGNATURE_MAX_BYTES],
  ])
  const origin = requireOrigin(project, clientDataJSON)
  // Section 7.2, step 6: the user is not identified before, so the user handle must be present and match the stored
  // user.
  if (!userHandle) throw new CeremonyRefused('The authenticator does not state which user the passkey belongs to.')
  // guard: the user handle matches the owner of the passkey [passkey/passkey]
  if (userHandle !== userHandleOf(passkey.userId)) {
    throw new CeremonyRefused('The authenticator states that this passkey belongs to another user.')
  }
  const { verified, authenticationInfo } = await refuseOnError(() =>
    verifyAuthenticationResponse({
      response: {
        ...response,
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: origin.origin,
      expectedRPID: passkey.rpId,
      requireUserVerification: false,
      // Zero disables the library's comparison: only the statement that stores the counter is safe against concurrent
      // calls.
      credential: { id: response.id, publicKey: new Uint8Array(passkey.publicKey), counter: 0 },
    }),
  )
  // guard: the signature of a passkey verifies [passkey/passkey]
  if (!verified) throw new CeremonyRefused('The signature is not from this passkey.')
  const { newCounter, credentialBackedUp, credentialDeviceType, userVerified } = authenticationInfo
  return {
    counter: newCounter,
    deviceType: deviceTypeOf(credentialDeviceType),
    isBackedUp: credentialBackedUp,
    isUserVerified: userVerified,
  }
}

/** Returns the user handle: the id of the user as text, as the protocol defines it. */
export function userHandleOf(userId: string): string {
  return Buffer.from(userId).toString('base64url')
}

/** Returns the signed origin of the client data. Requires that the project trusts exactly this origin. */
function requireOrigin(project: Project, clientDataJSON: string): URL {
  const clientData: unknown = refuseOnErrorSync(() => decodeClientDataJSON(clientDataJSON))
  if (typeof clientData !== 'object' || clientData === null)
    throw new CeremonyRefused('clientDataJSON is not an object.')
  const { origin, crossOrigin, topOrigin } = clientData as Record<string, unknown>
  const url = typeof origin === 'string' ? URL.parse(origin) : null
  // Compare the signed text exactly, not another text that parses to the same origin.
  // guard: a passkey ceremony runs on a trusted origin (drop `!isTrustedOrigin(project, url.origin)`) [passkey/passkey]
  if (!url || url.origin !== origin || !isTrustedOrigin(project, url.origin)) {
    throw new CeremonyRefused(
      'The page that ran the ceremony is not on a trusted domain of this project. Add its origin to the trusted domains.',
    )
  }
  // guard: a passkey ceremony does not run in a cross-origin frame [passkey/passkey]
  if ((crossOrigin !== undefined && crossOrigin !== false) || topOrigin !== undefined) {
    throw new CeremonyRefused('The ceremony ran in a frame of another origin, which is not supported.')
  }
  return url
}

/** Returns the relying-party ids that a page may use: its host, and each parent domain that the project also trusts. */
function listAllowedRpIds(project: Project, origin: URL): string[] {
  return [origin.hostname, ...listTrustedParents(project, origin.hostname)]
}

/**
 * Refuses an attestation with certificates: the library would fetch the revocation lists that they name, at URLs that
 * the caller chooses. The service requests no attestation, so browsers send none or a self attestation (WebAuthn Level
 * 3, section 5.1.3).
 */
function requireNoCertificates(attestationObject: string): void {
  const isAcceptable = refuseOnErrorSync(() => {
    const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')))
    const format = decoded.get('fmt')
    return format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined)
  })
  if (!isAcceptable) {
    throw new CeremonyRefused('The authenticator sent an attestation that was not requested.')
  }
}

/** Requires a public key that can verify signatures, so that the passkey is usable. */
function requireUsableKey(coseKey: Uint8Array<ArrayBuffer>): void {
  const jwk = refuseOnErrorSync(() => toJwk(decodeCredentialPublicKey(coseKey) as unknown as Map<number, unknown>))
  const key = refuseOnErrorSync(() => createPublicKey({ key: jwk, format: 'jwk' }))
  const bits = key.asymmetricKeyDetails?.modulusLength
  if (bits !== undefined && (bits < RSA_MIN_BITS || bits > RSA_MAX_BITS)) {
    throw new CeremonyRefused(
      `The RSA key of the passkey has ${bits} bits; it must have ${RSA_MIN_BITS} to ${RSA_MAX_BITS}.`,
    )
  }
}

/** Converts a COSE key (RFC 9053 section 7) to a JWK (RFC 7517). Labels: 1 kty, 3 alg, -1 crv or n, -2 x or e, -3 y. */
function toJwk(key: Map<number, unknown>): webcrypto.JsonWebKey {
  const text = (label: number): string => {
    const value = key.get(label)
    if (!(value instanceof Uint8Array)) throw new CeremonyRefused('The public key of the passkey is incomplete.')
    return Buffer.from(value).toString('base64url')
  }
  const shape = [key.get(1), key.get(3), key.get(3) === -257 ? null : key.get(-1)].join(' ')
  switch (shape) {
    case '2 -7 1':
      return { kty: 'EC', crv: 'P-256', x: text(-2), y: text(-3) }
    case '1 -8 6':
      return { kty: 'OKP', crv: 'Ed25519', x: text(-2) }
    case '3 -257 ':
      return { kty: 'RSA', n: text(-1), e: text(-2) }
    default:
      throw new CeremonyRefused('The type of the public key does not match its algorithm.')
  }
}

function requireSizes(parts: readonly (readonly [name: string, base64url: string, maxBytes: number])[]): void {
  for (const [name, base64url, maxBytes] of parts) {
    // guard: a passkey response has bounded sizes [passkey/passkey]
    if (Buffer.byteLength(base64url, 'base64url') > maxBytes) {
      throw new CeremonyRefused(
        `The response of the authenticator is too large: ${name} has more than ${maxBytes} bytes.`,
      )
    }
  }
}

function deviceTypeOf(type: 'singleDevice' | 'multiDevice'): DeviceType {
  return type === 'multiDevice' ? 'multi_device' : 'single_device'
}

/**
 * Translates every error into a refusal. The library and its decoders throw untyped errors for invalid input, and all
 * their input comes from the caller.
 */
async function refuseOnError<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify()
  } catch (error) {
    throw toRefusal(error)
  }
}

function refuseOnErrorSync<T>(decode: () => T): T {
  try {
    return decode()
  } catch (error) {
    throw toRefusal(error)
  }
}

function toRefusal(error: unknown): CeremonyRefused {
  if (error instanceof CeremonyRefused) return error
  const reason = reasons.find(([pattern]) => error instanceof Error && pattern.test(error.message))
  return new CeremonyRefused(reason?.[1] ?? 'The response of the authenticator could not be read.', { cause: error })
}

/** Messages for users. The library's messages are for developers, and some quote the input. */
const reasons: readonly (readonly [RegExp, string])[] = [
  [/response type/, 'The response belongs to another kind of ceremony.'],
  [/challenge/, 'The response belongs to another challenge than this code.'],
  [/RP ID/, 'The passkey belongs to another domain than the page that ran the ceremony.'],
  [/user (?:was )?not present/i, 'The authenticator did not detect user presence. Touch it or confirm the prompt.'],
  [/public key alg/, 'The authenticator used an algorithm that was not offered.'],
  [/backed up/, 'The authenticator states inconsistently whether the passkey is backed up.'],
  [/Credential ID was not/, 'id and rawId of the response differ.'],
]
