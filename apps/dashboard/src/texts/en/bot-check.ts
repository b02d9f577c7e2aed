import type { TextsOf } from '@portico/ui/language/catalogue'

import { defineTexts } from '../define-texts.ts'

export const botCheckTexts = defineTexts('bot-check', {
  title: 'Bot check',
  kind: 'Before sign-up, sign-in with a password, and mails with a code or a reset link',
  kinds: {
    none: { label: 'No check', note: 'Rate limits apply in any case.' },
    proof_of_work: {
      label: 'Proof of work',
      note: 'The browser solves a puzzle that takes it a moment, and longer after failed attempts. Users do nothing, and no other company is involved.',
    },
    turnstile: {
      label: 'Turnstile',
      note: 'Cloudflare checks your visitors with the keys of your account. If your pages have a Content-Security-Policy, add https://challenges.cloudflare.com to script-src and frame-src.',
    },
  },
  siteKey: 'Site key',
  secretKey: 'Secret key',
  secretStored: 'Leave it empty to keep the stored key.',
  showSecret: 'Show the secret key',
  hideSecret: 'Hide the secret key',
})

export type BotCheckTexts = TextsOf<typeof botCheckTexts>
