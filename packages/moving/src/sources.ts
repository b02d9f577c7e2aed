import { auth0 } from './auth0.ts'
import { authjs } from './authjs.ts'
import { betterAuth } from './better-auth.ts'
import { clerk } from './clerk.ts'
import { cognito } from './cognito.ts'
import { firebase } from './firebase.ts'
import type { Source } from './input/source.ts'
import { keycloak } from './keycloak.ts'
import { withFileNames } from './named-files.ts'
import { portico } from './portico.ts'
import { stackAuth } from './stack-auth.ts'
import { withStorableTexts } from './storable-texts.ts'
import { supabase } from './supabase.ts'

export { UnreadableInput } from './input/source.ts'
export type {
  DeclaredFile,
  DeclaredOption,
  HttpAccess,
  HttpAnswer,
  InputFile,
  ReadLine,
  SideRow,
  SideTable,
  Source,
  SourceInput,
} from './input/source.ts'
export { memorySideTable } from './input/memory-side-table.ts'

/** Every system whose users can be read, in the order of a menu. */
export const sources: readonly Source[] = [
  auth0,
  clerk,
  firebase,
  supabase,
  cognito,
  keycloak,
  betterAuth,
  authjs,
  stackAuth,
  portico,
].map((reader) => withStorableTexts(withFileNames(reader)))

export function findSource(id: string): Source | null {
  return sources.find((source) => source.id === id) ?? null
}
