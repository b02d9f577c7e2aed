import { defineTexts } from '../language/define-texts.ts'
import { usersEn } from './users.en.ts'

export const usersTexts = defineTexts(usersEn, { de: async () => (await import('./users.de.ts')).usersDe })
