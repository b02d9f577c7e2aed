import { LABEL_MAX_CODE_POINTS } from '@portico/client/admin'
import { useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'

import { useCreateFirstKeys } from '../../data/first-steps.ts'
import { useCreateProject } from '../../data/projects.ts'
import { settings } from '../../data/settings.ts'
import { Button } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { useFailureText } from '../../kit/failure.ts'
import { Checkbox, CheckGroup, Field, FieldError, Input, Option } from '../../kit/Field.tsx'
import { ProviderMark } from '../../kit/ProviderMark.tsx'
import { useAction } from '@portico/ui/form/useAction'
import { useTexts } from '../../language/useTexts.ts'
import { useFormat } from '../../language/format.ts'
import { kitTexts } from '../../texts/en/kit.ts'
import { projectsTexts } from '../../texts/en/projects.ts'
import { startTexts } from '../../texts/en/start.ts'

const known = [
  { id: 'google', name: 'Google' },
  { id: 'github', name: 'GitHub' },
] as const

/** Those that need no keys of the project. */
const providers = known.filter(({ id }) => settings.sharedProviders.includes(id))

/** What users may do themselves; the settings of the project have more. */
const features = ['teams', 'apiKeys'] as const

type Feature = (typeof features)[number]
type Method = 'password' | 'code' | 'passkey' | (typeof known)[number]['id']

/** Creates a project and leads to its first steps. */
export function CreateProject({ onClose }: { readonly onClose: () => void }): ReactNode {
  const t = useTexts(projectsTexts)
  const { cancel, problems } = useTexts(kitTexts)
  const failureText = useFailureText()
  const format = useFormat()
  const navigate = useNavigate()
  const createProject = useCreateProject()
  const createKeys = useCreateFirstKeys()
  const { keys } = useTexts(startTexts)
  const [name, setName] = useState('')
  const [methods, setMethods] = useState<ReadonlySet<Method>>(new Set(['password']))
  const [chosenFeatures, setChosenFeatures] = useState<ReadonlySet<Feature>>(new Set())
  const [hasTried, setTried] = useState(false)
  const isNameMissing = name.trim() === ''
  const isMethodMissing = methods.size === 0
  const create = useAction(async () => {
    const projectId = await createProject({
      displayName: name.trim(),
      config: {
        credentialEnabled: methods.has('password'),
        magicLinkEnabled: methods.has('code'),
        passkeyEnabled: methods.has('passkey'),
        clientTeamCreationEnabled: chosenFeatures.has('teams'),
        allowUserApiKeys: chosenFeatures.has('apiKeys'),
        oauthProviders: providers
          .filter(({ id }) => methods.has(id))
          .map(({ id }) => ({ id, type: 'shared' as const })),
      },
    })
    // Without keys the project is usable too: its first page offers to create them.
    await createKeys(projectId, keys.description).catch(() => null)
    await navigate({ to: '/projects/$projectId/start', params: { projectId } })
  })
  const method = (id: Method, label: ReactNode): ReactNode => (
    <Option
      control={<Checkbox checked={methods.has(id)} onChange={(isOn) => setMethods(withMember(methods, id, isOn))} />}
    >
      {label}
    </Option>
  )
  return (
    <Dialog
      title={t.create}
      lead={t.dialog.lead}
      onClose={onClose}
      onSubmit={() => {
        setTried(true)
        if (!isNameMissing && !isMethodMissing) void create.run()
      }}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {cancel}
          </Button>
          <Button type="submit" variant="primary" phase={create.phase} pendingLabel={t.creating}>
            {t.create}
          </Button>
        </>
      }
    >
      <Field
        label={t.dialog.name}
        help={t.dialog.nameHelp}
        error={hasTried && isNameMissing ? problems.empty(t.dialog.name) : null}
      >
        <Input
          data-autofocus=""
          maxLength={LABEL_MAX_CODE_POINTS}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <CheckGroup label={t.dialog.methods}>
        {method('password', t.dialog.password)}
        {method('code', t.dialog.code)}
        {method('passkey', t.dialog.passkey)}
        {providers.map(({ id, name: provider }) => (
          <div key={id}>
            {method(
              id,
              <span className="row">
                <ProviderMark id={id} />
                {provider}
              </span>,
            )}
          </div>
        ))}
        {providers.length > 0 && (
          <p className="help">{t.dialog.shared(format.list(providers.map(({ name: provider }) => provider)))}</p>
        )}
      </CheckGroup>
      {hasTried && isMethodMissing && <FieldError>{t.dialog.methodMissing}</FieldError>}
      <CheckGroup label={t.dialog.features}>
        {features.map((id) => (
          <div key={id}>
            <Option
              control={
                <Checkbox
                  checked={chosenFeatures.has(id)}
                  onChange={(isOn) => setChosenFeatures(withMember(chosenFeatures, id, isOn))}
                />
              }
              note={t.dialog.featureNotes[id]}
            >
              {t.dialog.featureNames[id]}
            </Option>
          </div>
        ))}
      </CheckGroup>
      {create.failure !== null && <FieldError>{failureText(create.failure)}</FieldError>}
    </Dialog>
  )
}

function withMember<Member>(members: ReadonlySet<Member>, member: Member, isIn: boolean): ReadonlySet<Member> {
  return new Set(isIn ? [...members, member] : [...members].filter((other) => other !== member))
}
