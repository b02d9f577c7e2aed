import type { InternalApiKeyFirstView as InternalApiKeyFirstViewRead, InternalApiKeyRead } from '@portico/contract'

import type { ApiKeyInvalidity, MaskedApiKey } from '../resources/api-keys.ts'
import { CachedResource } from '../resources/resource.ts'
import type { Ports } from '../transport/ports.ts'
import type { SendRequest } from '../transport/request.ts'
import { bodyOf } from '../transport/body-of.ts'
import { present } from '../transport/present.ts'
import type { InternalApiKeyBaseFields } from '../transport/record-fields.ts'

/** The keys of a new key set, and when they expire. */
export interface InternalApiKeyCreateOptions {
  /** What the keys are for. */
  description: string
  /** Until when the keys work. Pages and backends that use them stop working then. */
  expiresAt: Date
  /** Creates a key for pages. It is public. */
  hasPublishableClientKey: boolean
  /** Creates a key for backends. It must never reach a browser. */
  hasSecretServerKey: boolean
  /** Creates a key for scripts that administer the project. It must never reach a browser. */
  hasSuperSecretAdminKey: boolean
}

/** What all views of a key set have. A snapshot: list the key sets again after a change. */
export interface InternalApiKeyBase extends InternalApiKeyBaseFields {
  /** When the keys were revoked; null if they were not. */
  readonly manuallyRevokedAt: Date | null
  /** Whether the keys are neither expired nor revoked, by the local clock. */
  isValid(): boolean
  /** Returns null for valid keys. Keys that have expired and are revoked are `expired`. */
  whyInvalid(): ApiKeyInvalidity | null
  /** Changes the description. */
  update(options: { description?: string }): Promise<void>
  /** Revokes all keys of the set for good. */
  revoke(): Promise<void>
}

/** A publishable key is public, so it can be read again. */
export interface PublishableKey extends MaskedApiKey {
  /** The complete key. Null in sets that an earlier version of the service created. */
  readonly value: string | null
}

/** A set of project keys: for pages, for servers, and for admins. */
export interface InternalApiKey extends InternalApiKeyBase {
  /** When a key of the set was last used, to ten minutes. Null: not since the service records it. */
  readonly lastUsedAt: Date | null
  /** Null: the set has no such key. */
  readonly publishableClientKey: PublishableKey | null
  /** The masked key for backends. Null: the set has no such key. */
  readonly secretServerKey: MaskedApiKey | null
  /** The masked key for administration. Null: the set has no such key. */
  readonly superSecretAdminKey: MaskedApiKey | null
}

/** A new key set with its complete keys. The secret ones cannot be read again. */
export interface InternalApiKeyFirstView extends InternalApiKeyBase {
  /** The complete key for pages. */
  readonly publishableClientKey?: string
  /** The complete key for backends. It cannot be read again. */
  readonly secretServerKey?: string
  /** The complete key for administration. It cannot be read again. */
  readonly superSecretAdminKey?: string
}

/** The service leaves these out if they have no value. */
const absentFields = { manuallyRevokedAt: null, lastUsedAt: null }
const withoutValue = { value: null }

/** The key sets of a project. */
export class InternalApiKeys {
  /** The list, for hooks. Each change through this object fetches it again or drops it. */
  readonly resource: CachedResource<InternalApiKey[]>
  readonly #request: SendRequest<'admin'>
  readonly #now: () => number

  constructor(request: SendRequest<'admin'>, ports: Ports) {
    this.resource = new CachedResource(ports, () => this.list())
    this.#request = request
    this.#now = ports.now
  }

  async list(): Promise<InternalApiKey[]> {
    const { items } = await this.#request('GET /internal/api-keys')
    return items.map((read) => ({
      ...absentFields,
      ...present(read),
      publishableClientKey: read.publishable_client_key
        ? { ...withoutValue, ...present(read.publishable_client_key) }
        : null,
      secretServerKey: masked(read.secret_server_key),
      superSecretAdminKey: masked(read.super_secret_admin_key),
      ...this.#methodsOf(read),
    }))
  }

  async create(options: InternalApiKeyCreateOptions): Promise<InternalApiKeyFirstView> {
    requireValid(options.expiresAt)
    const created = await this.#request('POST /internal/api-keys', { body: bodyOf(options) })
    await this.resource.renew()
    return { ...absentFields, ...present(created), ...this.#methodsOf(created) }
  }

  #methodsOf(
    read: InternalApiKeyRead | InternalApiKeyFirstViewRead,
  ): Pick<InternalApiKeyBase, 'isValid' | 'whyInvalid' | 'update' | 'revoke'> {
    const { manually_revoked_at_millis: revokedAtMillis, expires_at_millis: expiresAtMillis } = read
    const whyInvalid = (): ApiKeyInvalidity | null => {
      // Expiry first: the reverse of user and team keys.
      if (expiresAtMillis <= this.#now()) return 'expired'
      return revokedAtMillis === undefined ? null : 'manually-revoked'
    }
    const change = async (body: { description?: string; revoked?: true }): Promise<void> => {
      await this.#request('PATCH /internal/api-keys/{id}', { params: { id: read.id }, body })
      await this.resource.renew()
    }
    return {
      isValid: () => whyInvalid() === null,
      whyInvalid,
      update: ({ description }) => change(description === undefined ? {} : { description }),
      revoke: () => change({ revoked: true }),
    }
  }
}

function masked(key: { last_four: string } | undefined): MaskedApiKey | null {
  return key === undefined ? null : present(key)
}

/** @throws if the date is invalid: JSON would turn it into null */
function requireValid(expiresAt: Date): void {
  if (Number.isNaN(expiresAt.getTime())) throw new Error('`expiresAt` is an invalid date. Pass a valid one.')
}
