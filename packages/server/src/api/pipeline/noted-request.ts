import { accessTypes, type AccessType } from '@portico/contract'

import { KnownError, OAuthError, RateLimited } from '../../kernel/errors.ts'
import type { CallerProof } from '../../records/recent-requests/recent-request.ts'
import { refusalFacts, type RefusedCall } from './refusals.ts'

/**
 * An answered request of a project, for its owner. It contains no secret, no body, no query and no path of the caller.
 */
export interface NotedRequest {
  /** Of an unverified request, this is what it claims: the project may not exist. */
  readonly projectId: string
  readonly proof: CallerProof
  readonly isFailed: boolean
  /** What the sample of the requests counts: the network of the client. */
  readonly addressBlock: string
  readonly method: string
  readonly route: string
  readonly status: number
  readonly errorCode: string | null
  readonly accessType: AccessType | null
  readonly isOriginTrusted: boolean | null
  readonly clientAddress: string
  readonly requestId: string
  /** The headers. Only the client's origin and version are kept. */
  readonly headers: Headers
}

/** Keeps a sample of the requests. Called once per request, so it must be fast. */
export interface RequestNotes {
  readonly note: (request: NotedRequest) => void
}

interface AnsweredCall extends RefusedCall {
  readonly status: number
  readonly error: unknown
  /** Null without an origin or a project. */
  readonly isOriginTrusted: boolean | null
}

/** The longest id of a project that a request can claim. */
const PROJECT_ID_MAX_CHARACTERS = 64

/** Describes the request for the owner of its project; null without a project, and for calls by its staff. */
export function describeRequest({
  caller,
  error,
  incoming,
  isOriginTrusted,
  projectId,
  status,
}: AnsweredCall): NotedRequest | null {
  const { facts, request, route } = incoming
  // The dashboard would fill the sample with its own calls.
  if (caller.staffUserId !== null || route?.spec.isForOwnPages) return null
  const isFailed = status >= 400 || error !== null || isOriginTrusted === false
  if (route?.spec.isPolled && !isFailed) return null
  const refusedIn = refusalFacts(error).projectId
  const ofProject = refusedIn ?? projectId ?? caller.project?.id ?? claimedProject(facts.headers)
  if (ofProject === null) return null
  const isVerified = caller.project?.id === ofProject && caller.accessType !== null
  return {
    projectId: ofProject,
    proof: !isVerified ? 'unverified' : caller.accessType === 'client' ? 'client' : 'server',
    isFailed,
    addressBlock: facts.addressBlock,
    method: request.method,
    route: route?.spec.path ?? 'unknown',
    status,
    errorCode: codeOf(error),
    accessType: caller.accessType ?? claimedAccessType(facts.headers),
    isOriginTrusted,
    clientAddress: facts.clientAddress,
    requestId: facts.id,
    headers: facts.headers,
  }
}

function claimedAccessType(headers: Headers): AccessType | null {
  const claimed = headers.get('x-stack-access-type')
  return accessTypes.find((type) => type === claimed) ?? null
}

function claimedProject(headers: Headers): string | null {
  const claimed = headers.get('x-stack-project-id')
  return claimed !== null && claimed.length <= PROJECT_ID_MAX_CHARACTERS && /^[\w-]+$/.test(claimed) ? claimed : null
}

function codeOf(error: unknown): string | null {
  if (error instanceof KnownError) return error.exactCode
  if (error instanceof RateLimited) return 'RATE_LIMITED'
  return error instanceof OAuthError ? error.error : null
}
