import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'
import { SceneService } from './scene-service.ts'

/** Shows the component page to a developer, with a service of its own in memory. */
const service = await SceneService.start()
const server = await createServer({
  configFile: fileURLToPath(new URL('vite.config.ts', import.meta.url)),
  plugins: [service.plugin()],
})
await server.listen()
server.printUrls()
process.once('SIGINT', () => void Promise.all([server.close(), service.portico.close()]).then(() => process.exit()))
