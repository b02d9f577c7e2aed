import { oauthProviderIds, oauthProviderNames } from '@portico/client/admin'

import { botCheckTexts, type BotCheckTexts } from '../texts/en/bot-check.ts'
import { domainsTexts, type DomainsTexts } from '../texts/en/domains.ts'
import { emailsTexts, type EmailsTexts } from '../texts/en/emails.ts'
import { issuersTexts, type IssuersTexts } from '../texts/en/issuers.ts'
import { methodsTexts, type MethodsTexts } from '../texts/en/methods.ts'
import { permissionsTexts, type PermissionsTexts } from '../texts/en/permissions.ts'
import { settingsTexts, type SettingsTexts } from '../texts/en/settings.ts'
import { shellTexts, type ShellTexts } from '../texts/en/shell.ts'

/** A setting of a project, for the palette. */
export interface SettingEntry {
  /** Path below the project. The hash is the `anchor` of its row. */
  readonly path: string
  readonly label: string
  /** Room and tab. */
  readonly detail: string
  readonly keywords: string
}

interface SettingTexts {
  readonly shell: ShellTexts
  readonly methods: MethodsTexts
  readonly domains: DomainsTexts
  readonly emails: EmailsTexts
  readonly settings: SettingsTexts
  readonly permissions: PermissionsTexts
  readonly issuers: IssuersTexts
  readonly botCheck: BotCheckTexts
}

type SwitchGroup = keyof MethodsTexts['switches']

const tabOfGroup: Readonly<Record<SwitchGroup, keyof typeof tabPaths>> = {
  methods: 'methods',
  users: 'users',
  teams: 'users',
  protection: 'sessions',
}

const tabOfLifetime: Readonly<Record<keyof MethodsTexts['lifetimes'], keyof typeof tabPaths>> = {
  sessionMaxLifetimeMillis: 'sessions',
  sessionIdleTimeoutMillis: 'sessions',
  anonymousUserLifetimeDays: 'users',
}

const tabPaths = { methods: '/sign-in', users: '/sign-in/users', sessions: '/sign-in/sessions' } as const

/** Returns every setting of a project in a language, in the order of the rooms. */
export async function loadSettingEntries(language: string): Promise<SettingEntry[]> {
  const [shell, methods, domains, emails, settings, permissions, issuers, botCheck] = await Promise.all([
    shellTexts.load(language),
    methodsTexts.load(language),
    domainsTexts.load(language),
    emailsTexts.load(language),
    settingsTexts.load(language),
    permissionsTexts.load(language),
    issuersTexts.load(language),
    botCheckTexts.load(language),
  ])
  return settingEntries({ shell, methods, domains, emails, settings, permissions, issuers, botCheck })
}

function settingEntries(texts: SettingTexts): SettingEntry[] {
  const { shell, methods, domains, emails, settings, permissions, issuers, botCheck } = texts
  const otherWords: Readonly<Record<string, string>> = methods.keywords
  const inMethods = (
    tab: keyof typeof tabPaths,
    name: string,
    { label, note }: { readonly label: string; readonly note: string },
  ): SettingEntry => ({
    path: `${tabPaths[tab]}#${name}`,
    label,
    detail: `${methods.title} · ${methods.tabs[tab]}`,
    keywords: `${note} ${otherWords[name] ?? ''}`,
  })
  const entry = (path: string, label: string, room: string, keywords = ''): SettingEntry => ({
    path,
    label,
    detail: room,
    keywords,
  })
  return [
    ...(Object.keys(methods.switches) as SwitchGroup[]).flatMap((group) =>
      Object.entries(methods.switches[group]).map(([name, row]) => inMethods(tabOfGroup[group], name, row)),
    ),
    ...(Object.keys(methods.lifetimes) as (keyof MethodsTexts['lifetimes'])[]).map((name) =>
      inMethods(tabOfLifetime[name], name, methods.lifetimes[name]),
    ),
    inMethods('sessions', 'secondFactorPolicy', methods.secondFactor),
    inMethods('sessions', 'rememberDeviceDays', methods.rememberedDevices),
    inMethods('methods', 'oauthAccountMergeStrategy', {
      label: methods.sections.merge,
      note: Object.values(methods.merge)
        .map(({ label }) => label)
        .join(' '),
    }),
    ...oauthProviderIds.map((id) =>
      entry(`/sign-in/${id}`, oauthProviderNames[id], `${methods.title} · ${methods.sections.providers}`, 'oauth'),
    ),
    entry('/sign-in#issuers', issuers.title, methods.title, otherWords['issuers']),
    entry(
      '/sign-in/sessions#botCheck',
      botCheck.title,
      `${methods.title} · ${methods.tabs.sessions}`,
      otherWords['botCheck'],
    ),
    entry('/sign-in/access-tokens', methods.tabs.accessTokens, methods.title, otherWords['accessTokens']),
    entry('/sign-in/rules', methods.tabs.rules, methods.title, otherWords['signUpRules']),
    entry('/sign-in/previous-system', methods.tabs.oldSystem, methods.title, otherWords['oldSystem']),
    entry('/domains', domains.trusted, shell.items.domains),
    entry('/domains#allowLocalhost', domains.localhost.label, shell.items.domains, domains.localhost.note),
    entry(
      '/emails/server',
      emails.server.kind,
      shell.items.emails,
      `smtp ${emails.server.host} ${emails.server.port} ${emails.server.senderName} ${emails.server.senderEmail}`,
    ),
    ...(['team', 'project', 'defaults'] as const).map((scope) =>
      entry(`/permissions/${scope}`, permissions.tabs[scope], shell.items.permissions),
    ),
    entry('/settings', settings.name, shell.items.settings, settings.nameHelp),
    entry('/settings', settings.description, shell.items.settings),
    entry('/settings', settings.defaultLocale, shell.items.settings, settings.defaultLocaleHelp),
    entry('/settings', settings.projectId, shell.items.settings),
    entry('/settings', settings.apiUrl, shell.items.settings),
    entry('/settings#isProductionMode', settings.production.mode, shell.items.settings, settings.production.note),
    entry('/settings#owners', settings.owners.title, shell.items.settings, settings.owners.note),
    entry(
      '/settings#supportCanImpersonate',
      settings.owners.supportCanImpersonate.label,
      `${shell.items.settings} · ${settings.owners.title}`,
      `${settings.owners.supportCanImpersonate.note} ${settings.owners.supportCanImpersonate.keywords}`,
    ),
    entry('/settings#file', settings.file.title, shell.items.settings, settings.file.exportNote),
    entry('/settings#remove', settings.remove.title, shell.items.settings),
  ]
}
