import { exampleOf } from './example.ts'
import type { Call, Parameter } from './schema.ts'

/** The header of each kind of credentials. */
const credentialHeaders: Readonly<Record<string, string>> = {
  projectId: 'x-stack-project-id: …',
  client: 'x-stack-publishable-client-key: pck_…',
  server: 'x-stack-secret-server-key: ssk_…',
  admin: 'x-stack-super-secret-admin-key: sak_…',
  user: 'x-stack-access-token: …',
  partner: 'authorization: Basic …',
  svixToken: 'authorization: Bearer …',
}

/**
 * Returns an example of a call as a command, with what the call requires and the credentials of its first access type.
 */
export function curlOf(call: Call, baseUrl: string): string {
  const [contentType, content] = Object.entries(call.requestBody?.content ?? {})[0] ?? []
  const lines = [
    `curl ${quoted(`${baseUrl}${pathOf(call)}`)}`,
    ...(call.method === 'GET' || (call.method === 'POST' && content) ? [] : [`-X ${call.method}`]),
    ...headersOf(call).map((header) => `-H ${quoted(header)}`),
    ...(contentType === undefined ? [] : [`-H ${quoted(`content-type: ${contentType}`)}`]),
    ...(content ? [dataOf(contentType, exampleOf(content.schema, false))] : []),
  ]
  return lines.join(' \\\n  ')
}

function dataOf(contentType: string | undefined, example: unknown): string {
  return contentType === 'application/json' ? `-d ${quoted(JSON.stringify(example, null, 2))}` : '--data-binary @piece'
}

function headersOf({ parameters, security: [credentials = {}] }: Call): readonly string[] {
  const own = requiredIn(parameters, 'header').map(({ name }) => `${name}: …`)
  const accessType = ['client', 'server', 'admin'].find((type) => Object.hasOwn(credentials, type))
  return [
    ...(accessType === undefined ? [] : [`x-stack-access-type: ${accessType}`]),
    ...Object.keys(credentials).flatMap((kind) => credentialHeaders[kind] ?? []),
    ...own,
  ]
}

function pathOf({ parameters, path }: Call): string {
  const query = requiredIn(parameters, 'query').map((parameter) => `${parameter.name}=${exampleText(parameter)}`)
  const filled = parameters.reduce(
    (text, parameter) => text.replace(`{${parameter.name}}`, () => exampleText(parameter)),
    path,
  )
  return query.length === 0 ? filled : `${filled}?${query.join('&')}`
}

function requiredIn(parameters: readonly Parameter[], place: Parameter['in']): readonly Parameter[] {
  return parameters.filter((parameter) => parameter.in === place && parameter.required)
}

function exampleText({ name, schema }: Parameter): string {
  const example = exampleOf({ type: 'object', properties: { [name]: schema } }, true) as Record<string, unknown>
  return encodeURIComponent(String(example[name]))
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
