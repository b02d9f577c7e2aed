import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestPortico, TEST_PASSWORD } from '@portico/testkit'
import { findPortPair, NpmStart } from '../e2e/npm-start.ts'
import { buildDashboard } from './build-dashboard.mjs'
import { launchChromium } from './chromium.ts'

const DAY_MILLIS = 24 * 60 * 60_000

/** Sign-ups of each day up to today. */
const signUpsByDay = [1, 0, 2, 1, 3, 1, 0, 2, 2, 1, 4, 2, 1, 1, 3, 2, 4, 5, 3, 1, 2, 4, 5, 3, 6, 4, 2, 3, 6, 7, 4]

const people = [
  'Ada Okafor',
  'Samuel Adeyemi',
  'Kim Nguyễn-Laurent',
  'Theodora Papadimitriou',
  'Oluwaseun Balogun',
  'Ingrid Sørensen',
  'Mateo García',
  'Priya Raghunathan',
  'Yusuf Demir',
  'Hana Kobayashi',
  'Élodie Marchand',
  'Tomasz Wiśniewski',
  'Zanele Dlamini',
  'Lena Fischer',
  'Sofia Rossi',
  'Mina Park',
  'Wanjiru Kamau',
]

const pictures = join(import.meta.dirname, '../docs/images')

const browser = await launchChromium()
try {
  await mkdir(pictures, { recursive: true })
  await pictureSignIn()
  await pictureDashboard()
} finally {
  await browser.close()
}

/** The sign-in page of the demo app, as `npm start` shows it. */
async function pictureSignIn(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-screenshot-'))
  const started = await NpmStart.run(folder, await findPortPair())
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 980 }, colorScheme: 'light' })
    await page.goto(`${started.demoUrl}/handler/sign-in`)
    await page.getByRole('heading', { name: 'Sign in to your account' }).waitFor()
    await page.screenshot({ path: join(pictures, 'sign-in.png'), animations: 'disabled' })
  } finally {
    await started.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** The overview of a project after a month. */
async function pictureDashboard(): Promise<void> {
  if ((await buildDashboard()) !== 0) throw new Error('The dashboard cannot be built. The error is above.')
  const portico = await createTestPortico({ hasDashboard: true })
  try {
    const { url } = await portico.listen()
    portico.clock.advance(-(signUpsByDay.length - 1) * DAY_MILLIS)
    const owner = { email: 'nadia@marginalia.example', password: TEST_PASSWORD }
    const callback = { verification_callback_url: 'http://localhost/handler/email-verification' }
    const signedUp = await portico.internal().post<Tokens>('/auth/password/sign-up', { ...owner, ...callback })
    const internal = portico.internal({ accessToken: signedUp.body.access_token })
    await internal.patch('/users/me', { display_name: 'Nadia Ferrante' })
    const config = { magic_link_enabled: true, passkey_enabled: true }
    const created = await internal.post<{ id: string }>('/internal/projects', { display_name: 'Marginalia', config })
    const projectId = created.body.id
    const asOwner = { projectId, accessType: 'admin', key: '', adminAccessToken: signedUp.body.access_token } as const
    const keys = await portico.internal(asOwner).post<Keys>('/internal/api-keys', {
      description: 'Web app',
      expires_at_millis: portico.clock.now().getTime() + 365 * DAY_MILLIS,
      has_publishable_client_key: true,
      has_secret_server_key: true,
      has_super_secret_admin_key: false,
    })
    const server = portico.internal({ projectId, accessType: 'server', key: keys.body.secret_server_key })
    const client = portico.internal({ projectId, accessType: 'client', key: keys.body.publishable_client_key })

    const emails: string[] = []
    for (const [day, signUps] of signUpsByDay.entries()) {
      if (day > 0) portico.clock.advance(DAY_MILLIS)
      for (let count = 0; count < signUps; count += 1) {
        const name = people[emails.length % people.length] ?? ''
        const email = `${name.toLowerCase().replaceAll(/[^a-z]+/g, '.')}${emails.length}@mail.example`
        await server.post('/users', {
          display_name: name,
          primary_email: email,
          primary_email_verified: true,
          primary_email_auth_enabled: true,
          // Every third user signs in with codes by mail.
          ...(emails.length % 3 === 1 ? { otp_auth_enabled: true } : { password: TEST_PASSWORD }),
        })
        emails.push(email)
      }
      // Two thirds of the users come back, other ones each day.
      for (const email of emails.filter((_, index) => (index * 7 + day * 3) % 9 < 6)) {
        await client.post('/auth/password/sign-in', { email, password: TEST_PASSWORD })
      }
    }

    const signedIn = await portico.internal().post<Tokens>('/auth/password/sign-in', owner)
    const context = await browser.newContext({
      baseURL: url,
      viewport: { width: 1280, height: 900 },
      colorScheme: 'light',
    })
    await context.request.post('/api/v1/internal/dashboard-session', {
      headers: { origin: url, 'x-portico-own-page': '1' },
      data: { refresh_token: signedIn.body.refresh_token },
    })
    const page = await context.newPage()
    await page.goto(`/projects/${projectId}`)
    await page.getByRole('img', { name: /Active users, Sign-ups/ }).waitFor()
    await page
      .getByText(people[(emails.length - 1) % people.length] ?? '')
      .first()
      .waitFor()
    await page.screenshot({ path: join(pictures, 'dashboard.png'), animations: 'disabled' })
  } finally {
    await portico.close()
  }
}

interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
}

interface Keys {
  readonly publishable_client_key: string
  readonly secret_server_key: string
}
