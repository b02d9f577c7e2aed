import { serve } from '@hono/node-server'
import { PorticoServerApp } from '@portico/client/server'
import { createApi } from './api.ts'

// The environment supplies the project, its keys and the URL of the service.
const app = new PorticoServerApp({ tokenStore: null })
const api = createApi(app, process.env.APP_ORIGIN ?? 'http://127.0.0.1:4101')

serve({ fetch: api.fetch, hostname: '127.0.0.1', port: Number(process.env.PORT ?? 4102) }, ({ port }) => {
  process.stdout.write(`The API listens on http://127.0.0.1:${port}\n`)
})
