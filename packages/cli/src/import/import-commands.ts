import { sources, type DeclaredFile, type Source } from '@portico/moving/sources'
import { InvalidArgumentError, type Command } from 'commander'

import type { AdminAccess } from '../kernel/admin-api.ts'
import {
  addAdminOptions,
  addExample,
  readAdminAccess,
  untilStopped,
  type AdminCommandOptions,
} from '../kernel/commands.ts'
import { importUsers } from './import-users.ts'
import { ImportsApi } from './imports-api.ts'
import { listImports } from './list-imports.ts'
import { presentRun, requireFolderOf, type ReportOptions } from './report.ts'
import { prepareInput, variableOf, type GivenInput } from './source-files.ts'
import { undoImport } from './undo-import.ts'

interface SourceCommandOptions extends AdminCommandOptions {
  readonly file?: Readonly<Record<string, string>>
  readonly option?: Readonly<Record<string, string>>
  readonly dryRun?: true
  readonly skipUnreadable?: true
  readonly resume?: string
  readonly report?: string
  readonly json?: true
  readonly yes?: true
}

/** `import` and `undo`: users of other systems. */
export function addImportCommands(program: Command): void {
  const imports = program.command('import').description('Import users and teams from another system.')
  for (const source of sources) addSourceCommand(imports, source)

  const list = addAdminOptions(imports.command('list'))
    .description('List the imports of a project, newest first.')
    .option('--json', 'print JSON')
    .action((options: AdminCommandOptions & { json?: true }, self: Command) =>
      listImports(readAdminAccess(self, options), options.json === true),
    )
  addExample(list, 'portico import list')

  const show = addAdminOptions(imports.command('show'))
    .description('Print the report of an import.')
    .argument('<run>', 'id of the import')
    .option('--report <file>', 'write all findings into this file, as one JSON object per line')
    .option('--json', 'print JSON')
    .action((id: string, options: AdminCommandOptions & { report?: string; json?: true }, self: Command) =>
      showImport(readAdminAccess(self, options), id, { isJson: options.json === true, reportPath: options.report }),
    )
  addExample(show, 'portico import show 5f0c… --report findings.ndjson')

  const undo = addAdminOptions(program.command('undo'))
    .description('Delete the users of an import who have not signed in since.')
    .requiredOption('--run <id>', 'id of the import')
    .option('--yes', 'do not ask')
    .option('--json', 'print JSON')
    .action((options: AdminCommandOptions & { run: string; yes?: true; json?: true }, self: Command) =>
      untilStopped((stop) =>
        undoImport(
          readAdminAccess(self, options),
          { id: options.run, isConfirmed: options.yes === true, isJson: options.json === true },
          stop,
        ),
      ),
    )
  addExample(undo, 'portico undo --run 5f0c…')
}

function addSourceCommand(imports: Command, source: Source): void {
  const command = imports
    .command(source.id)
    .description(`Import the users of ${source.title}.`)
    .argument('[file]', `path of the file "${source.files[0]?.name}"`)
    .option('--file <name=path>', 'path of another file; repeatable', collectPair)
    .option('--option <name=value>', 'value that the source needs beside its files; repeatable', collectPair)
    .option('--dry-run', 'change no user, and report what the import would do')
    .option('--skip-unreadable', 'import the other lines although some cannot be read')
    .option('--resume <run>', 'continue an import that was interrupted')
    .option('--report <file>', 'write all findings into this file, as one JSON object per line')
    .option('--json', 'print the result as JSON')
    .option('--yes', 'do not ask before users are created')
    .action((file: string | undefined, options: SourceCommandOptions, self: Command) =>
      untilStopped((stop) => {
        const given: GivenInput = { file, files: options.file ?? {}, options: options.option ?? {} }
        return importUsers(
          readAdminAccess(self, options),
          source,
          prepareInput(source, given),
          {
            isDryRun: options.dryRun === true,
            skipsUnreadable: options.skipUnreadable === true,
            resumedId: options.resume,
            reportPath: options.report,
            isJson: options.json === true,
            isConfirmed: options.yes === true,
            resumeCommand: (id) => commandOf(source, given, options, id),
          },
          stop,
        )
      }),
    )
  addAdminOptions(command).addHelpText('after', () => describeInput(source))
  addExample(command, exampleOf(source))
}

async function showImport(access: AdminAccess, id: string, options: ReportOptions): Promise<void> {
  requireFolderOf(options.reportPath)
  const api = new ImportsApi(access)
  await presentRun(api, await api.read(id), options)
}

function collectPair(text: string, previous: Readonly<Record<string, string>> = {}): Record<string, string> {
  const [, name, value] = /^([\w-]+)=(.+)$/s.exec(text) ?? []
  if (name === undefined || value === undefined) throw new InvalidArgumentError('It must have the form name=value.')
  return { ...previous, [name]: value }
}

function describeInput({ files, options }: Source): string {
  const describe = ({ description, isRequired, name }: DeclaredFile): string =>
    `  ${name}${isRequired ? '' : ' (optional)'}: ${description}`
  const described = options.map((option) => `${describe(option)} ${howToPass(option)}`)
  return [
    `\nFiles:\n${files.map(describe).join('\n')}`,
    ...(options.length > 0 ? [`Options of the source:\n${described.join('\n')}`] : []),
  ].join('\n\n')
}

function howToPass({ isSecret, name }: Source['options'][number]): string {
  return isSecret ? `A secret: set ${variableOf(name)}.` : `Or set ${variableOf(name)}.`
}

function exampleOf({ id, files, options }: Source): string {
  const [first, ...others] = files
  const named = others.map(({ name }) => ` --file ${name}=path/to/${name}`).join('')
  const values = options.filter(({ isSecret }) => !isSecret).map(({ name }) => ` --option ${name}=…`)
  return `portico import ${id} path/to/${first?.name}${named}${values.join('')} --dry-run`
}

/** The command that continues a run, without secrets. */
function commandOf(source: Source, given: GivenInput, options: SourceCommandOptions, id: string): string {
  const pairs = (option: string, values: Readonly<Record<string, string>>): string[] =>
    Object.entries(values).flatMap(([name, value]) => [option, `${name}=${value}`])
  const words = [
    ...(given.file === undefined ? [] : [given.file]),
    ...pairs('--file', given.files),
    ...pairs('--option', given.options),
    ...(options.projectId === undefined ? [] : ['--project-id', options.projectId]),
    ...(options.apiUrl === undefined ? [] : ['--api-url', options.apiUrl]),
    ...(options.dryRun ? ['--dry-run'] : []),
    ...(options.skipUnreadable ? ['--skip-unreadable'] : []),
    '--resume',
    id,
  ]
  return `portico import ${source.id} ${words.map(quoted).join(' ')}`
}

/** Quotes a word for a shell. */
function quoted(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}
