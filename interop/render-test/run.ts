import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { launchChromium } from '../../tools/chromium.ts'
import { startCountingProxy } from './counting-proxy.ts'
import { runRenderTest } from './render-test.ts'

// The README in this folder describes the options.
const { values } = parseArgs({
  options: {
    app: { type: 'string' },
    path: { type: 'string', multiple: true },
    cookies: { type: 'string' },
    'signed-in-text': { type: 'string' },
    service: { type: 'string' },
    'proxy-port': { type: 'string', default: '4110' },
    processes: { type: 'string', default: '1' },
    renders: { type: 'string', default: '1000' },
  },
})
const { app, path: paths, cookies, 'signed-in-text': signedInText, service } = values
if (!app || !paths || !cookies || !signedInText || !service) {
  process.stderr.write(
    'Needs --app, --path (twice or more), --cookies, --signed-in-text and --service. See README.md.\n',
  )
  process.exit(1)
}
const proxy = await startCountingProxy(service, Number(values['proxy-port']))
const browser = await launchChromium()
const report = await runRenderTest({
  app,
  paths,
  cookies: readFileSync(cookies, 'utf8').trim(),
  signedInText,
  renders: Number(values.renders),
  browser,
  exchanges: proxy.exchanges,
  processes: Number(values.processes),
})
await browser.close()
proxy.close()
process.stdout.write(`${JSON.stringify(report, null, 2)}\n`)
process.exitCode = report.faults.length > 0 ? 1 : 0
