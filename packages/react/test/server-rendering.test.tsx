import {
  PageOfServer,
  PorticoClientApp,
  PorticoHandler,
  PorticoProvider,
  PorticoTheme,
  porticoAppInternalsSymbol,
  SelectedTeamSwitcher,
  SignIn,
  TeamSwitcher,
  UserButton,
  useUser,
} from '@portico/react'
import type { Project, ProviderSeed } from '@portico/react'
import { StackProvider } from '@portico/react/stack'
import { Suspense, type ReactNode } from 'react'
import { renderToReadableStream, renderToString } from 'react-dom/server'
import { describe, expect, test } from 'vitest'

const project: Project = {
  id: '00000000-0000-4000-8000-000000000000',
  displayName: 'Fernweh',
  config: {
    signUpEnabled: true,
    credentialEnabled: true,
    magicLinkEnabled: false,
    passkeyEnabled: false,
    clientTeamCreationEnabled: false,
    clientUserDeletionEnabled: false,
    userDataExportEnabled: false,
    allowUserApiKeys: false,
    allowTeamApiKeys: false,
    memberRoleManagementEnabled: false,
    rememberDeviceDays: 0,
    defaultLocale: 'en',
    oauthProviders: [],
    oidcProviders: [],
    domains: [],
  },
}

const ada: NonNullable<ProviderSeed['user']> = {
  id: '5f4dcc3b-5aa7-4d61-8327-deb882cf99aa',
  display_name: 'Ada Lovelace',
  primary_email: 'ada@example.com',
  primary_email_verified: true,
  profile_image_url: null,
  signed_up_at_millis: 0,
  client_metadata: null,
  client_read_only_metadata: null,
  has_password: true,
  auth_with_email: true,
  otp_auth_enabled: false,
  passkey_auth_enabled: false,
  requires_totp_mfa: false,
  is_anonymous: false,
  oauth_providers: [],
  selected_team_id: null,
  selected_team: null,
  locale: null,
  has_sign_in_address: true,
  second_factor_due_at_millis: null,
  password_change_advised: false,
  factor_reset_at_millis: null,
  is_restricted: false,
  restricted_reason: null,
}

function createApp(tokenStore: 'cookie' | { headers: Headers } = { headers: new Headers() }): PorticoClientApp {
  return new PorticoClientApp({
    projectId: project.id,
    publishableClientKey: 'pck_test',
    baseUrl: 'http://service.invalid',
    tokenStore,
  })
}

/** Renders as a server does, without a window and without requests. */
function render(
  content: (app: PorticoClientApp) => ReactNode,
  seed?: ProviderSeed,
  tokenStore?: 'cookie' | { headers: Headers },
): string {
  const app = createApp(tokenStore)
  return renderToString(
    <PorticoProvider app={app} {...(seed ? { seed } : {})}>
      <PorticoTheme theme={{ light: { accent: 'navy' } }}>{content(app)}</PorticoTheme>
    </PorticoProvider>,
  )
}

function Greeting(): ReactNode {
  const user = useUser()
  return <p>{`Hello ${user?.displayName ?? 'stranger'}`}</p>
}

describe('server rendering', () => {
  test('renders the complete sign-in form for a seeded signed-out visitor', () => {
    const html = render(() => <SignIn fullPage />, { user: null, project })

    expect(html).toContain('Sign in to your account')
    expect(html).toContain('type="email"')
    expect(html).toContain('Fernweh')
  })

  test('renders the sign-in page of a seeded user as signed in', () => {
    expect(render(() => <SignIn />, { user: ada, project })).toContain('You are already signed in')
  })

  test('returns a seeded user to a component of the host without suspending', () => {
    const html = render(() => <Greeting />, { user: ada })

    expect(html).toContain('Hello Ada Lovelace')
  })

  test('returns a seeded signed-out state to a component of the host', () => {
    expect(render(() => <Greeting />, { user: null })).toContain('Hello stranger')
  })

  const restricted = { ...ada, is_restricted: true }
  test.each([
    ['a redirect to the sign-in page', { or: 'redirect' }, null],
    ['a redirect of a restricted user', { or: 'redirect' }, restricted],
    ['an anonymous sign-up', { or: 'anonymous' }, null],
  ] as const)('leaves %s to the browser', async (_what, options, user) => {
    const navigations: string[] = []
    const app = new PorticoClientApp({
      projectId: project.id,
      publishableClientKey: 'pck_test',
      baseUrl: 'http://service.invalid',
      tokenStore: 'cookie',
      redirectMethod: { useNavigate: () => () => {}, navigate: (to) => navigations.push(to) },
    })
    const Guarded = (): ReactNode => useUser(options).id
    const errors: unknown[] = []

    const stream = await renderToReadableStream(
      <PorticoProvider app={app} seed={{ user }}>
        <Suspense fallback={<p>Wait</p>}>
          <Guarded />
        </Suspense>
      </PorticoProvider>,
      { onError: (error) => void errors.push(error) },
    )
    await stream.allReady

    expect(errors).toEqual([expect.objectContaining({ digest: 'BAILOUT_TO_CLIENT_SIDE_RENDERING' })])
    expect(navigations).toEqual([])
  })

  test('renders a seeded app that stores its tokens in cookies without a browser', () => {
    const html = render(() => <SignIn />, { user: null, project }, 'cookie')

    expect(html).toContain('Sign in to your account')
  })

  test('waits with the menu of the user for a user that the server still reads', async () => {
    const app = createApp()
    const internals = app[porticoAppInternalsSymbol]
    const resource = internals.userResource()
    const reading = Promise.withResolvers<void>()
    resource.expected = reading.promise.then(() => {
      resource.expected = null
      internals.seedUser(ada)
    })

    const stream = await renderToReadableStream(
      <PorticoProvider app={app}>
        <UserButton />
      </PorticoProvider>,
    )
    reading.resolve()
    await stream.allReady

    expect(await new Response(stream).text()).toContain('class="portico-user"')
  })

  const german: ProviderSeed = { user: { ...ada, locale: 'de-AT' }, project }
  const visitor: ProviderSeed = { user: null, project }
  const italian: ProviderSeed = {
    user: null,
    project: { ...project, config: { ...project.config, defaultLocale: 'it' } },
  }
  const signIn = <SignIn />
  const page = { user: undefined, project: undefined, languages: ['fa', 'de-AT', 'en'] }
  const ofRequest = <PageOfServer page={page}>{signIn}</PageOfServer>
  test.each([
    ['of a seeded user', PorticoProvider, { seed: german }, signIn, 'de-AT'],
    ['of the host before that of the user', PorticoProvider, { seed: german, lang: 'fr-FR' }, signIn, 'fr-FR'],
    ['English beside replacement texts', PorticoProvider, { seed: german, translationOverrides: {} }, signIn, 'en'],
    ['English below `StackProvider`', StackProvider, { seed: german }, signIn, 'en'],
    ['of a seeded project', PorticoProvider, { seed: italian }, signIn, 'it'],
    ['of a request', PorticoProvider, { seed: visitor }, ofRequest, 'de-AT'],
    ['of the host before that of a request', PorticoProvider, { seed: visitor, lang: 'fr-FR' }, ofRequest, 'fr-FR'],
  ])('renders in the language %s', async (_which, Provider, props, content, lang) => {
    const stream = await renderToReadableStream(
      <Provider app={createApp()} {...props}>
        {content}
      </Provider>,
    )
    await stream.allReady

    expect(await new Response(stream).text()).toMatch(new RegExp(`class="portico-root"[^>]* lang="${lang}"`))
  })

  test('renders skeletons and fallbacks without a seed', () => {
    expect(render(() => <SignIn />)).toContain('aria-busy="true"')
    expect(render(() => <UserButton />)).toContain('data-bone="avatar"')
    expect(
      render(() => (
        <Suspense fallback={<p>Wait</p>}>
          <Greeting />
        </Suspense>
      )),
    ).toContain('Wait')
  })

  test('renders the card of a handler page while the code of the page loads', () => {
    expect(render((app) => <PorticoHandler app={app} location="/handler/sign-in" />)).toContain('portico-card')
    expect(render(() => <PorticoHandler location="/handler/sign-in" />)).toContain('portico-card')
  })

  test('renders a card of the handler while the path is known only in the browser', () => {
    expect(render(() => <PorticoHandler />)).toContain('portico-card')
  })

  test('names the handler that has no app', () => {
    expect(() => renderToString(<PorticoHandler location="/handler/sign-in" />)).toThrow(
      /`<PorticoHandler>` without `app`/,
    )
  })

  test('renders previews without a user or requests, also in a paragraph', () => {
    const teams = [{ id: 'readers', displayName: 'Readers' }]
    const project = { config: { clientTeamCreationEnabled: true } }

    const user = render(() => (
      <UserButton showUserInfo mockUser={{ displayName: 'Grace', primaryEmail: 'g@example.com' }} />
    ))
    const selected = render(() => <SelectedTeamSwitcher mockUser={{}} mockTeams={teams} mockProject={project} />)
    const chosen = render(() => (
      <TeamSwitcher mockUser={{ team: { id: 'staff', displayName: 'Staff' } }} nullLabel="Me" />
    ))

    expect(user).toMatch(/Grace.*g@example\.com/s)
    expect(selected).toContain('Select a team')
    expect(chosen).toContain('Staff')
    // A host may place them in a paragraph, which these elements would end.
    expect(`${user}${selected}${chosen}`).not.toMatch(/<(div|p|section)\b/)
  })

  test('renders host colours without style attributes, style elements or scripts', () => {
    const html = render(() => <SignIn fullPage />, { user: null, project })

    expect(html).not.toMatch(/style=|<style|<script/)
  })
})
