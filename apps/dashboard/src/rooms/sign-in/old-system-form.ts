import type { ProjectConfig } from '../../data/project-config.ts'
import { startOfLocalDay } from '../../kit/local-day.ts'
import { completeUrl } from '../../kit/typed-url.ts'
import type { OldSystemTexts } from '../../texts/en/old-system.ts'

export type OldSystemConfig = ProjectConfig['oldSystem']
type Kind = NonNullable<OldSystemConfig>['type']

/** The form of the previous system. Its secrets are empty while the stored one stays. */
export interface OldSystemForm {
  readonly type: 'none' | Kind
  readonly baseUrl: string
  readonly projectId: string
  readonly publishableClientKey: string
  readonly region: string
  readonly apiKey: string
  readonly clientId: string
  readonly clientSecret: string
  readonly connection: string
  readonly url: string
  readonly secret: string
  /** The day with which the move ends. */
  readonly until: string
}

const DAY_MILLIS = 86_400_000
const DEFAULT_DAYS = 90

/** The fields of each kind, in their order. */
const fieldsOfKind: Readonly<Record<OldSystemForm['type'], readonly (keyof OldSystemForm)[]>> = {
  none: [],
  stack: ['baseUrl', 'projectId', 'publishableClientKey', 'until'],
  cognito: ['region', 'clientId', 'clientSecret', 'until'],
  firebase: ['apiKey', 'until'],
  auth0: ['baseUrl', 'clientId', 'clientSecret', 'connection', 'until'],
  endpoint: ['url', 'secret', 'until'],
}

export function fieldsOf({ type }: Pick<OldSystemForm, 'type'>): readonly (keyof OldSystemForm)[] {
  return fieldsOfKind[type]
}

/** @param now the moment from which the suggested end counts */
export function formOf(config: OldSystemConfig, now: number): OldSystemForm {
  const stored = { ...config } as Readonly<Record<string, unknown>>
  const text = (name: string): string => (typeof stored[name] === 'string' ? stored[name] : '')
  return {
    type: config?.type ?? 'none',
    baseUrl: text('baseUrl'),
    projectId: text('projectId'),
    publishableClientKey: text('publishableClientKey'),
    region: text('region'),
    apiKey: text('apiKey'),
    clientId: text('clientId'),
    clientSecret: '',
    connection: text('connection'),
    url: text('url'),
    secret: '',
    until: dayOf(config?.endsAtMillis ?? now + DEFAULT_DAYS * DAY_MILLIS),
  }
}

/** Whether the stored settings have a secret that the form of this kind keeps. */
export function hasSecret(config: OldSystemConfig, type: OldSystemForm['type']): boolean {
  return config?.type === type && 'secret' in config && config.secret !== undefined
}

/** What is wrong between fields that are valid alone. The service keeps the stored secret only for the same system. */
export function problemsBetween(
  form: OldSystemForm,
  stored: OldSystemConfig,
  t: OldSystemTexts,
): Partial<Record<keyof OldSystemForm, string>> {
  if (!hasSecret(stored, form.type)) return {}
  const name = form.type === 'endpoint' ? 'secret' : 'clientSecret'
  if (form[name] !== '') return {}
  const named = (one: OldSystemForm): string =>
    JSON.stringify(fieldsOf(one).map((field) => (field === 'until' || field === name ? '' : one[field].trim())))
  return named(form) === named(formOf(stored, 0)) ? {} : { [name]: t.secretAgain }
}

/** The settings of a complete form. The mask of the stored secret keeps it. */
export function settingsOf(form: OldSystemForm, stored: OldSystemConfig): OldSystemConfig {
  const ends = { endsAtMillis: endOf(form, stored) }
  const kept = stored && hasSecret(stored, form.type) && 'secret' in stored ? stored.secret : undefined
  const secretOf = (typed: string): { secret?: string } => {
    const secret = typed.trim() === '' ? kept : typed.trim()
    return secret === undefined ? {} : { secret }
  }
  const clientId = form.clientId.trim()
  switch (form.type) {
    case 'none':
      return null
    case 'stack':
      return {
        type: 'stack',
        baseUrl: completeUrl(form.baseUrl),
        projectId: form.projectId.trim(),
        publishableClientKey: form.publishableClientKey.trim(),
        ...ends,
      }
    case 'cognito':
      return {
        type: 'cognito',
        region: form.region.trim(),
        clientId,
        ...secretOf(form.clientSecret),
        ...addressOf(stored, 'cognito'),
        ...ends,
      }
    case 'firebase':
      return { type: 'firebase', apiKey: form.apiKey.trim(), ...addressOf(stored, 'firebase'), ...ends }
    case 'auth0': {
      const connection = form.connection.trim()
      return {
        type: 'auth0',
        baseUrl: completeUrl(form.baseUrl),
        clientId,
        ...secretOf(form.clientSecret),
        ...(connection !== '' && { connection }),
        ...ends,
      }
    }
    case 'endpoint':
      return { type: 'endpoint', url: completeUrl(form.url), ...secretOf(form.secret), ...ends }
  }
}

/** The address of a proxy, which only a program sets. */
function addressOf(stored: OldSystemConfig, type: 'cognito' | 'firebase'): { baseUrl?: string } {
  return stored?.type === type && stored.baseUrl !== undefined ? { baseUrl: stored.baseUrl } : {}
}

/** A day that the form has not changed keeps its moment. */
function endOf({ until }: OldSystemForm, stored: OldSystemConfig): number {
  if (stored && dayOf(stored.endsAtMillis) === until) return stored.endsAtMillis
  return startOfLocalDay(until)?.getTime() ?? 0
}

function dayOf(millis: number): string {
  const at = new Date(millis)
  const two = (part: number): string => String(part).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}
