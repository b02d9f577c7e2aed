import type { TextsOf } from '@portico/ui/language/catalogue'

import { defineTexts } from '../define-texts.ts'

export const claimsTexts = defineTexts('claims', {
  lead: 'Access tokens can contain metadata of the user, so that your own services need no request.',
  claims: 'Claims of access tokens',
  claimsHelp:
    'One per line: the name of the claim and a path in the metadata, such as plan = server_metadata.plan. A change acts when a session is next refreshed, within ten minutes.',
  lineWrong: (line: string) =>
    `“${line}” is not a claim. Write a name of lower-case letters, digits and “_”, an equals sign, and a path such as server_metadata.plan.`,
  nameReserved:
    'The service refuses a name that standards or the service itself use, such as sub, role or groups. Choose another one.',
  nameTwice: (name: string) => `“${name}” occurs twice.`,
  tooMany: (max: number) => `A token can have at most ${max} claims.`,
  writtenByUsers: 'Users can write these claims themselves, so give no rights by them: {names}.',
  preview: 'Preview',
  previewNote: 'What a token of a user would contain now, also before you save.',
  user: 'User',
  previewFailed: 'The claims cannot be computed',
  content: 'Claims of the token',
  size: (bytes: string, max: string) => `${bytes} of ${max} bytes`,
  omitted: 'Do not fit and are left out: {names}.',
})

export type ClaimsTexts = TextsOf<typeof claimsTexts>
