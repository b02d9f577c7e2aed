import { createTestPortico, type Answer, type TestPortico, type TestProject } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const PROJECT = '/internal/projects/current'
const TEMPLATES = `${PROJECT}/configuration/email-templates`

let portico: TestPortico

beforeAll(async () => {
  portico = await createTestPortico()
})

afterAll(() => portico.close())

const email_config = {
  type: 'standard',
  host: 'mail.example.com',
  port: 465,
  username: 'me',
  password: 'mail password',
  sender_name: 'Notes',
  sender_email: 'notes@example.com',
} as const
const content = {
  root: { type: 'EmailLayout', data: { childrenIds: ['b', 'a'] } },
  b: { type: 'Text', data: { props: { text: '{{ magicLink }}' } } },
  a: { type: 'Divider', data: {} },
}
const template = { type: 'magic_link', locale: 'de', subject: 'Anmelden', content }

const importTemplate = (project: TestProject, changed: object = {}, options: object = {}): Promise<Answer<object>> =>
  project.admin().post(TEMPLATES, { template: { ...template, ...changed }, ...options })

const versionsOf = async (project: TestProject): Promise<unknown[]> =>
  (await project.admin().get<{ items: unknown[] }>('/email-templates/magic_link/versions?locale=de')).body.items

const namesOf = async (project: TestProject): Promise<unknown[]> =>
  (await project.admin().get<{ items: unknown[] }>(TEMPLATES)).body.items

describe('the changed templates of a configuration', () => {
  test('are exported one by one as they are stored, by type and language', async () => {
    const project = await portico.createProject({ config: { email_config } })
    await project.admin().patch('/email-templates/password_changed', { subject: 'Changed' })
    await project.admin().patch('/email-templates/magic_link?locale=de', { subject: 'Anmelden', content })
    await project.admin().patch('/email-templates/magic_link', { subject: 'Sign in' })
    await project.admin().patch('/email-templates/team_invitation', { subject: 'x' })
    await project.admin().delete('/email-templates/team_invitation')
    await project.admin().patch(PROJECT, { config: { email_config: { type: 'shared' } } })

    const names = await namesOf(project)
    const piece = await project.admin().get(`${TEMPLATES}/magic_link?locale=de`)
    const standard = await project.admin().get(`${TEMPLATES}/team_invitation?locale=en`)

    expect(names).toEqual([
      { type: 'magic_link', locale: 'de' },
      { type: 'magic_link', locale: 'en' },
      { type: 'password_changed', locale: 'en' },
    ])
    expect(piece.body).toEqual(template)
    expect(Object.keys(piece.body['content'] as object)).toEqual(['root', 'b', 'a'])
    expect(standard).toMatchObject({ status: 404 })
  })

  test('are imported if they differ, with a version and an event for each difference', async () => {
    const project = await portico.createProject()

    const answers = [
      await importTemplate(project, {}, { dry_run: true }),
      await importTemplate(project),
      await importTemplate(project),
      await importTemplate(project, { subject: 'Neu' }, { dry_run: true }),
      await importTemplate(project, { subject: 'Neu' }),
    ]

    expect(answers.map(({ body }) => body)).toEqual([
      { is_applied: false, change: 'created' },
      { is_applied: true, change: 'created' },
      { is_applied: true, change: null },
      { is_applied: false, change: 'updated' },
      { is_applied: true, change: 'updated' },
    ])
    expect(await versionsOf(project)).toMatchObject([{ subject: 'Neu' }, { subject: 'Anmelden' }])
    const { body } = await project.admin().get('/internal/audit-events?action=email_template.updated')
    expect(body['items']).toMatchObject([{ changed_fields: ['subject'] }, { changed_fields: ['subject', 'content'] }])
  })

  test('are stored but not used while the project sends through the shared server', async () => {
    const project = await portico.createProject()
    await importTemplate(project)
    const read = async (): Promise<unknown> =>
      (await project.admin().get('/email-templates/magic_link?locale=de')).body['is_default']

    const isDefault = await read()
    await project.admin().patch(PROJECT, { config: { email_config } })

    expect([isDefault, await read()]).toEqual([true, false])
  })

  test.each<[string, object, string]>([
    [
      'a block of the wrong format',
      { content: { a: { type: 'Video', data: {} } } },
      'The template magic_link (de) cannot be imported. The block "a" has the wrong format',
    ],
    ['a mail to owners', { type: 'owner_changed' }, 'params.type must be one of'],
    ['an unknown type', { type: 'other' }, 'body.template.type must be one of'],
    ['an unknown language', { locale: 'xx' }, 'Choose one of: en, ar, de'],
    ['an empty subject', { subject: '' }, 'body.template.subject must not be empty'],
    ['no content', { content: null }, 'body.template.content must not be null'],
  ])('answer 400 and write nothing with %s, also in a dry run', async (_case, changed, expected) => {
    const project = await portico.createProject()

    for (const options of [{ dry_run: true }, {}]) {
      const answer = await importTemplate(project, changed, options)
      expect(answer).toMatchObject({ status: 400 })
      expect(answer.text).toContain(expected)
    }
    expect(await namesOf(project)).toEqual([])
  })
})
