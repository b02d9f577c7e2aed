import type { AccessType } from '@portico/contract'

import { column, columns, type RowOf } from '../../kernel/columns.ts'

/** What the caller has proved: a secret key, a publishable key, or nothing. */
export type CallerProof = 'server' | 'client' | 'unverified'

/** Requests of each kind are kept separately. */
export type RequestKind = `${CallerProof}_${'ok' | 'failed'}`

/** The number of requests that are kept of each kind, together less than a hundred per project. */
export const KEPT_PER_KIND = 16

export const recentRequestColumns = columns({
  kind: column<RequestKind>('kind'),
  at: column<Date>('at'),
  id: column<string>('id'),
  method: column<string>('method'),
  /** The path of the endpoint, with the names of its parameters. */
  route: column<string>('route'),
  status: column<number>('status'),
  errorCode: column<string | null>('error_code'),
  accessType: column<AccessType | null>('access_type'),
  origin: column<string | null>('origin'),
  isOriginTrusted: column<boolean | null>('is_origin_trusted'),
  clientVersion: column<string | null>('client_version'),
  clientAddress: column<string>('client_address'),
  requestId: column<string>('request_id'),
})

export type RecentRequest = RowOf<typeof recentRequestColumns>

export const firstUseColumns = columns({
  requestAt: column<Date | null>('request_at'),
  requestOrigin: column<string | null>('request_origin'),
  requestClientVersion: column<string | null>('request_client_version'),
  signInAt: column<Date | null>('sign_in_at'),
  signInUserId: column<string | null>('sign_in_user_id'),
  signInMethod: column<string | null>('sign_in_method'),
})

/** When a project was used for the first time. */
export type FirstUse = RowOf<typeof firstUseColumns>
