import { defineTexts } from '../language/define-texts.ts'
import { permissionsEn } from './permissions.en.ts'

export const permissionsTexts = defineTexts(permissionsEn, {
  de: async () => (await import('./permissions.de.ts')).permissionsDe,
})
