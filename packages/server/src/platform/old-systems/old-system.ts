import { z } from 'zod'

import { canonicalEmail, type OldSystemFailure } from '@portico/contract'

/** Whether this password belongs to the address. */
export interface OldQuestion {
  /** Canonical. */
  readonly email: string
  /** As typed. */
  readonly password: string
  readonly at: Date
  /** The address of the user's browser; null if it is not known. */
  readonly browserAddress: string | null
}

/** What an old system says about a password. */
export type OldAnswer =
  | {
      readonly outcome: 'right'
      /** The old system says that it has verified this address. */
      readonly isEmailVerified: boolean
      readonly displayName: string | null
      /** The id that the user keeps; null for a new one. */
      readonly userId: string | null
      /** When the user signed up there; null if it does not say. */
      readonly signedUpAt: Date | null
    }
  /** Also for an unknown or disabled user. */
  | { readonly outcome: 'wrong' }
  /** The password is right, and the old system requires another step, such as a second factor. */
  | { readonly outcome: 'needs_step' }
  | UncheckedPassword

/** The old system did not check the password. */
export interface UncheckedPassword {
  readonly outcome: 'try_again'
  readonly cause: OldSystemFailure
  /** For the log of the service. */
  readonly reason: string
  /** Null if there was no complete answer. */
  readonly status: number | null
  /** The error code in the answer. */
  readonly code: string | null
  readonly retryAfter: string | null
}

/** A complete HTTP answer of an old system. */
export interface OldResponse {
  readonly status: number
  /** Parsed JSON; undefined if the answer is not JSON. */
  readonly body: unknown
  readonly retryAfter: string | null
}

export interface OldRequest {
  readonly url: string
  /** Default: `POST` with the body as JSON. */
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/**
 * Sends a request to the old system.
 *
 * @throws OutboundProblem if no complete response arrives
 */
export type AskOldSystem = (request: OldRequest) => Promise<OldResponse>

/** One kind of old system: its request, and what its answers mean. */
export interface OldSystemKind<Settings> {
  readonly check: (ask: AskOldSystem, settings: Settings, credentials: OldQuestion) => Promise<OldAnswer>
}

export const wrong: OldAnswer = { outcome: 'wrong' }
export const needsStep: OldAnswer = { outcome: 'needs_step' }

/** An answer that says nothing about the password: an outage, a limit, wrong settings, or a malformed one. */
export function tryAgain(
  response: OldResponse,
  { cause = causeOf(response), code = null, detail = code }: UnmappedAnswer = {},
): UncheckedPassword {
  const { retryAfter, status } = response
  return {
    outcome: 'try_again',
    cause,
    reason: detail === null ? `status ${status}` : `status ${status}, ${detail}`,
    status,
    // Anything else could be a text with parts of the question.
    code: code !== null && /^[\w.:-]{1,80}$/.test(code) ? code : null,
    retryAfter,
  }
}

interface UnmappedAnswer {
  /** Default: by the status. */
  readonly cause?: OldSystemFailure | undefined
  readonly code?: string | null
  /** For the log. Default: the code. */
  readonly detail?: string | null
}

function causeOf({ status }: OldResponse): OldSystemFailure {
  if (status === 429) return 'limited'
  if (status >= 500) return 'failed'
  return status >= 400 ? 'refused' : 'malformed'
}

/** Returns the value of the body if it has the shape, or null. */
export function bodyOf<Schema extends z.ZodType>({ body }: OldResponse, schema: Schema): z.output<Schema> | null {
  const parsed = schema.safeParse(body)
  return parsed.success ? parsed.data : null
}

const idTokenClaims = z.object({
  email: z.string().optional(),
  // Cognito sends text for attributes that an identity provider set.
  email_verified: z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]).optional(),
  name: z.string().nullish(),
})

/**
 * Reads the claims of an ID token that the old system itself has sent over TLS, so that its signature needs no check
 * (OpenID Connect Core section 3.1.3.7, step 6). The address counts as verified only if it is the one that the user
 * typed.
 */
export function rightByIdToken(idToken: string, { email }: OldQuestion): OldAnswer {
  const claims = idTokenClaims.safeParse(payloadOf(idToken))
  const said = claims.success ? claims.data : {}
  return {
    outcome: 'right',
    isEmailVerified: said.email_verified === true && said.email !== undefined && canonicalEmail(said.email) === email,
    displayName: nameOf(said.name),
    userId: null,
    signedUpAt: null,
  }
}

/** A name that can be stored, or null. */
export function nameOf(name: string | null | undefined): string | null {
  const text = (name ?? '').trim()
  return text === '' || [...text].length > NAME_MAX_CODE_POINTS || /\p{Cc}|\p{Cs}/u.test(text) ? null : text
}

const NAME_MAX_CODE_POINTS = 256

function payloadOf(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  } catch {
    return null
  }
}

export function urlAt(base: string, path: string): string {
  const url = new URL(base)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}${path}`
  return url.href
}
