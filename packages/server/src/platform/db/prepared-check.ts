import { unscoped } from '../../kernel/statement.ts'
import { Connection, type ConnectionConfig, type DatabaseLimits } from './connection.ts'
import { causeOf, ConnectionFailed, isPreparedElsewhere } from './database-errors.ts'
import { tryServers } from './database-url.ts'

const question = unscoped.statement`select 1 as one`.queries

/**
 * Finds out whether a statement stays prepared while another connection is busy. A pooler that shares server
 * connections then gives this connection another one. If it does not keep prepared statements, the service would start
 * and fail under load.
 *
 * @throws an error whose cause `isPreparedElsewhere` recognises; ignores any other outage
 */
export async function checkPreparedStatements(config: ConnectionConfig, limits: DatabaseLimits): Promise<void> {
  try {
    await tryServers(config.servers, () => prepareOnTwo(config, limits))
  } catch (error) {
    if (isPreparedElsewhere(causeOf(error))) throw error
  }
}

async function prepareOnTwo(config: ConnectionConfig, { statementMillis }: DatabaseLimits): Promise<void> {
  const [one, other] = [new Connection(config), new Connection(config)]
  try {
    for (const connection of [one, other]) await open(connection)
    await one.send(question, statementMillis)
    await other.script('begin')
    await other.send(question, statementMillis)
    await one.send(question, statementMillis)
    await other.script('rollback')
  } finally {
    const reason = new Error('The check of the connection has ended.')
    for (const connection of [one, other]) connection.abandon(reason)
  }
}

async function open(connection: Connection): Promise<void> {
  try {
    await connection.connect()
  } catch (error) {
    throw new ConnectionFailed('The database does not accept a connection.', { cause: error })
  }
}
