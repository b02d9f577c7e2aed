import { readCsv } from './csv.ts'
import { requireFile, UnreadableInput, type InputFile, type SourceInput } from './source.ts'
import { readSqlDump, type SqlRow } from './sql-dump.ts'
import { readLines } from './text.ts'

export interface DeclaredTable {
  /** The name of its CSV file. */
  readonly file: string
  /** Its names in a dump, without the schema `public`. */
  readonly names: readonly string[]
  /** Columns that each CSV file of the table has, in camel case. */
  readonly columns: readonly string[]
}

export type TableItem =
  | { readonly file: string; readonly line: number; readonly row: SqlRow }
  | { readonly file: string; readonly line: number; readonly problem: string }

/** Tables of an application: a CSV file each, or one PostgreSQL dump in place of the first file. */
export interface Tables {
  /** The rows of a table, with their column names in camel case. A table without a file has none. */
  read(table: DeclaredTable): AsyncIterable<TableItem>
}

const dumpStart = /(?:^|\n)\s*(?:--|SET |COPY |INSERT INTO )/

/**
 * @param first the table whose file can be a dump
 * @param others tables whose problems in a dump are reported when they are read
 * @throws UnreadableInput if its file is missing
 */
export async function openTables(
  input: SourceInput,
  title: string,
  first: DeclaredTable,
  others: readonly DeclaredTable[],
): Promise<Tables> {
  const main = requireFile(input, first.file)
  const isDump = await isSqlDump(main)
  const namesOf = ({ names }: DeclaredTable): readonly string[] => names.map((name) => `public.${name}`)
  const otherNames = others.flatMap(namesOf)
  /** Whether the dump has neither rows of the first table nor problems. */
  let isEmpty = true
  return {
    async *read(table) {
      const isMain = table.file === first.file
      const file = isDump ? first.file : table.file
      const opened = input.files[file]
      if (!opened) return
      const names = namesOf(table)
      const rows = isDump
        ? readSqlDump(opened, names)
        : readCsv(opened, {
            title: isMain ? title : `${title} (${table.file})`,
            columns: table.columns,
            nameOf: camelCaseOf,
          })
      for await (const item of rows) {
        isEmpty &&= !isMain && 'row' in item
        if ('row' in item) yield { file, line: item.line, row: isDump ? inCamelCase(item.row) : item.row }
        // A problem without a table ends a dump, so each read yields it.
        else if (!('table' in item) || (isMain ? !otherNames.includes(item.table) : names.includes(item.table))) {
          yield {
            file,
            line: item.line,
            problem: isMain ? item.problem : `In the table of ${table.file}: ${item.problem}`,
          }
        }
      }
      if (isMain && isDump && isEmpty) {
        throw new UnreadableInput(`The dump has no rows of the table ${table.names.join(' or ')}. Dump the data.`, {
          code: 'wrong_file',
        })
      }
    },
  }
}

export async function isSqlDump(file: InputFile): Promise<boolean> {
  for await (const { text } of readLines(file)) {
    if (text.trim() !== '') return dumpStart.test(text)
  }
  return false
}

function inCamelCase(row: SqlRow): SqlRow {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [camelCaseOf(name), value]))
}

function camelCaseOf(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
