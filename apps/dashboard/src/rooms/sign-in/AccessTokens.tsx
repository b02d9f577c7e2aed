import { ACCESS_TOKEN_CLAIMS_MAX_BYTES } from '@portico/client/admin'
import { fill } from '@portico/ui/language/fill'
import { useId, useState, type ReactNode } from 'react'

import { useClaimsPreview } from '../../data/claims.ts'
import {
  settingsRight,
  throwIfConcerned,
  useEditConfig,
  usePersonOf,
  type ProjectConfig,
} from '../../data/project-config.ts'
import type { ListedUser } from '../../data/users.ts'
import { CodeBlock } from '../../kit/CodeBlock.tsx'
import { RowsSkeleton } from '../../kit/Skeleton.tsx'
import { Section } from '../../kit/States.tsx'
import { useFormat } from '../../language/format.ts'
import { useTexts } from '../../language/useTexts.ts'
import { lines } from '../../page/form/fields.tsx'
import { SaveFields } from '../../page/form/SaveFields.tsx'
import { Loaded } from '../../page/Loaded.tsx'
import { userField } from '../../records/UserPicker.tsx'
import { claimsTexts } from '../../texts/en/claims.ts'
import { claimsOf, findLinesProblem, linesOf, listWrittenByUsers } from './claims-form.ts'
import { MethodsPage } from './MethodsPage.tsx'

/** The custom claims of access tokens, with a preview for a user. */
export function AccessTokens(): ReactNode {
  const t = useTexts(claimsTexts)
  return (
    <MethodsPage lead={t.lead}>
      {(config) => (config ? <ClaimsForm config={config} /> : <RowsSkeleton kind="settings" count={2} />)}
    </MethodsPage>
  )
}

function ClaimsForm({ config: { accessTokenClaims } }: { readonly config: ProjectConfig }): ReactNode {
  const t = useTexts(claimsTexts)
  const editConfig = useEditConfig()
  const base = { claims: linesOf(accessTokenClaims) }
  return (
    <SaveFields
      right={settingsRight}
      fields={{
        claims: lines({
          label: t.claims,
          help: t.claimsHelp,
          rows: 6,
          isCode: true,
          isOptional: true,
          problemOf: (text) => findLinesProblem(text, t),
        }),
      }}
      stored={base}
      personOf={usePersonOf()}
      // The lines are well-formed, so a name is reserved.
      refusalOf={(failure) => (isSchemaError(failure) ? { claims: t.nameReserved } : null)}
      onSubmit={({ claims }) =>
        editConfig((stored, conflict) => {
          throwIfConcerned(conflict, { base, typed: { claims } }, { claims: linesOf(stored.accessTokenClaims) })
          return { accessTokenClaims: claimsOf(claims) }
        })
      }
      after={({ form: { values } }) => findLinesProblem(values.claims, t) === null && <Preview typed={values.claims} />}
    />
  )
}

function isSchemaError(failure: unknown): boolean {
  return (failure as { errorCode?: unknown } | null)?.errorCode === 'SCHEMA_ERROR'
}

/** Follows the typed claims while they are valid. */
function Preview({ typed }: { readonly typed: string }): ReactNode {
  const t = useTexts(claimsTexts)
  const id = useId()
  const [user, setUser] = useState<ListedUser | null>(null)
  const claims = claimsOf(typed)
  const writtenByUsers = listWrittenByUsers(claims)
  return (
    <Section title={t.preview} note={t.previewNote}>
      {writtenByUsers.length > 0 && (
        <p role="note">{fill(t.writtenByUsers, { names: <Names of={writtenByUsers} /> })}</p>
      )}
      {userField({ label: t.user }).render(
        {
          id,
          name: 'user',
          value: user,
          error: undefined,
          announceError: false,
          onChange: setUser,
          attach: () => {},
        },
        false,
      )}
      {user && <Result userId={user.id} typed={JSON.stringify(claims)} />}
    </Section>
  )
}

function Result({ userId, typed }: { readonly userId: string; readonly typed: string }): ReactNode {
  const t = useTexts(claimsTexts)
  const format = useFormat()
  return (
    <Loaded query={useClaimsPreview(userId, typed)} failed={t.previewFailed}>
      {({ bytes, claims, omitted }) => (
        <>
          <CodeBlock title={t.content} code={JSON.stringify(claims, null, 2)} isWrapped />
          <p className="soft">{t.size(format.number(bytes), format.number(ACCESS_TOKEN_CLAIMS_MAX_BYTES))}</p>
          {omitted.length > 0 && <p role="status">{fill(t.omitted, { names: <Names of={omitted} /> })}</p>}
        </>
      )}
    </Loaded>
  )
}

function Names({ of: names }: { readonly of: readonly string[] }): ReactNode {
  return <code dir="ltr">{names.join(', ')}</code>
}
