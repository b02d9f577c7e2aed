// #region route
import { createFileRoute } from '@tanstack/react-router'
import { portico } from '../portico.server'

export const Route = createFileRoute('/api/me')({
  server: {
    handlers: {
      GET: async ({ request }) => {
        const caller = await portico.authenticateRequest(request)
        if (!caller) return Response.json({ error: 'Sign in, or send an API key.' }, { status: 401 })
        return Response.json({ caller: caller.type })
      },
    },
  },
})
// #endregion
