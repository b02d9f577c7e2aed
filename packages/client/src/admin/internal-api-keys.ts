import type { InternalApiKeyFirstView as InternalApiKeyFirstViewRead, InternalApiKeyRead } from '@portico/contract'

import type { ApiKeyInvalidity, MaskedApiKey } from '../resources/api-keys.ts'
import { CachedResource } from '../resources/resource.ts'
import type { Ports } from '../transport/ports.ts'
import type { SendRequest } from '../transport/request.ts'

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
export interface InternalApiKeyBase {
  /** The id of the set. */
  readonly id: string
  /** What the keys are for. */
  readonly description: string
  /** Until when the keys work. */
  readonly expiresAt: Date
  /** When the keys were revoked; null if they were not. */
  readonly manuallyRevokedAt: Date | null
  /** When the set was created. */
  readonly createdAt: Date
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

/** A set of keys of the project: for pages, for servers, and for admins. */
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

const path = '/internal/api-keys'

/** The key sets of a project. */
export class InternalApiKeys {
  /** The list, for hooks. Each change through this object fetches it again or drops it. */
  readonly resource: CachedResource<InternalApiKey[]>
  readonly #request: SendRequest
  readonly #now: () => number

  constructor(request: SendRequest, ports: Ports) {
    this.resource = new CachedResource(ports, () => this.list())
    this.#request = request
    this.#now = ports.now
  }

  async list(): Promise<InternalApiKey[]> {
    const { items } = await this.#request<{ items: InternalApiKeyRead[] }>(path)
    return items.map((read) => ({
      ...this.#presentBase(read),
      lastUsedAt: read.last_used_at_millis === undefined ? null : new Date(read.last_used_at_millis),
      publishableClientKey: read.publishable_client_key
        ? { lastFour: read.publishable_client_key.last_four, value: read.publishable_client_key.value ?? null }
        : null,
      secretServerKey: masked(read.secret_server_key),
      superSecretAdminKey: masked(read.super_secret_admin_key),
    }))
  }

  async create(options: InternalApiKeyCreateOptions): Promise<InternalApiKeyFirstView> {
    const body = {
      description: options.description,
      expires_at_millis: expiryOf(options.expiresAt),
      has_publishable_client_key: options.hasPublishableClientKey,
      has_secret_server_key: options.hasSecretServerKey,
      has_super_secret_admin_key: options.hasSuperSecretAdminKey,
    }
    const created = await this.#request<InternalApiKeyFirstViewRead>(path, { method: 'POST', body })
    await this.resource.renew()
    const { publishable_client_key, secret_server_key, super_secret_admin_key } = created
    return {
      ...this.#presentBase(created),
      ...(publishable_client_key !== undefined && { publishableClientKey: publishable_client_key }),
      ...(secret_server_key !== undefined && { secretServerKey: secret_server_key }),
      ...(super_secret_admin_key !== undefined && { superSecretAdminKey: super_secret_admin_key }),
    }
  }

  #presentBase(read: InternalApiKeyRead | InternalApiKeyFirstViewRead): InternalApiKeyBase {
    const { manually_revoked_at_millis: revokedAtMillis, expires_at_millis: expiresAtMillis } = read
    const whyInvalid = (): ApiKeyInvalidity | null => {
      // Expiry first: the reverse of the keys of users and teams (specification, section 4).
      if (expiresAtMillis <= this.#now()) return 'expired'
      return revokedAtMillis === undefined ? null : 'manually-revoked'
    }
    const change = async (body: { description?: string; revoked?: true }): Promise<void> => {
      await this.#request(`${path}/${encodeURIComponent(read.id)}`, { method: 'PATCH', body })
      await this.resource.renew()
    }
    return {
      id: read.id,
      description: read.description,
      expiresAt: new Date(expiresAtMillis),
      manuallyRevokedAt: revokedAtMillis === undefined ? null : new Date(revokedAtMillis),
      createdAt: new Date(read.created_at_millis),
      isValid: () => whyInvalid() === null,
      whyInvalid,
      update: ({ description }) => change(description === undefined ? {} : { description }),
      revoke: () => change({ revoked: true }),
    }
  }
}

function masked(key: { last_four: string } | undefined): MaskedApiKey | null {
  return key === undefined ? null : { lastFour: key.last_four }
}

/** @throws if the date is invalid: JSON would turn it into null */
function expiryOf(expiresAt: Date): number {
  const millis = expiresAt.getTime()
  if (Number.isNaN(millis)) throw new Error('`expiresAt` is an invalid date. Pass a valid one.')
  return millis
}
