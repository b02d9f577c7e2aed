import {
  createTestPortico,
  someEmail,
  type ReceivedMail,
  type TestPortico,
  type TestProject,
  type TestUser,
} from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createTeam, sendInvitation } from '../../test/invitations.ts'

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject({ displayName: 'Marginalia' })
})

afterAll(() => portico.close())

interface Names {
  readonly team: string
  readonly inviter?: string
}

/** Returns the mail of an invitation by a member with this name. */
async function invitedBy({ team: name, inviter }: Names): Promise<ReceivedMail> {
  const { id, creator } = await createTeam(project, name)
  if (inviter !== undefined) await rename(creator, inviter)
  const email = someEmail()
  await sendInvitation(project.client(creator), id, email)
  return portico.mailbox.latest(email)
}

async function rename(user: TestUser, display_name: string): Promise<void> {
  await project.client(user).patch('/users/me', { display_name })
}

/** Returns the first sentence of both parts, without markup. */
function sentencesOf({ html, text }: ReceivedMail): string[] {
  const plain = html
    .replaceAll(/<\/?bdi>/g, '')
    .replaceAll(/<[^>]*>/g, '\n')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
  return [text, plain].map(
    (part) =>
      /You are invited to join[^\n]* at Marginalia\.(?: The invitation is from [^\n]*\.(?=\n))?/.exec(part)?.[0] ?? '',
  )
}

describe('the mail of an invitation', () => {
  test('names the inviter, the team and the project, and when the link expires', async () => {
    const mail = await invitedBy({ team: 'Reading circle', inviter: 'Ada Lovelace' })

    expect(mail.subject).toBe('You are invited to a team at Marginalia')
    const sentence =
      'You are invited to join the team “Reading circle” at Marginalia. The invitation is from “Ada Lovelace”.'
    expect(sentencesOf(mail)).toEqual([sentence, sentence])
    const week = new Date(portico.clock.now().getTime() + 7 * 24 * 60 * 60_000)
    const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(week)
    const link = /^http:\/\/localhost:3000\/handler\/team-invitation\?code=[0-9a-z]{45}$/m.exec(mail.text)?.[0]
    expect(mail.html).toContain(`href="${link}"`)
    for (const part of [mail.text, mail.html]) expect(part).toContain(`The invitation expires on ${day} at `)
  })

  test('names the verified address of an inviter without a name, and no inviter for a server', async () => {
    const { id, creator } = await createTeam(project, 'Chess')
    await project.server(creator).patch('/users/me', { primary_email_verified: true })
    const [byMember, byServer] = [someEmail(), someEmail()]
    await sendInvitation(project.client(creator), id, byMember)
    await sendInvitation(project.server(), id, byServer)

    const invited = 'You are invited to join the team “Chess” at Marginalia.'
    const member = `${invited} The invitation is from ${creator.email}.`
    expect(sentencesOf(await portico.mailbox.latest(byMember))).toEqual([member, member])
    expect(sentencesOf(await portico.mailbox.latest(byServer))).toEqual([invited, invited])
  })

  test.each<[Names, string]>([
    [{ team: 'Chess' }, 'You are invited to join the team “Chess” at Marginalia.'],
    [{ team: '' }, 'You are invited to join the team “Unnamed team” at Marginalia.'],
    [
      { team: 'x” at Marginalia. Your account is locked. Call “us', inviter: 'Marginalia" support' },
      'You are invited to join the team “x at Marginalia. Your account is locked. Call us” at Marginalia. The invitation is from “Marginalia support”.',
    ],
    [
      { team: 'https://evil.example/login', inviter: 'eve@evil.example' },
      'You are invited to join the team “https: evil·example/login” at Marginalia. The invitation is from “eve @ evil·example”.',
    ],
    [
      { team: '<b>Bold</b>\r\n\r\nhttp://evil.example', inviter: 'Ada\u202e' },
      'You are invited to join the team “<b>Bold</b> http: evil·example” at Marginalia. The invitation is from “Ada”.',
    ],
  ])('quotes the names of %j, which can be neither a link nor a sentence', async (names, sentence) => {
    const mail = await invitedBy(names)

    const [inText, inHtml] = sentencesOf(mail)
    expect(inText).toBe(sentence)
    expect(inHtml).toBe(sentence)
    expect(mail.subject).toBe('You are invited to a team at Marginalia')
    for (const part of [mail.text, mail.html]) expect(part).not.toContain('evil.')
    expect(mail.html).not.toContain('<b>')
  })

  test('names the inviter as in the team', async () => {
    const { id, creator } = await createTeam(project)
    await rename(creator, 'Ada Lovelace')
    await project.client(creator).patch(`/team-member-profiles/${id}/me`, { display_name: 'The Countess' })
    const email = someEmail()
    await sendInvitation(project.client(creator), id, email)

    expect((await portico.mailbox.latest(email)).text).toContain('The invitation is from “The Countess”.')
  })

  test('has the language of the user who owns the mailbox, and otherwise that of the inviter', async () => {
    const { id, creator } = await createTeam(project)
    const [owned, unproved, unknown] = [await project.signUp(), await project.signUp(), someEmail()]
    for (const user of [owned, unproved]) await project.client(user).patch('/users/me', { locale: 'de' })
    const code = await portico.mailbox.latestCode(owned.email)
    await project.client(owned).post('/contact-channels/verify', { code })
    for (const email of [owned.email, unproved.email, unknown]) await sendInvitation(project.client(creator), id, email)

    const localeOf = async (email: string): Promise<string> => (await portico.mailbox.latest(email)).locale
    expect([await localeOf(owned.email), await localeOf(unproved.email), await localeOf(unknown)]).toEqual([
      'de',
      'en',
      'en',
    ])
  })
})
