import { z } from 'zod'

import { botChallenge } from './bot-checks.ts'
import { anyAccess, endpoint } from './endpoint.ts'
import { signedIn } from './tokens.ts'

export const signUpAnonymously = endpoint({
  method: 'POST',
  path: '/auth/anonymous/sign-up',
  tag: 'Anonymous',
  summary:
    'Creates an anonymous user and signs them in. A later sign-up with their access token upgrades them to a full user with the same id.',
  staffRight: null,
  access: anyAccess({ body: z.looseObject(botChallenge).optional(), response: signedIn }),
  botCheck: 'sign_up',
  isRateLimited: true,
  errors: ['ANONYMOUS_ACCOUNTS_NOT_ENABLED', 'SIGN_UP_NOT_ENABLED', 'SIGN_UP_REJECTED'],
})
