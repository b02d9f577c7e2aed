import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

import { encodeCbor, type CborValue } from './cbor.ts'

/** A COSE algorithm (RFC 9053): ES256, EdDSA or RS256. */
export type PasskeyAlgorithm = -7 | -8 | -257

export interface VirtualAuthenticatorOptions {
  /** Origin of the page that runs the ceremonies. Its host is the relying party id. */
  readonly origin?: string
  readonly algorithm?: PasskeyAlgorithm
  /** Whether it verifies the user by fingerprint, face or PIN. */
  readonly verifiesUser?: boolean
  /** Whether its passkeys are synchronised to other devices. */
  readonly isSynchronised?: boolean
  /**
   * Signs the registration with the new key (self attestation), as some security keys do without being requested to.
   */
  readonly attestsItself?: boolean
  /** The model that it states, as a UUID. Default: zeros, as most browsers send without an attestation. */
  readonly aaguid?: string
}

/** Falsified parts of a response, to test the service's checks. */
export interface PasskeyLies {
  readonly origin?: string
  readonly challenge?: string
  readonly rpId?: string
  readonly type?: string
  readonly crossOrigin?: boolean
  readonly topOrigin?: string
  readonly isUserPresent?: boolean
  readonly isUserVerified?: boolean
  readonly isBackupEligible?: boolean
  readonly isBackedUp?: boolean
  readonly counter?: number
  /** Null omits it. */
  readonly userHandle?: string | null
  readonly credentialId?: Uint8Array
  /** Signs with an unrelated key. */
  readonly isForged?: boolean
  /** Replaces the signature. */
  readonly signature?: Uint8Array
  readonly coseKey?: ReadonlyMap<number, CborValue>
  readonly attestation?: { readonly format: string; readonly statement: ReadonlyMap<string, CborValue> }
}

/** RegistrationResponseJSON of WebAuthn Level 3, section 5.1.8.1. */
export interface RegistrationAnswer {
  id: string
  rawId: string
  type: 'public-key'
  authenticatorAttachment: 'platform'
  clientExtensionResults: { credProps: { rk: true } }
  response: { clientDataJSON: string; attestationObject: string; transports: string[] }
}

/** AuthenticationResponseJSON of WebAuthn Level 3, section 5.1.8.2. */
export interface AuthenticationAnswer {
  id: string
  rawId: string
  type: 'public-key'
  authenticatorAttachment: 'platform'
  clientExtensionResults: Record<string, never>
  response: { clientDataJSON: string; authenticatorData: string; signature: string; userHandle?: string }
}

interface Passkey {
  readonly id: Buffer
  readonly userHandle: string
  readonly privateKey: KeyObject
  readonly coseKey: ReadonlyMap<number, CborValue>
}

const flag = { userPresent: 0x01, userVerified: 0x04, backupEligible: 0x08, backedUp: 0x10, attested: 0x40 }

/**
 * A browser with an authenticator: creates one passkey, signs challenges with it, and can falsify its responses.
 *
 * @example
 * const authenticator = new VirtualAuthenticator({ origin: 'http://localhost:3000' })
 * const { body } = await http.post<PasskeyRegistration>('/auth/passkey/initiate-passkey-registration', {})
 * const credential = authenticator.register(body.options_json)
 * await http.post('/auth/passkey/register', { credential, code: body.code })
 */
export class VirtualAuthenticator {
  readonly #origin: string
  readonly #algorithm: PasskeyAlgorithm
  readonly #verifiesUser: boolean
  readonly #isSynchronised: boolean
  readonly #attestsItself: boolean
  readonly #aaguid: string
  #passkey: Passkey | null = null
  /** Signature counter. It stays 0 for synchronised passkeys. */
  counter = 0

  constructor({
    origin = 'http://localhost:3000',
    algorithm = -7,
    verifiesUser = true,
    isSynchronised = false,
    attestsItself = false,
    aaguid = '00000000-0000-0000-0000-000000000000',
  }: VirtualAuthenticatorOptions = {}) {
    this.#origin = origin
    this.#algorithm = algorithm
    this.#verifiesUser = verifiesUser
    this.#isSynchronised = isSynchronised
    this.#attestsItself = attestsItself
    this.#aaguid = aaguid
  }

  /** Creates a passkey, which replaces the existing one. */
  register(options: { challenge: string; user: { id: string } }, lies: PasskeyLies = {}): RegistrationAnswer {
    const { privateKey, publicKey } = keyPair(this.#algorithm)
    const coseKey = lies.coseKey ?? coseKeyOf(this.#algorithm, publicKey)
    const id = Buffer.from(lies.credentialId ?? randomBytes(32))
    this.#passkey = { id, userHandle: options.user.id, privateKey, coseKey }
    this.counter = 0
    const length = Buffer.alloc(2)
    length.writeUInt16BE(id.length)
    const aaguid = Buffer.from(this.#aaguid.replaceAll('-', ''), 'hex')
    const attested = Buffer.concat([aaguid, length, id, encodeCbor(coseKey)])
    const clientData = this.#clientData('webauthn.create', options.challenge, lies)
    const authenticatorData = this.#authenticatorData(lies, attested)
    const attestationKey = lies.isForged ? keyPair(this.#algorithm).privateKey : privateKey
    const { format, statement } = lies.attestation ?? this.#attestation(clientData, authenticatorData, attestationKey)
    const attestationObject = encodeCbor(
      new Map<string, CborValue>([
        ['fmt', format],
        ['attStmt', statement],
        ['authData', authenticatorData],
      ]),
    )
    return {
      id: id.toString('base64url'),
      rawId: id.toString('base64url'),
      type: 'public-key',
      authenticatorAttachment: 'platform',
      clientExtensionResults: { credProps: { rk: true } },
      response: {
        clientDataJSON: clientData.toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  /** Signs a challenge with the registered passkey. */
  authenticate(options: { challenge: string }, lies: PasskeyLies = {}): AuthenticationAnswer {
    if (!this.#passkey) throw new Error('This authenticator has no passkey. Call `register` first.')
    const { id, userHandle, privateKey } = this.#passkey
    if (!this.#isSynchronised) this.counter += 1
    const clientData = this.#clientData('webauthn.get', options.challenge, lies)
    const authenticatorData = this.#authenticatorData(lies)
    const key = lies.isForged ? keyPair(this.#algorithm).privateKey : privateKey
    const credentialId = Buffer.from(lies.credentialId ?? id).toString('base64url')
    const sentUserHandle = lies.userHandle === undefined ? userHandle : lies.userHandle
    return {
      id: credentialId,
      rawId: credentialId,
      type: 'public-key',
      authenticatorAttachment: 'platform',
      clientExtensionResults: {},
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: Buffer.from(lies.signature ?? this.#sign(clientData, authenticatorData, key)).toString('base64url'),
        ...(sentUserHandle !== null && { userHandle: sentUserHandle }),
      },
    }
  }

  /** WebAuthn Level 3, sections 8.2 (self attestation) and 8.7. */
  #attestation(
    clientData: Buffer,
    authenticatorData: Buffer,
    key: KeyObject,
  ): { format: string; statement: ReadonlyMap<string, CborValue> } {
    if (!this.#attestsItself) return { format: 'none', statement: new Map() }
    const signature = this.#sign(clientData, authenticatorData, key)
    const statement = new Map<string, CborValue>([
      ['alg', this.#algorithm],
      ['sig', signature],
    ])
    return { format: 'packed', statement }
  }

  #sign(clientData: Buffer, authenticatorData: Buffer, key: KeyObject): Buffer {
    const signed = Buffer.concat([authenticatorData, createHash('sha256').update(clientData).digest()])
    // Ed25519 includes its hash function (RFC 8032), so `sign` takes none.
    return sign(this.#algorithm === -8 ? null : 'sha256', signed, key)
  }

  #clientData(type: string, challenge: string, lies: PasskeyLies): Buffer {
    return Buffer.from(
      JSON.stringify({
        type: lies.type ?? type,
        challenge: lies.challenge ?? challenge,
        origin: lies.origin ?? this.#origin,
        crossOrigin: lies.crossOrigin ?? false,
        ...(lies.topOrigin !== undefined && { topOrigin: lies.topOrigin }),
      }),
    )
  }

  #authenticatorData(lies: PasskeyLies, attested: Buffer | null = null): Buffer {
    const flags =
      ((lies.isUserPresent ?? true) ? flag.userPresent : 0) |
      ((lies.isUserVerified ?? this.#verifiesUser) ? flag.userVerified : 0) |
      ((lies.isBackupEligible ?? this.#isSynchronised) ? flag.backupEligible : 0) |
      ((lies.isBackedUp ?? this.#isSynchronised) ? flag.backedUp : 0) |
      (attested ? flag.attested : 0)
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(lies.counter ?? this.counter)
    const rpIdHash = createHash('sha256')
      .update(lies.rpId ?? new URL(this.#origin).hostname)
      .digest()
    return Buffer.concat([rpIdHash, Buffer.from([flags]), counter, attested ?? Buffer.alloc(0)])
  }
}

function keyPair(algorithm: PasskeyAlgorithm): { privateKey: KeyObject; publicKey: KeyObject } {
  if (algorithm === -8) return generateKeyPairSync('ed25519')
  if (algorithm === -257) return generateKeyPairSync('rsa', { modulusLength: 2_048 })
  return generateKeyPairSync('ec', { namedCurve: 'P-256' })
}

/** COSE labels (RFC 9053 section 7): 1 type, 3 algorithm, -1 curve or modulus, -2 x or exponent, -3 y. */
function coseKeyOf(algorithm: PasskeyAlgorithm, publicKey: KeyObject): ReadonlyMap<number, CborValue> {
  const jwk = publicKey.export({ format: 'jwk' })
  const bytes = (text: string | undefined): Buffer => Buffer.from(text ?? '', 'base64url')
  switch (algorithm) {
    case -7:
      return new Map<number, CborValue>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, bytes(jwk.x)],
        [-3, bytes(jwk.y)],
      ])
    case -8:
      return new Map<number, CborValue>([
        [1, 1],
        [3, -8],
        [-1, 6],
        [-2, bytes(jwk.x)],
      ])
    case -257:
      return new Map<number, CborValue>([
        [1, 3],
        [3, -257],
        [-1, bytes(jwk.n)],
        [-2, bytes(jwk.e)],
      ])
  }
}
