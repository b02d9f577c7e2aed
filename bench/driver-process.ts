// Serves Portico with the settings of the environment. The argument names how it sends statements: `own` batches, or
// `plain` calls of the driver.
import { serve } from '@hono/node-server'
import {
  createLog,
  createPortico,
  openEmbedded,
  openPostgres,
  PlainEmbeddedSender,
  readSettings,
  submitPlainBatch,
} from '@portico/server'

const isPlain = process.argv.at(-1) === 'plain'
const settings = readSettings(process.env)
const { databasePool, databaseUrl } = settings
const db =
  databaseUrl === null
    ? await openEmbedded({
        dataDir: null,
        ...(isPlain && { createSender: (engine) => new PlainEmbeddedSender(engine) }),
      })
    : await openPostgres(databaseUrl, databasePool, undefined, isPlain ? { submit: submitPlainBatch } : {})
const portico = await createPortico({ settings, db, log: createLog(settings.logLevel) })
serve({ fetch: (request) => portico.fetch(request), hostname: settings.host, port: settings.port })
process.once('SIGTERM', () => process.exit(0))
