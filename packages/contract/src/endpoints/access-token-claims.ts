import { z } from 'zod'

import { adminAccess, endpoint } from './endpoint.ts'
import {
  ACCESS_TOKEN_CLAIM_NAME_MAX_CHARACTERS,
  ACCESS_TOKEN_CLAIMS_MAX,
  ACCESS_TOKEN_CLAIMS_MAX_BYTES,
} from '../limits/constants.ts'
import { anyJson, uuid } from './primitives.ts'
import { RESERVED_ACCESS_TOKEN_CLAIMS } from '../catalogues/reserved-claims.ts'

const claimName = new RegExp(`^[a-z][a-z\\d_]{0,${ACCESS_TOKEN_CLAIM_NAME_MAX_CHARACTERS - 1}}$`)

/** A path to one member of a user's metadata. Each part is the name of a member, never the position in a list. */
const metadataPath = z
  .string()
  .regex(
    /^(?:client_metadata|client_read_only_metadata|server_metadata)(?:\.[\w-]{1,64}){1,8}$/,
    '{path} must be a path in metadata, such as server_metadata.plan',
  )

/** Maps the name of a claim to the metadata that it contains, such as `server_metadata.plan`. */
export const accessTokenClaims = z.record(z.string(), metadataPath).superRefine((claims, context) => {
  const names = Object.keys(claims)
  if (names.length > ACCESS_TOKEN_CLAIMS_MAX) {
    context.addIssue({ code: 'custom', message: `{path} must have at most ${ACCESS_TOKEN_CLAIMS_MAX} claims` })
  }
  for (const name of names) {
    const problem = findNameProblem(name)
    if (problem !== null) context.addIssue({ code: 'custom', path: [name], message: `{path} ${problem}` })
  }
})

function findNameProblem(name: string): string | null {
  if (!claimName.test(name)) {
    return `must have a name of at most ${ACCESS_TOKEN_CLAIM_NAME_MAX_CHARACTERS} lower-case letters, digits and "_" that begins with a letter`
  }
  return RESERVED_ACCESS_TOKEN_CLAIMS.includes(name)
    ? 'has a name that a standard or the service uses. Choose another one'
    : null
}

export const accessTokenClaimsPreview = z.object({
  claims: z.record(z.string(), anyJson).describe('The custom claims of a token that the user would get now.'),
  bytes: z.int().describe(`Their size in a token, with \`omitted_claims\`: at most ${ACCESS_TOKEN_CLAIMS_MAX_BYTES}.`),
  omitted: z.array(z.string()).describe('The claims that do not fit, in the order of their names.'),
})

export const previewAccessTokenClaims = endpoint({
  method: 'POST',
  path: '/internal/access-token-claims/preview',
  tag: 'Sessions',
  summary: 'Returns what the claims would contain for a user, and their size. Changes nothing.',
  staffRight: 'read_users',
  access: adminAccess({
    body: z.strictObject({ user_id: uuid, claims: accessTokenClaims }),
    response: accessTokenClaimsPreview,
  }),
  errors: ['PROJECT_NOT_FOUND', 'USER_NOT_FOUND'],
})
