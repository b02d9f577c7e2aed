import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

import { encodeCbor, type CborValue } from './cbor.ts'

/** A COSE algorithm (RFC 9053): ES256, EdDSA or RS256. */
export type PasskeyAlgorithm = -7 | -8 | -257

export interface VirtualAuthenticatorOptions {
  /** Of the page that runs the ceremonies; its host is the relying-party id. */
  readonly origin?: string
  readonly algorithm?: PasskeyAlgorithm
  /** Whether it asks for a fingerprint, face or PIN. */
  readonly verifiesUser?: boolean
  /** Whether its passkeys are synchronised to other devices. */
  readonly isSynchronised?: boolean
  /** Signs a registration with the new key itself, as some security keys do although nobody asked. */
  readonly attestsItself?: boolean
}

/** Where an answer departs from the truth. */
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
  /** Null leaves it out. */
  readonly userHandle?: string | null
  readonly credentialId?: Uint8Array
  /** Signs with a key nobody knows. */
  readonly isForged?: boolean
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

interface Held {
  readonly id: Buffer
  readonly userHandle: string
  readonly privateKey: KeyObject
  readonly coseKey: ReadonlyMap<number, CborValue>
}

const flag = { userPresent: 0x01, userVerified: 0x04, backupEligible: 0x08, backedUp: 0x10, attested: 0x40 }

/**
 * A browser with an authenticator: makes one passkey, answers challenges with it, and lies when asked to.
 *
 * @example
 * const authenticator = new VirtualAuthenticator({ origin: 'http://localhost:3000' })
 * const started = await http.post('/auth/passkey/initiate-passkey-registration', {})
 * const credential = authenticator.register(started.body.options_json)
 * await http.post('/auth/passkey/register', { credential, code: started.body.code })
 */
export class VirtualAuthenticator {
  readonly #origin: string
  readonly #algorithm: PasskeyAlgorithm
  readonly #verifiesUser: boolean
  readonly #isSynchronised: boolean
  readonly #attestsItself: boolean
  #held: Held | null = null
  /** How often the passkey has signed; synchronised ones do not count. */
  counter = 0

  constructor({
    origin = 'http://localhost:3000',
    algorithm = -7,
    verifiesUser = true,
    isSynchronised = false,
    attestsItself = false,
  }: VirtualAuthenticatorOptions = {}) {
    this.#origin = origin
    this.#algorithm = algorithm
    this.#verifiesUser = verifiesUser
    this.#isSynchronised = isSynchronised
    this.#attestsItself = attestsItself
  }

  /** Makes a new passkey, in place of the one it has. */
  register(options: { challenge: string; user: { id: string } }, lies: PasskeyLies = {}): RegistrationAnswer {
    const { privateKey, publicKey } = keyPair(this.#algorithm)
    const coseKey = lies.coseKey ?? coseKeyOf(this.#algorithm, publicKey)
    const id = Buffer.from(lies.credentialId ?? randomBytes(32))
    this.#held = { id, userHandle: options.user.id, privateKey, coseKey }
    this.counter = 0
    const length = Buffer.alloc(2)
    length.writeUInt16BE(id.length)
    const attested = Buffer.concat([Buffer.alloc(16), length, id, encodeCbor(coseKey)])
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

  /** Answers a challenge with the passkey it has. */
  authenticate(options: { challenge: string }, lies: PasskeyLies = {}): AuthenticationAnswer {
    if (!this.#held) throw new Error('This authenticator has no passkey yet; let it register one first.')
    const { id, userHandle, privateKey } = this.#held
    if (!this.#isSynchronised) this.counter += 1
    const clientData = this.#clientData('webauthn.get', options.challenge, lies)
    const authenticatorData = this.#authenticatorData(lies)
    const key = lies.isForged ? keyPair(this.#algorithm).privateKey : privateKey
    const credentialId = Buffer.from(lies.credentialId ?? id).toString('base64url')
    const saidUserHandle = lies.userHandle === undefined ? userHandle : lies.userHandle
    return {
      id: credentialId,
      rawId: credentialId,
      type: 'public-key',
      authenticatorAttachment: 'platform',
      clientExtensionResults: {},
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: this.#sign(clientData, authenticatorData, key).toString('base64url'),
        ...(saidUserHandle !== null && { userHandle: saidUserHandle }),
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
    // RFC 8410: Ed25519 names its own hash.
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
