import { LABEL_MAX_CODE_POINTS, OLD_SYSTEM_DAYS_MAX } from '@portico/client/admin'
import { fill } from '@portico/ui/language/fill'
import { Fragment, useState, type ReactNode } from 'react'

import {
  settingsRight,
  throwIfConcerned,
  useEditConfig,
  usePersonOf,
  type ProjectConfig,
} from '../../data/project-config.ts'
import { createEndpointSecret, isEndpointSecret } from '../../kit/endpoint-secret.ts'
import { startOfLocalDay } from '../../kit/local-day.ts'
import { RowsSkeleton } from '../../kit/Skeleton.tsx'
import { completeUrl } from '../../kit/typed-url.ts'
import { useTexts } from '../../language/useTexts.ts'
import { createdSecret } from '../../page/form/created-field.tsx'
import { day, password, radio, text, type FieldsOf } from '../../page/form/fields.tsx'
import { SaveFields } from '../../page/form/SaveFields.tsx'
import { RoomLink } from '../../shell/RoomLink.tsx'
import { kitTexts } from '../../texts/en/kit.ts'
import { oldSystemTexts, type OldSystemTexts } from '../../texts/en/old-system.ts'
import { MethodsPage } from './MethodsPage.tsx'
import { Move } from './Move.tsx'
import {
  fieldsOf,
  formOf,
  hasSecret,
  problemsBetween,
  settingsOf,
  type OldSystemConfig,
  type OldSystemForm,
} from './old-system-form.ts'

/** The system that the project used before, which checks passwords of users who have not moved yet. */
export function OldSystem(): ReactNode {
  const t = useTexts(oldSystemTexts)
  return (
    <MethodsPage lead={t.lead}>
      {(config) =>
        config ? (
          <>
            <SystemForm config={config} />
            <p className="soft">
              {fill(t.importFirst, {
                link: (
                  <RoomLink room="users" path="/import">
                    {t.importUsers}
                  </RoomLink>
                ),
              })}
            </p>
            <Move settings={JSON.stringify(config.oldSystem)} isNamed={config.oldSystem !== null} />
          </>
        ) : (
          <RowsSkeleton kind="settings" count={2} />
        )
      }
    </MethodsPage>
  )
}

function SystemForm({ config: { oldSystem: stored } }: { readonly config: ProjectConfig }): ReactNode {
  const t = useTexts(oldSystemTexts)
  const { problems } = useTexts(kitTexts)
  const editConfig = useEditConfig()
  const [now] = useState(() => Date.now())
  const base = formOf(stored, now)
  return (
    <SaveFields
      right={settingsRight}
      fields={systemFields(t, stored, now, problems.empty)}
      stored={base}
      isHidden={(form) => {
        const shown = fieldsOf(form)
        return (Object.keys(base) as (keyof OldSystemForm)[]).filter((name) => name !== 'type' && !shown.includes(name))
      }}
      problemsBetween={(form) => problemsBetween(form, stored, t)}
      personOf={usePersonOf()}
      onSubmit={(_values, changes) =>
        editConfig(({ oldSystem }, conflict) => {
          const latest = formOf(oldSystem, now)
          throwIfConcerned(conflict, { base, typed: changes }, latest)
          return { oldSystem: settingsOf({ ...latest, ...changes }, oldSystem) }
        })
      }
      arrange={(fieldOf, form) => (
        <>
          {fieldOf('type')}
          {fieldsOf(form).map((name) => (
            <Fragment key={name}>{fieldOf(name)}</Fragment>
          ))}
        </>
      )}
    />
  )
}

const kinds = ['none', 'stack', 'cognito', 'firebase', 'auth0', 'endpoint'] as const
const REGION = /^[a-z]{2}(?:-[a-z]+)+-\d{1,2}$/
const DAY_MILLIS = 86_400_000

function systemFields(
  t: OldSystemTexts,
  stored: OldSystemConfig,
  now: number,
  emptySentence: (field: string) => string,
): FieldsOf<OldSystemForm> {
  const id = (label: string, placeholder?: string) =>
    text({
      label,
      isCode: true,
      isRequired: true,
      max: LABEL_MAX_CODE_POINTS,
      ...(placeholder !== undefined && { input: { placeholder } }),
    })
  const address = (label: string, placeholder: string, help: string) =>
    text({
      label,
      isCode: true,
      isRequired: true,
      help,
      input: { type: 'url', placeholder },
      problemOf: (value) => (/^https?:\/\/[^/]+/.test(completeUrl(value)) ? null : t.urlWrong),
    })
  const hasClientSecret = hasSecret(stored, 'cognito') || hasSecret(stored, 'auth0')
  const hasEndpointSecret = hasSecret(stored, 'endpoint')
  const until = day({ label: t.until, isRequired: true, past: t.untilPast, help: t.untilHelp })
  return {
    type: radio({
      label: t.kind,
      initial: 'none',
      options: kinds.map((value) => ({ value, ...t.kinds[value] })),
    }),
    baseUrl: address(t.baseUrl, 'https://auth.example.com', t.baseUrlHelp),
    projectId: id(t.projectId),
    publishableClientKey: id(t.publishableClientKey),
    region: text({
      label: t.region,
      isCode: true,
      isRequired: true,
      input: { placeholder: 'eu-central-1' },
      problemOf: (value) => (REGION.test(value) ? null : t.regionWrong),
    }),
    apiKey: id(t.apiKey, 'AIza…'),
    clientId: id(t.clientId),
    clientSecret: password({
      label: t.clientSecret,
      isOptional: true,
      help: hasClientSecret ? t.clientSecretStored : t.clientSecretHelp,
      input: { className: 'mono', ...(hasClientSecret && { placeholder: '••••••••' }) },
      show: { showLabel: t.showSecret, hideLabel: t.hideSecret },
      problemOf: () => null,
    }),
    connection: text({ label: t.connection, isCode: true, isOptional: true, help: t.connectionHelp }),
    url: address(t.url, 'https://app.example.com/password-check', t.urlHelp),
    secret: createdSecret({
      label: t.secret,
      help: hasEndpointSecret ? t.secretStored : t.secretHelp,
      placeholder: hasEndpointSecret ? '••••••••' : 'whsec_…',
      show: { showLabel: t.showSecret, hideLabel: t.hideSecret },
      problemOf: (value) => {
        if (value === '') return hasEndpointSecret ? null : emptySentence(t.secret)
        return isEndpointSecret(value.trim()) ? null : t.secretWrong
      },
      createLabel: t.createSecret,
      create: createEndpointSecret,
    }),
    until: {
      ...until,
      problemOf: (value, sentences) => {
        const at = startOfLocalDay(value)
        if (at && at.getTime() > now + OLD_SYSTEM_DAYS_MAX * DAY_MILLIS) return t.untilLate(OLD_SYSTEM_DAYS_MAX)
        // A move that has ended can stay in the settings.
        return stored && value === formOf(stored, now).until ? null : until.problemOf(value, sentences)
      },
    },
  }
}
