import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  resolve: { conditions: ['@portico/source', 'module', 'browser', 'development|production'] },
  server: { host: '127.0.0.1' },
})
