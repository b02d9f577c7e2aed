// The baseline: a Hono server that only runs one prepared primary-key select.
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 })
const app = new Hono()

app.get('/ready', (context) => context.text('ready'))

app.get('/people/:id', async (context) => {
  const { rows } = await pool.query({
    name: 'person',
    text: 'select id, email, display_name, created_at from people where id = $1',
    values: [context.req.param('id')],
  })
  return rows[0] ? context.json(rows[0]) : context.notFound()
})

serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(process.env['PORT']) })
