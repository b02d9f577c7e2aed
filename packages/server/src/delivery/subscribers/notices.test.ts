import { createTestPortico, type TestPortico, type TestProject } from '@portico/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject()
})

afterAll(() => portico.close())

test.each([
  {
    isVerified: true,
    notices: ['How you sign in to Test project was changed', 'Your password for Test project was changed'],
  },
  { isVerified: false, notices: [] },
])(
  'a primary address with isVerified $isVerified receives $notices.length notices',
  async ({ isVerified, notices }) => {
    const user = await project.signUp()
    await project.server(user).patch('/users/me', { primary_email_verified: isVerified })
    const before = (await portico.mailbox.to(user.email)).length

    await project.enrolTotp(user)
    const passwords = { old_password: user.password, new_password: 'another long passphrase' }
    expect((await project.client(user).post('/auth/password/update', passwords)).status).toBe(200)

    const mails = await portico.mailbox.to(user.email)
    const subjects = mails.slice(0, mails.length - before).map(({ subject }) => subject)
    expect(subjects.toSorted()).toEqual(notices)
  },
)
