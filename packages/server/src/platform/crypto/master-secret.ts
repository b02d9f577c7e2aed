import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'

import { sha256 } from './digest.ts'

const NONCE_BYTES = 12
const TAG_BYTES = 16
const VERSION = 'v1'
const KEY_ID_CHARACTERS = 8

/** A value is sealed under a secret that `PORTICO_SECRET` does not contain. Another attempt cannot open it. */
export class UnknownSecret extends Error {
  override readonly name = 'UnknownSecret'

  constructor(identity: string) {
    super(`The sealed value ${identity} belongs to a secret that PORTICO_SECRET no longer contains.`)
  }
}

interface DerivedKeys {
  readonly id: string
  readonly sealing: Buffer
  readonly mac: Buffer
}

/**
 * Keys that are derived from `PORTICO_SECRET`.
 *
 * To rotate the secret, the operator sets several: the first one seals, all of them open. Each use has its own derived
 * key (HKDF, RFC 5869), so a value that was made for one use is invalid for every other.
 */
export class MasterSecret {
  readonly #keys: readonly [DerivedKeys, ...DerivedKeys[]]

  constructor(secrets: readonly [string, ...string[]]) {
    const [first, ...older] = secrets
    this.#keys = [derive(first), ...older.map(derive)]
  }

  /** Identifies the secrets, the first one first, and reveals nothing about them: short digests of derived keys. */
  get fingerprints(): readonly string[] {
    return this.#keys.map(({ id }) => id)
  }

  /**
   * Encrypts a value that must be decrypted later (AES-256-GCM).
   *
   * @param identity names the record and field; a sealed value cannot be opened under another identity
   */
  seal(plaintext: string, identity: string): string {
    const [key] = this.#keys
    return [VERSION, key.id, encrypt(key, Buffer.from(plaintext), identity).toString('base64url')].join('.')
  }

  /** @throws UnknownSecret */
  open(sealed: string, identity: string): string {
    const [version, keyId, data] = sealed.split('.')
    if (version !== VERSION || !data) throw new UnknownSecret(identity)
    return decrypt(this.#keyNamed(keyId, identity), Buffer.from(data, 'base64url'), identity).toString('utf8')
  }

  /** The same as `seal` for bytes. The result has no text form, which would take a third more. */
  sealBytes(plaintext: Uint8Array, identity: string): Buffer {
    const [key] = this.#keys
    return Buffer.concat([Buffer.from(VERSION + key.id), encrypt(key, plaintext, identity)])
  }

  /** @throws UnknownSecret */
  openBytes(sealed: Uint8Array, identity: string): Buffer {
    const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength)
    const head = bytes.toString('latin1', 0, VERSION.length + KEY_ID_CHARACTERS)
    if (!head.startsWith(VERSION)) throw new UnknownSecret(identity)
    return decrypt(this.#keyNamed(head.slice(VERSION.length), identity), bytes.subarray(head.length), identity)
  }

  #keyNamed(id: string | undefined, identity: string): DerivedKeys {
    const key = this.#keys.find((candidate) => candidate.id === id)
    if (!key) throw new UnknownSecret(identity)
    return key
  }

  /** Whether the sealed value contains this text. False for a value that cannot be opened. */
  isSealed(sealed: string, plaintext: string, identity: string): boolean {
    try {
      return sha256(this.open(sealed, identity)).equals(sha256(plaintext))
    } catch {
      return false
    }
  }

  /** Whether the value is sealed under the first secret. */
  isSealedByFirst(sealed: string): boolean {
    return sealed.startsWith(`${VERSION}.${this.#keys[0].id}.`)
  }

  /** Computes a MAC with the first secret. `purpose` separates uses. */
  mac(purpose: string, text: string): Buffer {
    return macWith(this.#keys[0], purpose, text)
  }

  /** Computes the MAC with every secret, the first one first. */
  macs(purpose: string, text: string): Buffer[] {
    return this.#keys.map((key) => macWith(key, purpose, text))
  }
}

function encrypt(key: DerivedKeys, plaintext: Uint8Array, identity: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key.sealing, nonce).setAAD(Buffer.from(identity))
  return Buffer.concat([nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()])
}

function decrypt(key: DerivedKeys, bytes: Buffer, identity: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key.sealing, bytes.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(identity))
    .setAuthTag(bytes.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
}

function macWith(key: DerivedKeys, purpose: string, text: string): Buffer {
  return createHmac('sha256', key.mac).update(`${purpose}\0${text}`).digest()
}

function derive(secret: string): DerivedKeys {
  const bytes = (use: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', `portico ${use}`, 32))
  return {
    id: createHash('sha256').update(bytes('key id')).digest('base64url').slice(0, KEY_ID_CHARACTERS),
    sealing: bytes('sealing'),
    mac: bytes('mac'),
  }
}
