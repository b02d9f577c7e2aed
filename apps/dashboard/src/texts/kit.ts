import { defineTexts } from '../language/define-texts.ts'
import { kitEn } from './kit.en.ts'

export const kitTexts = defineTexts(kitEn, { de: async () => (await import('./kit.de.ts')).kitDe })
