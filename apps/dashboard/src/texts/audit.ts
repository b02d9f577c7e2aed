import { defineTexts } from '../language/define-texts.ts'
import { auditEn } from './audit.en.ts'

export const auditTexts = defineTexts(auditEn, { de: async () => (await import('./audit.de.ts')).auditDe })
