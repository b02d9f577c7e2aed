import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

// Loads the packages from their source in this repository. Your app does not need these lines.
const conditions = ['@portico/source', 'module', 'development|production']

export default defineConfig({
  plugins: [reactRouter()],
  resolve: { conditions: [...conditions, 'browser'] },
  ssr: { resolve: { conditions: [...conditions, 'node'] } },
})
