import { defineTexts } from '../language/define-texts.ts'
import { shellEn } from './shell.en.ts'

export const shellTexts = defineTexts(shellEn, { de: async () => (await import('./shell.de.ts')).shellDe })
