import { z } from 'zod'

import { botCheckedActs } from '../catalogues/bot-checked-acts.ts'
import { endpoint } from './endpoint.ts'
import { BOT_CHALLENGE_TOKEN_MAX_CHARACTERS } from '../limits/constants.ts'
import { nonEmptyText } from './primitives.ts'

/** The fields with the solution of a challenge. */
export const botChallenge = {
  bot_challenge_token: z
    .string()
    .max(
      BOT_CHALLENGE_TOKEN_MAX_CHARACTERS,
      `{path} must be at most ${BOT_CHALLENGE_TOKEN_MAX_CHARACTERS} characters long`,
    )
    .optional()
    .describe(
      'The solution: the payload of ALTCHA, or the token of Turnstile. Ignored if the project has no bot check.',
    ),
  bot_challenge_phase: z.enum(['invisible', 'visible']).optional().describe('Ignored.'),
  bot_challenge_unavailable: z
    .literal('true')
    .optional()
    .describe('The browser could not solve the challenge. A project with a bot check refuses the call.'),
}

const siteKey = nonEmptyText.max(200, '{path} must be at most 200 characters long')

const turnstile = z.strictObject({
  type: z.literal('turnstile').describe('Turnstile, with keys of the project.'),
  site_key: siteKey.describe('The public key of the widget.'),
  secret_key: nonEmptyText
    .max(1_000, '{path} must be at most 1000 characters long')
    .describe('The mask keeps the stored one.'),
})

/** How a project tells people from programs: in an update of the project. */
export const botCheck = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('none').describe('No bot check.') }),
  z.strictObject({ type: z.literal('proof_of_work').describe('A puzzle that costs the browser time.') }),
  turnstile,
])

/** The same in an exported document, whose author may have left the secret out. */
export const botCheckDocument = z.discriminatedUnion('type', [
  botCheck.options[0],
  botCheck.options[1],
  turnstile.extend({ secret_key: turnstile.shape.secret_key.optional() }),
])

export const botCheckRead = z.discriminatedUnion('type', [
  botCheck.options[0],
  botCheck.options[1],
  turnstile.extend({
    secret_key: z.string().describe('Masked, except in the answer to the call that set it.'),
  }),
])

/** A puzzle of the ALTCHA protocol. */
export const botChallengeRead = z.object({
  algorithm: z.literal('SHA-256'),
  challenge: z.string().describe('The SHA-256 digest, in hexadecimal digits, of the salt followed by the number.'),
  salt: z.string(),
  signature: z.string(),
  maxnumber: z.int().describe('The number is at most this.'),
})

export const createBotChallenge = endpoint({
  method: 'GET',
  path: '/auth/challenge',
  tag: 'Bot check',
  summary:
    'Creates a puzzle of the ALTCHA protocol for an act, for projects whose bot check is a proof of work. Its solution is valid for the client address, once, within five minutes. The cost rises with the failures of the client address.',
  isRateLimited: true,
  access: {
    client: {
      query: z.strictObject({ for: z.enum(botCheckedActs) }),
      response: botChallengeRead,
    },
  },
  errors: [],
})
