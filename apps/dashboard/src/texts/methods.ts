import { defineTexts } from '../language/define-texts.ts'
import { methodsEn } from './methods.en.ts'

export const methodsTexts = defineTexts(methodsEn, { de: async () => (await import('./methods.de.ts')).methodsDe })
