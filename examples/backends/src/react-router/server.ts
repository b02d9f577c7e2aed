import { createServer, type Server } from 'node:http'
import { createRequestListener } from '@react-router/node'
import type { ServerBuild } from 'react-router'

/** Serves what `react-router build` has written. */
export async function start(port: number): Promise<Server> {
  const file = new URL('dist/server/index.js', import.meta.url).href
  const build = (await import(/* @vite-ignore */ file)) as ServerBuild
  return createServer(createRequestListener({ build })).listen(port)
}
