import type { TextsOf } from '@portico/ui/language/catalogue'

import { defineTexts } from '../define-texts.ts'

export const embedTexts = defineTexts('embed', {
  title: 'Your access has ended',
  text: 'Reload the page that you opened the webhooks from.',
  unsaved: 'Unsaved changes will be lost.',
  signInAgain: 'Your sign-in is too old for this change. Sign in again, then open the webhooks again.',
})

export type EmbedTexts = TextsOf<typeof embedTexts>
