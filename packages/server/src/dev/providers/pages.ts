import { html } from 'hono/html'

import type { LookAlikeProfile } from '../../flows/oauth/providers/look-alike.ts'
import type { BuiltInProvider, OAuthProvider } from '../../flows/oauth/providers/provider.ts'
import { fact, mark, type Markup } from '../../platform/http/page.ts'
import type { AuthorizationRequest } from './authorization-request.ts'
import { peopleOf, type Person } from './people.ts'

type Known = Pick<BuiltInProvider, 'name' | 'lookAlike'>

/** Lists all look-alikes and their oddities. */
export function listPage(entries: readonly { provider: BuiltInProvider; profile: LookAlikeProfile }[]): Markup {
  return html`<header class="bar">
      <a class="home" href="/dev" aria-label="Start page">${mark}</a>
      <h1>Sign-in providers</h1>
    </header>
    <p class="lead">
      In development, you do not need to register an app with a provider. Each provider has a look-alike with the same
      answers and oddities. A project uses it if its client id is <code>look-alike</code>, or if it uses shared keys of
      Google, GitHub, Microsoft or Spotify that this service does not have.
    </p>
    <ul class="look-alikes">
      ${entries.map(
        ({ provider, profile }) =>
          html`<li>
            ${tile(provider)}
            <div>
              <h2>${provider.name}</h2>
              <p class="soft">
                ${profile.host}, ${[addressWords[profile.addresses], ...flowWords(provider)].join(', ')}
              </p>
              <ul class="oddities">
                ${profile.oddities.map((oddity) => html`<li>${oddity}</li>`)}
              </ul>
            </div>
          </li>`,
      )}
    </ul>`
}

const addressWords: Record<LookAlikeProfile['addresses'], string> = {
  vouched: 'reports which addresses are verified',
  silent: 'does not report whether addresses are verified',
  none: 'provides no address',
}

function flowWords(provider: OAuthProvider): string[] {
  const { issuer } = provider.endpoints({ clientId: '', clientSecret: '' })
  return [issuer === null ? 'plain OAuth 2' : 'OpenID Connect', provider.usesPkce ? 'PKCE' : 'no PKCE']
}

/** The page with the account chooser. It consists of forms, so it works without scripts. */
export function authorizationPage({
  provider,
  profile,
  request,
  action,
  problem,
}: {
  provider: BuiltInProvider
  profile: LookAlikeProfile
  request: AuthorizationRequest
  action: string
  problem: string | null
}): Markup {
  return html`<div class="card consent">
    ${heading(provider, 'Choose an account')}
    <form method="post" action="${action}">
      <ul class="people">
        ${peopleOf(profile).map((person) => html`<li>${personButton(person, profile)}</li>`)}
      </ul>
      ${
        profile.addresses === 'silent'
          ? html`<p class="hint">${provider.name} does not report whether an address is verified.</p>`
          : ''
      }
    </form>
    <form class="own" method="post" action="${action}">
      <p class="rule"><span>or another account</span></p>
      ${profile.addresses === 'none' ? ownName : ownAddress(provider, profile, problem)}
      ${problem === null ? '' : html`<p class="problem" id="own-problem" role="alert">${problem}</p>`}
      <button class="button plain-button" type="submit">Continue</button>
    </form>
    <form method="post" action="${action}">
      <button class="button refuse" type="submit" name="decision" value="refuse">Refuse</button>
      <details>
        <summary>More: failures and details</summary>
        <p class="hint">Sign in as ${peopleOf(profile)[0]?.name} with a failure:</p>
        <ul class="failures">
          ${failures.map(
            ([decision, name, effect]) =>
              html`<li>
                <button class="quiet-button" type="submit" name="decision" value="${decision}">${name}</button>
                <span class="hint">${effect}</span>
              </li>`,
          )}
        </ul>
        <dl class="facts">
          ${fact('Client', html`<code>${request.clientId}</code>`)}
          ${fact('Scopes', html`<code>${request.scopes.join(' ')}</code>`)}
          ${fact('Redirect URI', html`<code>${request.redirectUri}</code>`)}
          ${fact('Protection', request.codeChallenge === null ? 'state' : 'state, PKCE S256')}
        </dl>
      </details>
    </form>
  </div>`
}

const failures: readonly (readonly [decision: string, name: string, effect: string])[] = [
  ['expired', 'Expired', 'The code expires before the exchange.'],
  ['slow', 'Slow', 'The exchange takes 12 seconds.'],
  ['server_error', 'Server error', 'The exchange answers with status 500.'],
  ['unavailable', 'Unavailable', 'The provider redirects back with the error temporarily_unavailable.'],
]

/** The page for an authorization request that the real provider would refuse, with the problems for the developer. */
export function refusedRequestPage(provider: Known, problems: readonly string[]): Markup {
  return html`<div class="card consent">
    ${heading(provider, 'Invalid request')}
    <p class="soft">${provider.name} would refuse it too:</p>
    <ul class="oddities">
      ${problems.map((problem) => html`<li>${problem}</li>`)}
    </ul>
  </div>`
}

/** Returns the answer as a form, which a script submits (OAuth 2.0 Form Post Response Mode). */
export function formPostPage(provider: Known, redirectUri: string, fields: Record<string, string>): Markup {
  return html`<div class="card consent">
    ${heading(provider, 'Back to the app')}
    <form method="post" action="${redirectUri}" data-auto-submit>
      ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
      <button class="button" type="submit">Continue</button>
    </form>
  </div>`
}

function heading(provider: Known, title: string): Markup {
  return html`<header class="consent-head">
    ${tile(provider)}
    <div>
      <h1>${title}</h1>
      <p class="hint">Look-alike of ${provider.name} for development.</p>
    </div>
  </header>`
}

/** The colour and the first letter of the provider instead of its logo, which is a trademark. */
function tile({ name, lookAlike }: Known): Markup {
  const { ground, text } = lookAlike.tile
  return html`<svg class="tile" viewBox="0 0 40 40" aria-hidden="true">
    <rect width="40" height="40" fill="${ground}" />
    <text x="20" y="20" fill="${text}">${name.charAt(0)}</text>
  </svg>`
}

function personButton(person: Person, profile: LookAlikeProfile): Markup {
  const initials = person.name
    .split(' ')
    .map((word) => word.charAt(0))
    .join('')
  const isUnverified = profile.addresses === 'vouched' && person.email !== null && !person.isEmailVerified
  return html`<button class="person" type="submit" name="person" value="${person.id}">
    <span class="avatar" aria-hidden="true">${initials}</span>
    <span class="person-words">
      <span class="person-name">
        ${person.name} ${isUnverified ? html`<span class="badge">not verified</span>` : ''}
      </span>
      <span class="person-address">${person.email ?? 'no e-mail address'}</span>
    </span>
    ${chevron}
  </button>`
}

const chevron = html`<svg class="chevron" viewBox="0 0 16 16" aria-hidden="true">
  <path d="m6 3.5 4.5 4.5L6 12.5" />
</svg>`

const ownName = html`<div class="field">
  <label for="name">Name</label>
  <input id="name" name="name" required maxlength="100" autocomplete="off" />
</div>`

function ownAddress(provider: Known, profile: LookAlikeProfile, problem: string | null): Markup {
  return html`<div class="field">
      <label for="email">E-mail</label>
      <input
        id="email"
        name="email"
        type="email"
        required
        autocomplete="off"
        ${problem === null ? '' : html`aria-invalid="true" aria-describedby="own-problem"`}
      />
    </div>
    ${
      profile.addresses === 'vouched'
        ? html`<label class="check">
            <input type="checkbox" name="email_verified" checked />
            ${provider.name} reports it as verified
          </label>`
        : ''
    }`
}
