import { html } from 'hono/html'

import { demoOrigin } from '../platform/http/http-origin.ts'
import { fact, mark, type Markup } from '../platform/http/page.ts'
import type { Seed, SeededProject } from '../admin/projects/seed-file.ts'

/** What the pages of development mode show of the settings. */
export interface DevelopmentSettings {
  readonly host: string
  readonly port: number
  readonly baseUrl: string
  readonly smtpUrl: string | null
  readonly seed: Seed
}

/** What is running and where to go from here. */
export function startPage({
  settings,
  mailCount,
  isAdminMissing,
}: {
  settings: DevelopmentSettings
  mailCount: number
  isAdminMissing: boolean
}): Markup {
  const demoUrl = demoOrigin(settings)
  const projects = (settings.seed.projects ?? []).filter(({ keys }) => keys?.publishable_client_key !== undefined)
  // The project of the person's own app says more than the one of the dashboard.
  const example = projects.find(({ id }) => id !== 'internal') ?? projects[0]
  return html`<header class="hero">
      ${mark}
      <h1>Portico is running</h1>
      <p class="soft">Development mode at ${settings.baseUrl}</p>
    </header>
    ${
      isAdminMissing
        ? html`<p class="notice">
            Nobody owns this service yet. The terminal shows the first-admin link, which makes you the owner.
          </p>`
        : ''
    }
    <ul class="doors">
      ${door(demoUrl, 'Demo app', 'Sign up, sign out, sign in again: a small app that uses the components.')}
      ${door('/dev/inbox', 'Mail inbox', inboxSentence(mailCount, settings.smtpUrl !== null))}
      ${door('/dev/providers', 'Sign-in providers', 'Look-alikes of all eleven, with people to choose from and ways to fail.')}
      ${door('/api/v1/openapi.json', 'API description', 'Every call as an OpenAPI 3.1 document.')}
      ${door('/health', 'Health', 'Whether the service is up; /ready says whether it can work.')}
    </ul>
    <section>
      <h2>A first call</h2>
      ${example ? firstCall(settings.baseUrl, demoUrl, example) : noKeys(settings.baseUrl)}
    </section>
    ${projects.length > 0 ? html`<section>${projectList(projects)}</section>` : ''}`
}

function door(href: string, name: string, sentence: string): Markup {
  return html`<li>
    <a class="door" href="${href}">
      <span class="door-name">${name}</span>
      <span class="soft">${sentence}</span>
    </a>
  </li>`
}

function inboxSentence(mailCount: number, sendsBySmtp: boolean): string {
  if (sendsBySmtp) return 'Mail leaves through your mail server, so nothing arrives here.'
  if (mailCount === 0) return 'Every mail the service sends arrives here. None yet.'
  return `Every mail the service sends arrives here. ${mailCount === 1 ? 'One so far.' : `${mailCount} so far.`}`
}

function firstCall(baseUrl: string, demoUrl: string, { id, keys }: SeededProject): Markup {
  const body = {
    email: 'ada@example.com',
    password: 'correct horse battery staple',
    verification_callback_url: `${demoUrl}/handler/email-verification`,
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
  return html`<p class="soft">Signs somebody up. Their verification mail is in the inbox before you look.</p>
    ${snippet(lines.join(' \\\n'))}`
}

function noKeys(baseUrl: string): Markup {
  return html`<p class="soft">
      The service keeps keys as hashes, so it can only show those of a seed file. Start with <code>npm start</code>, or
      name one in <code>PORTICO_SEED</code>.
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
