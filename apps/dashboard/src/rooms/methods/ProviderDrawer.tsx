import { API_PREFIX } from '@portico/client/admin'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import { useMemo, useRef, useState, type ReactNode } from 'react'

import { useEditConfig, usePersonOf, type ProjectConfig } from '../../data/project-config.ts'
import { useCurrentProject, useProject } from '../../data/projects.ts'
import { settings } from '../../data/settings.ts'
import { announce } from '../../kit/announce.ts'
import { Button, buttonLook } from '../../kit/Button.tsx'
import { ConfirmDialog } from '../../kit/Dialog.tsx'
import { conflictsOf } from '@portico/ui/form/draft'
import { Drawer } from '../../kit/Drawer.tsx'
import { ActFailure } from '../../kit/ActFailure.tsx'
import { Field, Input } from '../../kit/Field.tsx'
import { isCovered } from '../../kit/is-covered.ts'
import { ProviderMark } from '../../kit/ProviderMark.tsx'
import { CopyLine } from '../../kit/Secret.tsx'
import { SecretInput } from '../../kit/SecretInput.tsx'
import { useShortcut } from '../../kit/shortcuts.ts'
import { Segments } from '../../kit/Tabs.tsx'
import { useAction } from '@portico/ui/form/useAction'
import { fill } from '@portico/ui/language/fill'
import { ConflictNotice, useDraft } from '../../kit/useDraft.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { kitTexts } from '../../texts/en/kit.ts'
import { methodsTexts } from '../../texts/en/methods.ts'
import css from './methods.module.css'
import {
  findEmptyFields,
  removeProvider,
  signInPageOf,
  valuesOfProvider,
  writeProvider,
  type StoredProvider,
} from './provider-rules.ts'
import { findProvider, type Provider } from './providers.ts'

/** The keys of the provider of the URL. */
export function ProviderDrawer(): ReactNode {
  const { provider: id } = useParams({ from: '/owner/projects/$projectId/sign-in/$provider' })
  const { data: project } = useProject()
  const provider = findProvider(id)
  return project && provider ? <Keys key={id} provider={provider} config={project.config} /> : null
}

function Keys({ provider, config }: { readonly provider: Provider; readonly config: ProjectConfig }): ReactNode {
  const { id, name } = provider
  const t = useTexts(methodsTexts)
  const { drawer } = t
  const { cancel, problems, save: saveLabel, saved, saving } = useTexts(kitTexts)
  const { id: projectId } = useCurrentProject()
  const navigate = useNavigate()
  const { remove: isRemoving = false, ...search } = useSearch({ from: '/owner/projects/$projectId/sign-in' })
  const editConfig = useEditConfig()
  const personOf = usePersonOf()
  const [hasTried, setTried] = useState(false)
  const place = useRef<HTMLFormElement>(null)
  const hasShared = settings.sharedProviders.includes(id)
  const stored = findStored(config, id)
  const latest = useMemo(() => valuesOfProvider(stored, hasShared), [stored, hasShared])
  const form = useDraft(latest)
  const { values } = form
  const emptyFields = findEmptyFields(values, stored)
  const isValid = emptyFields.length === 0
  const hasConflict = form.conflicts.length > 0
  const canSave = (form.isChanged || !stored) && !hasConflict
  const testUrl = stored?.enabled && !form.isChanged ? signInPageOf(config.domains) : null

  async function close({ losesChanges = false } = {}): Promise<void> {
    await navigate({
      to: '/projects/$projectId/sign-in',
      params: { projectId },
      search,
      resetScroll: false,
      ignoreBlocker: losesChanges,
    })
  }
  function askToRemove(isAsked: boolean): void {
    void navigate({
      to: '.',
      search: { ...search, ...(isAsked && { remove: true }) },
      replace: !isAsked,
      resetScroll: false,
    })
  }

  const save = useAction(async () => {
    await editConfig(({ oauthProviders }, conflict) => {
      const storedValues = valuesOfProvider(
        oauthProviders.find((one) => one.id === id),
        hasShared,
      )
      if (conflict && conflictsOf({ base: latest, typed: form.changes }, storedValues).length > 0) throw conflict
      return { oauthProviders: writeProvider(oauthProviders, id, { ...storedValues, ...form.changes }) }
    })
    // The service never shows a secret again.
    form.set('clientSecret', '')
    setTried(false)
    announce(saved)
  })
  const remove = useAction(async () => {
    await editConfig(({ oauthProviders }) => ({ oauthProviders: removeProvider(oauthProviders, id) }))
    await close({ losesChanges: true })
  })

  function errorOf(field: 'clientId' | 'clientSecret'): string | null {
    return hasTried && emptyFields.includes(field) ? problems.empty(drawer[field]) : null
  }
  function submit(): void {
    setTried(true)
    if (canSave && isValid) void save.run()
  }
  useShortcut('mod+s', () => !isCovered(place.current) && submit())

  return (
    <Drawer
      title={name}
      isSlim
      picture={
        <span className={css['mark']}>
          <ProviderMark id={id} />
        </span>
      }
      note={drawer.state[stateOf(stored)]}
      onClose={() => void close()}
      foot={
        <>
          <Button
            variant="primary"
            phase={save.phase}
            pendingLabel={saving}
            disabled={!canSave && save.phase === 'idle'}
            onClick={submit}
          >
            {saveLabel}
          </Button>
          <Button variant="ghost" onClick={() => void close()}>
            {cancel}
          </Button>
          {testUrl !== null && (
            <a
              {...buttonLook({ variant: 'ghost' })}
              href={testUrl}
              target="_blank"
              rel="noreferrer"
              title={testUrl}
              data-push=""
            >
              {drawer.test}
              <ExternalLink />
            </a>
          )}
          {!hasConflict && <ActFailure failure={save.failure} onRepeat={() => void save.run()} />}
        </>
      }
    >
      <form
        ref={place}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <ConflictNotice
          form={form}
          labels={{
            keys: drawer.keys,
            clientId: drawer.clientId,
            clientSecret: drawer.clientSecret,
            microsoftTenantId: drawer.tenant,
            facebookConfigId: drawer.configId,
          }}
          person={personOf(save.failure)}
        />
        {(hasShared || latest.keys === 'shared') && (
          <div className={css['choice']}>
            <Segments
              label={drawer.keys}
              segments={[
                { id: 'shared', label: t.keys.shared },
                { id: 'own', label: t.keys.own },
              ]}
              current={values.keys}
              onChange={(keys) => form.set('keys', keys)}
            />
          </div>
        )}
        {values.keys === 'shared' ? (
          <>
            <p className="soft">{fill(drawer.shared, { provider: name })}</p>
            <p className={`soft ${css['limit']}`}>{drawer.sharedLimit}</p>
          </>
        ) : (
          <>
            <div className="field">
              <span className="label">{drawer.callbackUrl}</span>
              <CopyLine
                what={drawer.callbackUrl}
                value={`${settings.baseUrl}${API_PREFIX}/auth/oauth/callback/${id}`}
              />
            </div>
            <Field label={drawer.clientId} error={errorOf('clientId')}>
              <Input
                className="mono"
                dir="ltr"
                spellCheck={false}
                value={values.clientId}
                onChange={(event) => form.set('clientId', event.target.value)}
              />
            </Field>
            <Field
              label={drawer.clientSecret}
              error={errorOf('clientSecret')}
              {...(stored?.type === 'standard' && values.clientSecret === '' && { help: drawer.secretStored })}
            >
              <SecretInput
                className="mono"
                showLabel={drawer.showSecret}
                hideLabel={drawer.hideSecret}
                value={values.clientSecret}
                onChange={(event) => form.set('clientSecret', event.target.value)}
              />
            </Field>
            {id === 'microsoft' && (
              <Field
                label={drawer.tenant}
                isOptional
                help={fill(drawer.tenantHelp, {
                  common: <code>common</code>,
                  organizations: <code>organizations</code>,
                })}
              >
                <Input
                  className="mono"
                  dir="ltr"
                  spellCheck={false}
                  placeholder="consumers"
                  value={values.microsoftTenantId}
                  onChange={(event) => form.set('microsoftTenantId', event.target.value)}
                />
              </Field>
            )}
            {id === 'facebook' && (
              <Field label={drawer.configId} isOptional help={drawer.configHelp}>
                <Input
                  className="mono"
                  dir="ltr"
                  spellCheck={false}
                  value={values.facebookConfigId}
                  onChange={(event) => form.set('facebookConfigId', event.target.value)}
                />
              </Field>
            )}
            <Steps provider={provider} />
          </>
        )}
      </form>
      {stored?.type === 'standard' && (
        <section className={css['removal']}>
          <p className="soft">{drawer.removeNote}</p>
          <Button variant="danger" aria-haspopup="dialog" onClick={() => askToRemove(true)}>
            {drawer.remove}
          </Button>
        </section>
      )}
      {isRemoving && stored?.type === 'standard' && (
        <ConfirmDialog
          title={drawer.removeTitle(name)}
          consequence={fill(drawer.removeConsequence, { provider: name })}
          pendingLabel={drawer.removing}
          phase={remove.phase}
          onConfirm={() => void remove.run()}
          onClose={() => askToRemove(false)}
        >
          <ActFailure failure={remove.failure} onRepeat={() => void remove.run()} />
        </ConfirmDialog>
      )}
    </Drawer>
  )
}

/** What the owner does at the provider. */
function Steps({ provider: { id, name, url } }: { readonly provider: Provider }): ReactNode {
  const t = useTexts(methodsTexts)
  const steps = t.steps[id]
  const link = (
    <a href={url} target="_blank" rel="noreferrer">
      {steps.link}
    </a>
  )
  return (
    <section className={css['steps']}>
      <h3>{t.drawer.steps(name)}</h3>
      <ol>
        <li>
          <span>{fill(steps.app, { link })}</span>
        </li>
        <li>
          <span>{steps.callback}</span>
        </li>
        <li>
          <span>{steps.secret}</span>
        </li>
      </ol>
    </section>
  )
}

function findStored(config: ProjectConfig, id: string): StoredProvider | undefined {
  return config.oauthProviders.find((one) => one.id === id)
}

function stateOf(stored: StoredProvider | undefined): 'ownOn' | 'ownOff' | 'sharedOn' | 'sharedOff' | 'unset' {
  if (!stored) return 'unset'
  if (stored.type === 'standard') return stored.enabled ? 'ownOn' : 'ownOff'
  return stored.enabled ? 'sharedOn' : 'sharedOff'
}
