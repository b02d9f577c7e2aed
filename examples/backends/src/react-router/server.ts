import type { Server } from 'node:http'
import { fileURLToPath } from 'node:url'
import { createRequestListener } from '@react-router/node'
import express from 'express'
import type { ServerBuild } from 'react-router'

const folder = new URL('dist/', import.meta.url)

/** Serves what `react-router build` has written. */
export async function start(port: number): Promise<Server> {
  const build = (await import(/* @vite-ignore */ new URL('server/index.js', folder).href)) as ServerBuild
  return express()
    .use(express.static(fileURLToPath(new URL('client', folder))))
    .use(createRequestListener({ build }))
    .listen(port)
}
