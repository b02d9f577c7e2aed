import { defineTexts } from '../language/define-texts.ts'
import { projectsEn } from './projects.en.ts'

export const projectsTexts = defineTexts(projectsEn, { de: async () => (await import('./projects.de.ts')).projectsDe })
