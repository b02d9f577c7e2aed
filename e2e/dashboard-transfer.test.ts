import { describe, expect, test } from 'vitest'
import { hostileName, startDashboard } from './dashboard.ts'
import { expectGoodLooks } from './looks.ts'
import { acme } from './service.ts'
import { createPerson, sendSignUp } from './steps.ts'

const dashboard = startDashboard()

async function callAsPartner(path: string, body: object): Promise<Record<string, unknown>> {
  const authorization = `Basic ${btoa(`${acme.client_id}:${acme.client_secret}`)}`
  const answer = await dashboard.portico
    .anonymous()
    .post(`/integrations/${acme.partner}${path}`, body, { headers: { authorization } })
  return answer.body
}

/** Provisions a project. Returns the path of the link that transfers it. */
async function startTransfer(displayName: string): Promise<{ projectId: string; link: string; code: string }> {
  const { project_id: projectId } = await callAsPartner('/projects/provision', { display_name: displayName })
  const { confirmation_url: url } = await callAsPartner('/projects/transfer', { project_id: projectId })
  const { pathname, search, searchParams } = new URL(String(url))
  return { projectId: String(projectId), link: pathname + search, code: searchParams.get('code') ?? '' }
}

describe('a project that a partner transfers', () => {
  test('belongs to the visitor who signs up and confirms, and the code does not appear in addresses', async () => {
    const { code, link, projectId } = await startTransfer(hostileName)
    const visitor = await dashboard.openVisitor()
    visitor.expectProblem(/status of 40/)
    const seen: string[] = []
    visitor.context.on('request', (request) => seen.push(request.url(), request.headers()['referer'] ?? ''))

    const page = await visitor.open(link)
    await page.getByText('Sign up', { exact: true }).click()
    await page.waitForURL(/sign-up/)
    await sendSignUp(page, createPerson())
    await page.getByText(hostileName).waitFor()
    await page.reload()
    await page.getByText(hostileName).waitFor()
    await expectGoodLooks(page, 'dashboard transfer of a project')
    await page.getByRole('button', { name: 'Take over project' }).click()
    await page.waitForURL(new RegExp(`/projects/${projectId}`))
    await page.goto(link)
    await page.getByRole('heading', { name: 'This project was already taken over' }).waitFor()
    await expectGoodLooks(page, 'dashboard transfer that was used')

    expect(code).not.toBe('')
    expect(seen.filter((address) => address.includes(code) && !address.endsWith(link))).toEqual([])
  })

  test('can go to another account, and a link of an unknown partner says so', async () => {
    const { link } = await startTransfer('Shop')
    const page = await dashboard.openAsOwner()

    await page.goto(link)
    await page.getByRole('link', { name: 'Not now' }).waitFor()
    await page.goto(link.replace('/custom/', '/unknown/'))
    await page.getByRole('heading', { name: 'This link is not valid' }).waitFor()
    await page.goto(link)
    await page.getByRole('button', { name: 'Use another account' }).click()
    await page.waitForURL(/sign-in/)
    expect(page.url()).not.toContain('code=')
  })
})
