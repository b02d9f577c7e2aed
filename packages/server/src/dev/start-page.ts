import { html } from 'hono/html'

import { fact, mark, type Markup } from '../platform/http/page.ts'
import type { Seed, SeededProject } from '../admin/projects/seed-file.ts'

/** Where the development server of a new app listens. */
const NEW_APP_URL = 'http://localhost:5173'

/** The settings that the pages of development mode show. */
export interface DevelopmentSettings {
  readonly baseUrl: string
  readonly dashboardUrl: string
  readonly demoUrl: string | null
  readonly smtpUrl: string | null
  readonly seed: Seed
}

/** The start page: links to the other pages and an example call. */
export function startPage({
  settings,
  mailCount,
  isAdminMissing,
}: {
  settings: DevelopmentSettings
  mailCount: number
  isAdminMissing: boolean
}): Markup {
  const { dashboardUrl, demoUrl } = settings
  const projects = (settings.seed.projects ?? []).filter(({ keys }) => keys?.publishable_client_key !== undefined)
  // An app's project is a better example than the dashboard's project.
  const example = projects.find(({ id }) => id !== 'internal') ?? projects[0]
  return html`<header class="hero">
      ${mark}
      <h1>Portico is running</h1>
      <p class="soft">Development mode at ${settings.baseUrl}</p>
    </header>
    ${
      isAdminMissing
        ? html`<p class="notice">
            This service has no owner. Open the first-admin link in the terminal to become the owner.
          </p>`
        : ''
    }
    <ul class="start-links">
      ${startLink(dashboardUrl, 'Dashboard', 'Projects, users, keys and settings. Sign in as an owner.')}
      ${demoUrl === null ? '' : startLink(demoUrl, 'Demo app', 'A small app that uses the components to sign up, sign in and sign out.')}
      ${startLink('/dev/inbox', 'Mail inbox', inboxSentence(mailCount, settings.smtpUrl !== null))}
      ${startLink('/dev/providers', 'Sign-in providers', 'Look-alikes of all eleven providers, with test accounts and failures.')}
      ${startLink('/api-reference', 'API reference', 'All calls with their fields and examples.')}
      ${startLink('/health', 'Health', 'The state of the process. /ready shows whether it accepts calls.')}
    </ul>
    <section>
      <h2>Example call</h2>
      ${example ? firstCall(settings.baseUrl, demoUrl ?? NEW_APP_URL, example) : noKeys(settings.baseUrl)}
    </section>
    ${projects.length > 0 ? html`<section>${projectList(projects)}</section>` : ''}`
}

function startLink(href: string, name: string, sentence: string): Markup {
  return html`<li>
    <a class="start-link" href="${href}">
      <span class="start-link-name">${name}</span>
      <span class="soft">${sentence}</span>
    </a>
  </li>`
}

function inboxSentence(mailCount: number, sendsBySmtp: boolean): string {
  if (sendsBySmtp) return 'Empty, because mails go to your mail server.'
  if (mailCount === 0) return 'All mails of the service. None so far.'
  return `All mails of the service. ${mailCount === 1 ? 'One so far.' : `${mailCount} so far.`}`
}

function firstCall(baseUrl: string, appUrl: string, { id, keys }: SeededProject): Markup {
  const body = {
    email: 'ada@example.com',
    password: 'correct horse battery staple',
    verification_callback_url: `${appUrl}/handler/email-verification`,
  }
  const headers = {
    'content-type': 'application/json',
    'x-stack-access-type': 'client',
    'x-stack-project-id': id,
    'x-stack-publishable-client-key': keys?.publishable_client_key ?? '',
  }
  const lines = [
    `curl ${baseUrl}/api/v1/auth/password/sign-up`,
    ...Object.entries(headers).map(([name, value]) => `  -H ${shellQuoted(`${name}: ${value}`)}`),
    `  -d ${shellQuoted(JSON.stringify(body, null, 2))}`,
  ]
  return html`<p class="soft">Signs up a user and sends a verification mail to the inbox.</p>
    ${snippet(lines.join(' \\\n'))}`
}

function noKeys(baseUrl: string): Markup {
  return html`<p class="soft">
      The service stores hashes of keys, so this page can only show the keys of a seed file. Start the service with
      <code>npm start</code>, or set <code>PORTICO_SEED</code> to a seed file.
    </p>
    ${snippet(`curl ${baseUrl}/api/v1`)}`
}

function projectList(projects: readonly SeededProject[]): Markup {
  return html`<h2>Projects of the seed file</h2>
    <dl class="facts">
      ${projects.map(({ id, display_name, keys }) =>
        fact(
          display_name ?? id,
          html`<code dir="ltr">${id}</code><br /><span class="soft">publishable client key</span>
            <code dir="ltr">${keys?.publishable_client_key}</code>`,
        ),
      )}
    </dl>`
}

function snippet(text: string): Markup {
  return html`<div class="snippet">
    <pre dir="ltr"><code>${text}</code></pre>
    <button class="quiet-button" type="button" data-copy hidden>Copy</button>
  </div>`
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
