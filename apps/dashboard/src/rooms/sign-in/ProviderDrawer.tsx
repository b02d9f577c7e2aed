import { useParams } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import { lazy, Suspense, type ReactNode } from 'react'

import { throwIfConcerned, useEditConfig, usePersonOf, type ProjectConfig } from '../../data/project-config.ts'
import { useProject } from '../../data/projects.ts'
import { settings } from '../../data/settings.ts'
import { announce } from '../../kit/announce.ts'
import { buttonLook } from '../../kit/Button.tsx'
import { ProviderMark } from '../../kit/ProviderMark.tsx'
import { fill } from '@portico/ui/language/fill'
import { useTexts } from '../../language/useTexts.ts'
import { FormDrawer } from '../../page/form/FormDrawer.tsx'
import { kitTexts } from '../../texts/en/kit.ts'
import { methodsTexts } from '../../texts/en/methods.ts'
import { hiddenFields, providerFields } from './forms.tsx'
import { isIssuerAddress } from './issuer-form.ts'
import { Removal, useMethodDrawer } from './method-drawer.tsx'
import css from './methods.module.css'
import { removeProvider, signInPageOf, valuesOfProvider, writeProvider, type StoredProvider } from './provider-rules.ts'
import { findProvider, type Provider } from './providers.ts'

const IssuerDrawer = lazy(async () => ({ default: (await import('./IssuerDrawer.tsx')).IssuerDrawer }))

/** The keys of the provider that the URL names, or the settings of the issuer. */
export function ProviderDrawer(): ReactNode {
  const { provider: id } = useParams({ from: '/owner/projects/$projectId/sign-in/$provider' })
  const { data: project } = useProject()
  const provider = findProvider(id)
  if (isIssuerAddress(id)) {
    return (
      <Suspense>
        <IssuerDrawer />
      </Suspense>
    )
  }
  return project && provider ? <Keys key={id} provider={provider} config={project.config} /> : null
}

function Keys({ provider, config }: { readonly provider: Provider; readonly config: ProjectConfig }): ReactNode {
  const { id, name } = provider
  const t = useTexts(methodsTexts)
  const { drawer } = t
  const { problems, saved } = useTexts(kitTexts)
  const methodDrawer = useMethodDrawer()
  const editConfig = useEditConfig()
  const hasShared = settings.sharedProviders.includes(id)
  const stored = findStored(config.oauthProviders, id)
  const values = valuesOfProvider(stored, hasShared)

  return (
    <FormDrawer
      title={name}
      picture={
        <span className={css['mark']}>
          <ProviderMark id={id} />
        </span>
      }
      note={drawer.state[stateOf(stored)]}
      stored={values}
      isNew={!stored}
      fields={providerFields(t, problems, provider, stored, hasShared || values.keys === 'shared')}
      isHidden={(typed) => hiddenFields(id, typed)}
      personOf={usePersonOf()}
      onSubmit={(_values, changes) =>
        editConfig(({ oauthProviders }, conflict) => {
          const latest = valuesOfProvider(findStored(oauthProviders, id), hasShared)
          throwIfConcerned(conflict, { base: values, typed: changes }, latest)
          return { oauthProviders: writeProvider(oauthProviders, id, { ...latest, ...changes }) }
        })
      }
      onDone={() => announce(saved)}
      onClose={() => void methodDrawer.close()}
      link={stored?.enabled && <TestLink config={config} label={drawer.test} />}
      after={
        stored?.type === 'standard' && (
          <Removal
            drawer={methodDrawer}
            note={drawer.removeNote}
            label={drawer.remove}
            title={drawer.removeTitle(name)}
            consequence={fill(drawer.removeConsequence, { provider: name })}
            run={() => editConfig(({ oauthProviders }) => ({ oauthProviders: removeProvider(oauthProviders, id) }))}
          />
        )
      }
    >
      {({ keys }) => keys === 'own' && <Steps provider={provider} />}
    </FormDrawer>
  )
}

/** Where the owner tries the provider. Nothing without a domain that names one host. */
function TestLink({ config, label }: { readonly config: ProjectConfig; readonly label: string }): ReactNode {
  const url = signInPageOf(config.domains)
  return (
    url !== null && (
      <a {...buttonLook({ variant: 'ghost' })} href={url} target="_blank" rel="noreferrer" title={url} data-push="">
        {label}
        <ExternalLink />
      </a>
    )
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
      <ol className="step-list">
        {[fill(steps.app, { link }), steps.callback, steps.secret].map((step, index) => (
          <li key={index}>
            <span className="step-number" aria-hidden="true">
              {index + 1}
            </span>
            <span>{step}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function findStored(list: readonly StoredProvider[], id: string): StoredProvider | undefined {
  return list.find((one) => one.id === id)
}

function stateOf(stored: StoredProvider | undefined): 'ownOn' | 'ownOff' | 'sharedOn' | 'sharedOff' | 'unset' {
  if (!stored) return 'unset'
  if (stored.type === 'standard') return stored.enabled ? 'ownOn' : 'ownOff'
  return stored.enabled ? 'sharedOn' : 'sharedOff'
}
