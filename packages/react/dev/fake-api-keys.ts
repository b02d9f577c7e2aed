/** An API key of the signed-in user or of the first team. */
export interface FakeApiKeyOptions {
  readonly description: string
  /** Age of the key. Default: its position in the list. */
  readonly days?: number
  /** Negative: the key has expired. Absent: it does not expire. */
  readonly expiresInDays?: number
  readonly revokedDaysAgo?: number
  /** Absent: the key was never used. */
  readonly usedHoursAgo?: number
  readonly isPublic?: boolean
  /** Address and country code of the creation. Absent: a server created the key. */
  readonly from?: readonly [ip: string, countryCode: string | null]
  readonly creator?: string
}

interface FakeApiKey {
  readonly id: string
  readonly is_public: boolean
  readonly value: { readonly last_four: string }
  readonly [field: string]: unknown
}

export interface FakeApiKeys {
  readonly answer: (url: URL, method: string, body: Readonly<Record<string, unknown>>) => unknown
}

const OWN_ID = '5f4dcc3b-5aa7-4d61-8327-deb882cf99aa'
const DAY_MILLIS = 86_400_000
/** The end of a value, in the form of a checksum. */
const endings = ['3f9a', '07c2', 'b81e', 'd4a6', '9c05']

/** Responds to the calls about API keys. */
export function createFakeApiKeys(
  ofUser: readonly FakeApiKeyOptions[],
  ofTeam: readonly FakeApiKeyOptions[],
): FakeApiKeys {
  const lists = { user: ofUser.map(createKey), team: ofTeam.map(createKey) }

  function answer(url: URL, method: string, body: Readonly<Record<string, unknown>>): unknown {
    const [collection, id] = url.pathname.split('/').slice(3)
    const type = collection === 'user-api-keys' ? 'user' : 'team'
    const owner =
      type === 'user'
        ? { type, user_id: OWN_ID }
        : { type, team_id: url.searchParams.get('team_id') ?? body['team_id'] }
    const read = (key: FakeApiKey | undefined): object => ({ ...key, ...owner })
    if (method === 'GET') return { items: lists[type].map(read), is_paginated: false }
    if (method === 'POST') {
      const key = createKey(
        { description: String(body['description']), days: 0, from: ['203.0.113.7', 'AT'] },
        900 + lists[type].length,
      )
      const created = { ...key, ...changesOf(body) }
      lists[type] = [created, ...lists[type]]
      const value = `sk_${'4h0m8kz2v7q1c9x'.repeat(3)}${key.id.replaceAll('-', '')}${type}1574ck4u7h07c2${key.value.last_four}`
      return { ...read(created), value }
    }
    lists[type] = lists[type].map((key) => (key.id === id ? { ...key, ...changesOf(body) } : key))
    return read(lists[type].find((key) => key.id === id))
  }
  return { answer }
}

function changesOf({
  description,
  expires_at_millis: expiresAtMillis,
  revoked,
}: Readonly<Record<string, unknown>>): object {
  return {
    ...(description !== undefined && { description }),
    ...(expiresAtMillis !== undefined && { expires_at_millis: expiresAtMillis ?? undefined }),
    ...(revoked === true && { manually_revoked_at_millis: Date.now() }),
  }
}

function createKey(options: FakeApiKeyOptions, position: number): FakeApiKey {
  const {
    description,
    days = position,
    expiresInDays,
    revokedDaysAgo,
    usedHoursAgo,
    isPublic = false,
    from,
    creator,
  } = options
  const now = Date.now()
  return {
    id: digits(position),
    description,
    is_public: isPublic,
    created_at_millis: now - days * DAY_MILLIS,
    expires_at_millis: expiresInDays === undefined ? undefined : now + expiresInDays * DAY_MILLIS,
    manually_revoked_at_millis: revokedDaysAgo === undefined ? undefined : now - revokedDaysAgo * DAY_MILLIS,
    last_used_at_millis: usedHoursAgo === undefined ? undefined : now - (usedHoursAgo * DAY_MILLIS) / 24,
    created_by_user_id: from && (creator ?? OWN_ID),
    created_at_end_user_ip_info: from && { ip: from[0], country_code: from[1] },
    value: { last_four: endings[position % endings.length] ?? '' },
  }
}

function digits(position: number): string {
  return `00000000-0000-4000-b000-${String(position).padStart(12, '0')}`
}
