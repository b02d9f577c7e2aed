import { defineTexts } from '../language/define-texts.ts'
import { emailsEn } from './emails.en.ts'

export const emailsTexts = defineTexts(emailsEn, { de: async () => (await import('./emails.de.ts')).emailsDe })
