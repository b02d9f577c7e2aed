import { z } from 'zod'

import { nonEmptyText } from '../primitives.ts'
import type { Plan } from './plan.ts'

const BOT_CHALLENGE_SECONDS = 300

/** The acts that a bot check protects. */
const botCheckedActs = ['sign_up', 'sign_in', 'send_code', 'reset_password'] as const

const botChallengeFields = {
  bot_challenge_token: z
    .string()
    .optional()
    .describe('The solution: the payload of ALTCHA, or the token of Turnstile. Ignored if the project checks nothing.'),
  bot_challenge_phase: z.enum(['invisible', 'visible']).optional(),
  bot_challenge_unavailable: z
    .literal('true')
    .optional()
    .describe('The browser could not solve the challenge. The call is refused if the project requires it.'),
}

export const botChecks: Plan = {
  decision: '085',
  constants: { BOT_CHALLENGE_SECONDS },
  endpoints: {
    createBotChallenge: {
      method: 'GET',
      path: '/auth/challenge',
      tag: 'Bot check',
      summary:
        'Creates a puzzle of the ALTCHA protocol for an act of the project. Its solution works once, within five minutes. The cost rises with the failures of the client address.',
      isRateLimited: true,
      limit: 'createBotChallenge',
      access: {
        client: {
          query: z.strictObject({ for: z.enum(botCheckedActs) }),
          response: z.object({
            algorithm: z.literal('SHA-256'),
            challenge: z.string(),
            salt: z.string(),
            signature: z.string(),
            maxnumber: z.int(),
          }),
        },
      },
      errors: [],
    },
  },
  fields: {
    'projectUpdate config': {
      bot_check: z
        .discriminatedUnion('type', [
          z.strictObject({ type: z.literal('none') }),
          z.strictObject({ type: z.literal('proof_of_work') }),
          z.strictObject({
            type: z.literal('turnstile'),
            site_key: nonEmptyText,
            secret_key: nonEmptyText.describe('The mask keeps the stored one.'),
          }),
        ])
        .optional(),
    },
    'signUpWithPassword body': botChallengeFields,
    'signInWithPassword body': botChallengeFields,
    'sendSignInCode body': botChallengeFields,
    'sendPasswordResetCode body': botChallengeFields,
    'oauthAuthorize query': botChallengeFields,
    'projectClientRead config': {
      bot_check: z.object({ type: z.enum(['none', 'proof_of_work', 'turnstile']), site_key: z.string().optional() }),
    },
  },
  errors: {
    BOT_CHALLENGE_REQUIRED: {
      status: 409,
      isExtension: true,
      message: () => 'Please confirm that you are not a robot.',
    },
    BOT_CHALLENGE_FAILED: {
      status: 400,
      isExtension: true,
      message: (details: { message: string }) => details.message,
    },
  },
  limits: {
    createBotChallenge: {
      description: 'requests a puzzle that only a browser has time for',
      perAddress: { calls: 120, seconds: 60 },
      perProject: { calls: 12_000, seconds: 60 },
    },
  },
  events: {
    'bot_check.refused': { description: 'A call had no valid solution of a bot check.', outcome: 'refused' },
  },
  mails: {},
  sdk: {
    ClientApp: ['the challenge is solved by the methods that sign up, sign in and send codes, without a new member'],
    AdminApp: ['project.update({ config: { botCheck } })'],
  },
}
