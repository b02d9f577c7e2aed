import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { findPortPair, NpmStart } from '../e2e/npm-start.ts'
import { launchChromium } from './chromium.ts'

const picture = join(import.meta.dirname, '../docs/images/sign-in.png')

const folder = await mkdtemp(join(tmpdir(), 'portico-screenshot-'))
const started = await NpmStart.run(folder, await findPortPair())
const browser = await launchChromium()
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 980 }, colorScheme: 'light' })
  await page.goto(`${started.demoUrl}/handler/sign-in`)
  await page.getByRole('heading', { name: 'Sign in to your account' }).waitFor()
  await mkdir(dirname(picture), { recursive: true })
  await page.screenshot({ path: picture, animations: 'disabled' })
} finally {
  await browser.close()
  await started.stop()
  await rm(folder, { recursive: true, force: true })
}
