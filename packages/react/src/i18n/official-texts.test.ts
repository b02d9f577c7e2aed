import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { texts } from './locales/texts.ts'
import { fromOfficialTexts } from './official-texts.ts'

/** Parts of the official clients without a counterpart, because what they manage does not exist here. */
const ignoredFiles = /(payments|notifications|onboarding|emails-section)/

/** Texts of the other parts without a counterpart of the same meaning. */
const ignoredTexts = [
  // Headings, columns and labels of account settings that are arranged differently here.
  '-',
  'Confirm',
  'Expires',
  'Secret API Key',
  'e.g. Development, Production, CI/CD',
  'User',
  'Danger zone',
  'Disable',
  'Emails & Auth',
  'Location',
  'Notifications',
  'Payments',
  'Session',
  'Settings',
  // Sentences that describe how the official settings work.
  'Change the display name of your team',
  'Could not crop image.',
  'Enter a display name for your new team',
  'Please enter a team name',
  'Upload an image for your team',
  'Enable sign-in via magic link or OTP sent to your sign-in emails.',
  'MFA management is not available in demo mode.',
  'Multi-factor authentication is currently disabled.',
  'Multi-factor authentication is currently enabled.',
  'OTP management is not available in demo mode.',
  'OTP/magic link sign-in is currently enabled.',
  'Passkey management is not available in demo mode.',
  'Password management is not available in demo mode.',
  'Set a password for your account',
  'This is a display name and is not used for authentication',
  'Update your password',
  'Upload your own image as your avatar',
  'You cannot revoke your current session',
  // Ours contain the name of the account or the project, or the date. An override must not omit them.
  'A command line application is requesting access to your account. Click the button below to authorize it.',
  'Are you sure you want to leave the team?',
  'Are you sure you want to delete your account? This action is IRREVERSIBLE and will delete ALL associated data.',
  'Signed in {time}',
  // Pages with other states.
  'Complete setup',
  'Complete your account setup',
  'Completing Authorization...',
  'Failed to authorize the CLI application:',
  'Failed to connect account',
  'Finishing up the CLI authorization...',
  'If you are not redirected automatically, ',
  'Please complete your account setup before joining teams.',
  'Sign up with Passkey',
  'Team creation is disabled in demo mode',
  'Team creation is not enabled',
  'Something went wrong while processing the OAuth callback:',
  'This is most likely an error in Stack. Please report it.',
  'Verification failed',
  'WARNING: Make sure you trust the command line application, as it will gain access to your account. If you did not initiate this request, you can close this page and ignore it. We will never send you this link via email or any other means.',
  'click here',
]

const installed = join(import.meta.dirname, '../../../../interop/node_modules')
const clients = ['stackframe-react-oldest', 'stackframe-react-newest']

test.each(clients)('each text of %s is mapped, equal or deliberately ignored', (client) => {
  const official = readOfficialTexts(client)

  const unhandled = [...official].filter((text) => !isOurs(text) && !isMapped(text) && !ignoredTexts.includes(text))

  expect(official.size).toBeGreaterThan(120)
  expect(unhandled).toEqual([])
})

test('each ignored text exists in a client and is neither mapped nor equal', () => {
  const official = new Set(clients.flatMap((client) => [...readOfficialTexts(client)]))

  expect(ignoredTexts.filter((text) => !official.has(text) || isOurs(text) || isMapped(text))).toEqual([])
})

function isOurs(text: string): boolean {
  return (texts as readonly string[]).includes(text)
}

function isMapped(text: string): boolean {
  return Object.keys(fromOfficialTexts({ [text]: 'Override' })).length > 1
}

/** Reads the texts that the client passes to its translate function. */
function readOfficialTexts(client: string): ReadonlySet<string> {
  const folder = join(installed, client, 'dist', 'esm')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.js') && !ignoredFiles.test(basename(file)),
  )
  const calls = files.flatMap((file) => [
    ...readFileSync(join(folder, file), 'utf8').matchAll(/\bt\(\s*("(?:[^"\\]|\\.)*")/g),
  ])
  return new Set(calls.map(([, literal]) => JSON.parse(literal ?? '""') as string))
}
