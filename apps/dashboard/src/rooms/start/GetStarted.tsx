import type { UseQueryResult } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'

import { keySets } from '../../data/api-keys.ts'
import { useCreateFirstKeys, useFirstSteps, useNewKeys, type FirstSteps } from '../../data/first-steps.ts'
import { useCurrentProject, useProject } from '../../data/projects.ts'
import { settings } from '../../data/settings.ts'
import { Button, buttonLook } from '../../kit/Button.tsx'
import { CodeBlock } from '../../kit/CodeBlock.tsx'
import { May } from '../../kit/May.tsx'
import { Bone, Note } from '../../kit/States.tsx'
import { Tabs } from '../../kit/Tabs.tsx'
import { useAct } from '../../page/useAct.tsx'
import { fill } from '@portico/ui/language/fill'
import { useTexts } from '../../language/useTexts.ts'
import { PageHead } from '../../shell/PageHead.tsx'
import { kitTexts } from '../../texts/en/kit.ts'
import { startTexts } from '../../texts/en/start.ts'
import { LiveCheck } from './LiveCheck.tsx'
import { frameworks, type Framework } from './address.ts'
import { snippetsOf } from './snippets.ts'
import css from './start.module.css'

/** Where the development server of a framework with pages listens. */
const appUrls: Readonly<Partial<Record<Framework, string>>> = {
  react: 'http://localhost:5173',
  next: 'http://localhost:3000',
  start: 'http://localhost:3000',
}

/** What the last step opens or runs. */
function lastStepOf(framework: Framework): 'page' | 'device' | 'server' | 'call' {
  if (framework === 'curl') return 'call'
  if (framework === 'expo') return 'device'
  return appUrls[framework] === undefined ? 'server' : 'page'
}

/** From an empty app to the first sign-in: keys, snippets and the live check. */
export function GetStarted(): ReactNode {
  const t = useTexts(startTexts)
  const { id } = useCurrentProject()
  const project = useProject()
  const navigate = useNavigate()
  const { framework = 'react', ...search } = useSearch({ from: '/owner/projects/$projectId/start' })
  const steps = useFirstSteps({ isWatched: true })
  return (
    <>
      <PageHead
        title={t.title}
        lead={t.lead}
        of={project.data?.displayName}
        actions={
          !steps.data?.firstSignIn && (
            <Link to="/projects/$projectId" params={{ projectId: id }} {...buttonLook({ variant: 'ghost' })}>
              {t.skip}
            </Link>
          )
        }
      />
      <div className={css['columns']}>
        <div className={css['guide']}>
          <Tabs
            label={t.frameworks}
            tabs={frameworks.map((known) => ({ id: known, label: t.names[known] }))}
            current={framework}
            onChange={(next) =>
              void navigate({
                to: '/projects/$projectId/start',
                params: { projectId: id },
                search: { ...search, ...(next !== 'react' && { framework: next }) },
                replace: true,
              })
            }
          >
            <Guide framework={framework} steps={steps} />
          </Tabs>
        </div>
        <LiveCheck steps={steps} />
      </div>
    </>
  )
}

/** A framework's snippets with the values of the project. */
function Guide({
  framework,
  steps,
}: {
  readonly framework: Framework
  readonly steps: UseQueryResult<FirstSteps>
}): ReactNode {
  const t = useTexts(startTexts)
  const { id } = useCurrentProject()
  const keys = useNewKeys(id)
  const { keysCreatedAt, publishableClientKey = null, firstRequest, firstSignIn } = steps.data ?? {}
  const values = {
    apiUrl: settings.baseUrl,
    packagesUrl: settings.packagesUrl,
    projectId: id,
    publishableClientKey: keys?.publishableClientKey ?? publishableClientKey ?? 'pck_…',
    secretServerKey: keys?.secretServerKey ?? 'ssk_…',
  }
  const snippets = snippetsOf(framework, values)
  // What is below the keys has its place once it is known which keys are missing, and how long the others are.
  const waitsForKeys = steps.isPending
  const shown = waitsForKeys ? snippets.slice(0, snippets.findIndex(({ step }) => isKeyStep(step)) + 1) : snippets
  const appUrl = appUrls[framework]
  return (
    <ol className={`step-list ${css['steps']}`}>
      {shown.map(({ step, blocks }, index) => (
        <Step
          key={step}
          number={index + 1}
          title={t.steps[step]}
          note={t.notes[step]}
          isDone={Boolean(firstRequest ?? firstSignIn)}
        >
          {isKeyStep(step) && keysCreatedAt !== undefined && (
            <KeyNote
              hasKeys={keysCreatedAt !== null}
              areShown={keys !== null}
              isPublishableKnown={publishableClientKey !== null}
              needsSecret={step === 'keysWithSecret'}
            />
          )}
          {isKeyStep(step) && waitsForKeys ? (
            <Bone width="60%" />
          ) : (
            blocks.map(({ file, code, isWrapped }) => (
              <CodeBlock
                key={file ?? code}
                title={file ?? t.terminal}
                code={code}
                values={Object.values(values).filter((value) => value !== null)}
                isWrapped={isWrapped ?? false}
              />
            ))
          )}
        </Step>
      ))}
      {!waitsForKeys && (
        <Step number={snippets.length + 1} title={t.openTitle[lastStepOf(framework)]} isDone={Boolean(firstSignIn)}>
          <p className="soft">
            {fill(t.open[lastStepOf(framework)], {
              url: (
                <a href={appUrl} target="_blank" rel="noreferrer">
                  {appUrl}
                </a>
              ),
            })}
          </p>
        </Step>
      )}
    </ol>
  )
}

function isKeyStep(step: string): boolean {
  return step === 'keys' || step === 'keysWithSecret' || step === 'signUp'
}

function Step({
  number,
  title,
  note = '',
  isDone,
  children,
}: {
  readonly number: number
  readonly title: string
  readonly note?: string
  readonly isDone: boolean
  readonly children: ReactNode
}): ReactNode {
  return (
    <li>
      <span className="step-number" data-done={isDone || undefined} aria-hidden="true">
        {isDone ? <Check /> : number}
      </span>
      <h2>{title}</h2>
      <div className={css['body']}>
        {note !== '' && <p className="soft">{note}</p>}
        {children}
      </div>
    </li>
  )
}

/** Explains which keys are missing in the snippets, and creates them. */
function KeyNote({
  hasKeys,
  areShown,
  isPublishableKnown,
  needsSecret,
}: {
  readonly hasKeys: boolean
  readonly areShown: boolean
  readonly isPublishableKnown: boolean
  readonly needsSecret: boolean
}): ReactNode {
  const t = useTexts(startTexts)
  const { pending } = useTexts(kitTexts)
  const { id } = useCurrentProject()
  const createKeys = useCreateFirstKeys()
  const create = useAct(() => createKeys(id, t.keys.description))
  if (areShown) return <Note tone="ok">{needsSecret ? t.keys.secretShown : t.keys.secretElsewhere}</Note>
  if (isPublishableKnown && !needsSecret) return null
  return (
    <>
      <Note
        actions={
          <May right={keySets.rights.create}>
            <Button
              size="small"
              phase={create.isPending ? 'pending' : 'idle'}
              pendingLabel={pending.creating}
              onClick={create.run}
            >
              {hasKeys ? t.keys.createNew : t.keys.create}
            </Button>
          </May>
        }
      >
        {!hasKeys ? t.keys.missing : isPublishableKnown ? t.keys.hiddenSecret : t.keys.hidden}
      </Note>
      {create.failure}
    </>
  )
}
