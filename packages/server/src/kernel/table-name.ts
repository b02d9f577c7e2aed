import { SqlText } from './statement.ts'

/** A name of a table in the text of a statement. */
export function tableName(name: string): SqlText {
  if (!/^[a-z][a-z0-9_]*$/.test(name)) throw new Error(`Not the name of a table: ${name}`)
  return new SqlText(name)
}
