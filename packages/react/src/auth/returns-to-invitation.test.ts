import { expect, test } from 'vitest'
import { returnsToInvitation } from './returns-to-invitation.ts'

const page = '/handler/team-invitation'

const isReturnTo = (returnTo: string, invitationPage = page): boolean =>
  returnsToInvitation(
    `https://app.example/handler/sign-up?after_auth_return_to=${encodeURIComponent(returnTo)}`,
    invitationPage,
  )

test.each([page, `https://app.example${page}?from=mail`])('%s returns to an invitation', (returnTo) => {
  expect(isReturnTo(returnTo)).toBe(true)
  expect(isReturnTo(returnTo, `https://app.example${page}`)).toBe(true)
})

test.each([
  '',
  '//',
  'https://',
  `///evil.example${page}`,
  `//evil.example${page}`,
  `https://evil.example${page}`,
  '/handler/sign-in',
])('%s does not', (returnTo) => {
  expect(isReturnTo(returnTo)).toBe(false)
})

test('an invitation page on another origin shares no code', () => {
  expect(isReturnTo(page, `https://teams.example${page}`)).toBe(false)
})
