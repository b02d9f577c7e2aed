import { createContext, runInContext } from 'node:vm'
import { fileURLToPath } from 'node:url'

import { build, type Rolldown } from 'vite'
import { expect, test } from 'vitest'

import { createIssuerKey, keySetOf, signToken } from './test/token-issuer.ts'
import { baseUrl, projectId } from './test/surroundings.ts'

/** The globals of the minimum common web API, which Node, Bun, Deno and workers have (WinterTC, ECMA-429). */
const webGlobals = {
  AbortSignal,
  atob,
  btoa,
  console,
  crypto,
  Headers,
  Request,
  Response,
  setTimeout,
  clearTimeout,
  TextDecoder,
  TextEncoder,
  URL,
  URLSearchParams,
}

test('the server entry runs with web-standard globals only', async () => {
  const key = createIssuerKey('key-1')
  const requested: string[] = []
  const fetch = async (url: string) => {
    requested.push(url)
    return Response.json(keySetOf(key))
  }
  const context = createContext({ ...webGlobals, fetch })
  runInContext(await bundleServer(), context)

  const verified: unknown = await runInContext(
    `const app = new portico.PorticoServerApp({
       projectId: '${projectId}', publishableClientKey: 'pck', secretServerKey: 'ssk', baseUrl: '${baseUrl}', tokenStore: null,
     })
     app.verifyAccessToken({ headers: { authorization: 'Bearer ${signToken(key, Date.now())}' } })`,
    context,
  )

  expect(verified).toMatchObject({ projectId, isAnonymous: false })
  expect(requested).toEqual([`${baseUrl}/api/v1/projects/${projectId}/.well-known/jwks.json`])
})

/** Bundles the server entry as one script that sets the global `portico`. */
async function bundleServer(): Promise<string> {
  const { output } = (await build({
    configFile: false,
    logLevel: 'silent',
    root: fileURLToPath(new URL('.', import.meta.url)),
    resolve: { conditions: ['@portico/source'] },
    build: {
      write: false,
      lib: { entry: 'src/server.ts', formats: ['iife'], name: 'portico' },
      rolldownOptions: { output: { codeSplitting: false } },
    },
    // A build of one format without `watch` returns one output.
  }).then((outputs) => [outputs].flat()[0])) as Rolldown.RolldownOutput
  return output[0].code
}
