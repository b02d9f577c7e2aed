import { pino, type DestinationStream, type Logger } from 'pino'

export type Log = Logger

/** JSON lines in UTC. Secrets are kept out by never passing them; the list below is the second wall. */
export function createLog(level: string, destination?: DestinationStream): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: [
          'password',
          'access_token',
          'refresh_token',
          'code',
          'authorization',
          'cookie',
          '*.password',
          '*.access_token',
          '*.refresh_token',
          '*.code',
          '*.authorization',
          '*.cookie',
        ],
        censor: '[redacted]',
      },
    },
    destination ?? pino.destination({ fd: 1, sync: false }),
  )
}
