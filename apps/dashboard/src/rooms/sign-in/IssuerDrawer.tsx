import { API_PREFIX, callbackNameOf } from '@portico/client/admin'
import { fill } from '@portico/ui/language/fill'
import { useNavigate, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { throwIfConcerned, useEditConfig, usePersonOf, type ProjectConfig } from '../../data/project-config.ts'
import { useCurrentProject, useProject } from '../../data/projects.ts'
import { settings } from '../../data/settings.ts'
import { announce } from '../../kit/announce.ts'
import { CodeBlock } from '../../kit/CodeBlock.tsx'
import { CopyLine } from '../../kit/CopyLine.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { FormDrawer } from '../../page/form/FormDrawer.tsx'
import { keepsSecret } from '../../records/issuer-settings.tsx'
import { issuersTexts } from '../../texts/en/issuers.ts'
import { kitTexts } from '../../texts/en/kit.ts'
import {
  issuerIdOf,
  NEW_ISSUER,
  removeIssuer,
  valuesOfIssuer,
  writeIssuer,
  type IssuerValues,
  type StoredIssuer,
} from './issuer-form.ts'
import { hiddenIssuerFields, issuerFields } from './issuer-fields.tsx'
import { IssuerCheck } from './IssuerCheck.tsx'
import { Removal, useMethodDrawer } from './method-drawer.tsx'
import css from './methods.module.css'

/** The settings of the issuer that the URL names, or of a new one. */
export function IssuerDrawer(): ReactNode {
  const { provider: id } = useParams({ from: '/owner/projects/$projectId/sign-in/$provider' })
  const { data: project } = useProject()
  const stored = project?.config.oidcProviders.find((issuer) => issuer.id === id)
  return project && (stored || id === NEW_ISSUER) ? <Settings key={id} stored={stored} config={project.config} /> : null
}

function Settings({
  stored,
  config,
}: {
  readonly stored: StoredIssuer | undefined
  readonly config: ProjectConfig
}): ReactNode {
  const t = useTexts(issuersTexts)
  const { problems, saved } = useTexts(kitTexts)
  const { id: projectId } = useCurrentProject()
  const navigate = useNavigate()
  const drawer = useMethodDrawer()
  const editConfig = useEditConfig()
  const values = valuesOfIssuer(stored)

  return (
    <FormDrawer
      title={stored?.displayName ?? t.newTitle}
      note={stored ? (stored.enabled ? t.on : t.off) : t.unset}
      stored={values}
      isNew={!stored}
      fields={issuerFields(t, stored, config.oidcProviders)}
      isHidden={(typed) => hiddenIssuerFields(typed, stored)}
      problemsBetween={({ clientSecret, ...typed }) =>
        typed.method === 'private_key_jwt' || clientSecret.trim() !== '' || keepsSecret(typed, stored)
          ? {}
          : { clientSecret: stored ? t.secretAgain : problems.empty(t.clientSecret) }
      }
      personOf={usePersonOf()}
      onSubmit={async (typed, changes) => {
        await editConfig(({ oidcProviders }, conflict) => {
          // Another owner has added an issuer of this name.
          if (conflict && !stored && oidcProviders.some(({ id }) => id === issuerIdOf(typed))) throw conflict
          const latest = stored ? valuesOfIssuer(oidcProviders.find(({ id }) => id === stored.id)) : values
          throwIfConcerned(conflict, { base: values, typed: changes }, latest)
          return { oidcProviders: writeIssuer(oidcProviders, { ...latest, ...changes }) }
        })
        return issuerIdOf(typed)
      }}
      onDone={(provider) => {
        announce(saved)
        // The drawer of the saved issuer has its public key.
        if (!stored) void navigate({ to: '.', params: { projectId, provider }, replace: true, ignoreBlocker: true })
      }}
      onClose={() => void drawer.close()}
      after={
        stored && (
          <>
            <PublicKey {...stored} />
            <Removal
              drawer={drawer}
              note={t.removeNote}
              label={t.remove}
              title={t.removeTitle(stored.displayName)}
              consequence={fill(t.removeConsequence, { issuer: stored.displayName })}
              run={() => editConfig(({ oidcProviders }) => ({ oidcProviders: removeIssuer(oidcProviders, stored.id) }))}
            />
          </>
        )
      }
    >
      {(typed) => (
        <>
          <Callback {...typed} />
          <IssuerCheck issuerUrl={typed.issuerUrl} />
        </>
      )}
    </FormDrawer>
  )
}

/** The address to register at the issuer, as soon as its id is known. */
function Callback({ name }: Pick<IssuerValues, 'name'>): ReactNode {
  const t = useTexts(issuersTexts)
  const { id: projectId } = useCurrentProject()
  if (name.trim() === '') return null
  return (
    <div className="field">
      <span className="label">{t.callbackUrl}</span>
      <CopyLine
        what={t.callbackUrl}
        value={`${settings.baseUrl}${API_PREFIX}/auth/oauth/callback/${callbackNameOf(issuerIdOf({ name }), projectId)}`}
      />
      <p className="help">{t.callbackNote}</p>
    </div>
  )
}

/** The public key with which the issuer checks the service. */
function PublicKey({ authentication }: Pick<StoredIssuer, 'authentication'>): ReactNode {
  const t = useTexts(issuersTexts)
  if (authentication.method !== 'private_key_jwt') return null
  return (
    <section className={css['check']}>
      <CodeBlock title={t.publicKey} code={JSON.stringify(authentication.publicJwk, null, 2)} />
      <p className="help">{t.publicKeyNote}</p>
    </section>
  )
}
