import { defineTexts } from '../language/define-texts.ts'
import { domainsEn } from './domains.en.ts'

export const domainsTexts = defineTexts(domainsEn, { de: async () => (await import('./domains.de.ts')).domainsDe })
