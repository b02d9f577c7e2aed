import { html, raw } from 'hono/html'

import { mark, STYLE_PATH, type Markup } from '../platform/http/page.ts'
import { curlOf } from './curl.ts'
import { exampleOf } from './example.ts'
import { fieldsOf, typeOf, type Field } from './fields.ts'
import { REFERENCE_PATH, type Group, type ListedCall } from './groups.ts'
import type { Call, Content, Parameter } from './schema.ts'
import { SEARCH_MAX_CHARACTERS } from './search.ts'

export const REFERENCE_STYLE_PATH = '/portico-api-reference.css'

/** The start page: how calls are made, and all of them by group. It is drawn in steps. */
export function* indexPage(groups: readonly Group[], baseUrl: string): Generator<void, Markup> {
  const sections: Markup[] = []
  for (const { address, calls, name } of groups) {
    sections.push(
      html`<section class="group">
        <h2><a href="${address}">${name}</a></h2>
        ${callList(calls)}
      </section>`,
    )
    yield
  }
  return layout({
    title: 'API reference',
    groups,
    current: null,
    content: html`<h1>API reference</h1>
      <p class="lead">
        All calls are below <code>${baseUrl}</code>. A call names its project and proves the rights of its access type
        in headers; each call shows them.
        <a href="${new URL(baseUrl).pathname}/openapi.json">The OpenAPI document</a> has the same content for programs.
      </p>
      ${sections}`,
  })
}

export function resultPage(groups: readonly Group[], query: string, found: readonly ListedCall[]): Markup {
  return layout({
    title: `${query} · API reference`,
    groups,
    current: null,
    query,
    content:
      found.length === 0
        ? html`<div class="empty">
            <h1 role="status">No call matches “${query}”</h1>
            <p class="lead">
              Each word must be part of the method, the path, the name, the group or the description of a call.
              <a href="${REFERENCE_PATH}">All calls</a>
            </p>
          </div>`
        : html`<h1 role="status">
              ${found.length === 1 ? '1 call matches' : `${found.length} calls match`} “${query}”
            </h1>
            <section class="group">${callList(found)}</section>`,
  })
}

function callList(calls: readonly ListedCall[]): Markup {
  return html`<ul>
    ${calls.map(
      (call) =>
        html`<li>
          <a class="call" href="${call.address}">${addressLine(call)}</a>
          <span class="soft">${prose(call.summary)}</span>
        </li>`,
    )}
  </ul>`
}

/**
 * The page of a group: its calls with their fields and examples. It is drawn in steps.
 *
 * @param calls the calls of the group, in its order
 */
export function* groupPage(
  groups: readonly Group[],
  group: Group,
  calls: readonly Call[],
  baseUrl: string,
): Generator<void, Markup> {
  const sections: Markup[] = []
  for (const call of calls) {
    sections.push(callSection(call, baseUrl))
    yield
  }
  return layout({
    title: `${group.name} · API reference`,
    groups,
    current: group,
    content: html`<h1>${group.name}</h1>
      ${sections}`,
  })
}

interface Layout {
  readonly title: string
  readonly groups: readonly Group[]
  readonly current: Group | null
  readonly content: Markup
  /** The text in the search field. Default: none. */
  readonly query?: string
}

function layout({ content, current, groups, query = '', title }: Layout): Markup {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${STYLE_PATH}" />
        <link rel="stylesheet" href="${REFERENCE_STYLE_PATH}" />
      </head>
      <body class="reference">
        <a class="skip" href="#content">Skip to the content</a>
        <header class="top">
          <a class="home" href="${REFERENCE_PATH}">${mark}<span>API reference</span></a>
          <form class="search" role="search" action="${REFERENCE_PATH}">
            <label class="hidden" for="search">Search the calls</label>
            <input
              id="search"
              name="q"
              type="search"
              value="${query}"
              placeholder="Search the calls"
              maxlength="${SEARCH_MAX_CHARACTERS}"
              autocomplete="off"
              autocapitalize="off"
              spellcheck="false"
            />
          </form>
        </header>
        <nav class="groups" aria-label="Groups">
          <ul>
            ${groups.map(
              (group) =>
                html`<li>
                  <a href="${group.address}" ${group === current ? raw('aria-current="page"') : ''}>${group.name}</a>
                </li>`,
            )}
          </ul>
        </nav>
        <main id="content" tabindex="-1">${content}</main>
      </body>
    </html>`
}

function callSection(call: Call, baseUrl: string): Markup {
  const { operationId, parameters, requestBody, responses, summary } = call
  const body = firstContent(requestBody?.content)
  const [status = '', answer] =
    Object.entries(responses).find(([code]) => code.startsWith('2') || code.startsWith('3')) ?? []
  const content = firstContent(answer?.content)
  return html`<section class="operation" id="${operationId}">
    <div class="described">
      <h2><a href="#${operationId}">${addressLine(call)}</a></h2>
      <p>${prose(summary)}</p>
      <p class="soft">${accessLine(call)}</p>
      ${parameterTable(parameters)} ${fieldTable('Body', body)} ${fieldTable('Answer', content, true)}
      ${errorList(responses)}
    </div>
    <div class="examples">
      <h3 id="${operationId}-example">Example</h3>
      ${code(curlOf(call, baseUrl), `${operationId}-example`)}
      <h3 id="${operationId}-answer">Answer <span class="soft">${status}</span></h3>
      ${content ? code(answerText(content), `${operationId}-answer`) : html`<p class="soft">No content.</p>`}
    </div>
  </section>`
}

function addressLine({ method, path }: Pick<ListedCall, 'method' | 'path'>): Markup {
  return html`<span class="method">${method}</span> <code>${breakable(path)}</code>`
}

function accessLine({ security }: Call): string {
  const types = ['client', 'server', 'admin'].filter((type) => security.some((kinds) => Object.hasOwn(kinds, type)))
  if (types.length === 0) {
    const [kinds = {}] = security
    return Object.hasOwn(kinds, 'partner') ? 'For partners, with HTTP Basic.' : 'Public: needs no credentials.'
  }
  const needsUser = security.some((kinds) => Object.hasOwn(kinds, 'user'))
  return `Access: ${types.join(', ')}.${needsUser ? ' About a signed-in user, whose access token the call has.' : ''}`
}

function parameterTable(parameters: readonly Parameter[]): Markup | '' {
  if (parameters.length === 0) return ''
  const fields = parameters.map(({ in: place, name, required, schema }) => ({
    path: name,
    type: `${typeOf(schema)}, in the ${place}`,
    isRequired: required,
    description: schema.description ?? '',
    access: null,
  }))
  return html`<h3>Parameters</h3>
    ${table(fields, true)}`
}

/**
 * Answers have all of their fields, unless the description says otherwise. So only bodies mark those that are required.
 */
function fieldTable(title: string, content: Content | null, isAnswer = false): Markup | '' {
  const fields = content ? fieldsOf(content.schema) : []
  if (fields.length === 0) return ''
  return html`<details ${isAnswer ? '' : raw('open')}>
    <summary>
      <h3>${title} <span class="soft">${fields.length === 1 ? '1 field' : `${fields.length} fields`}</span></h3>
    </summary>
    ${table(fields, !isAnswer)}
  </details>`
}

function table(fields: readonly Field[], marksRequired: boolean): Markup {
  return html`<dl class="fields">
    ${fields.map(
      ({ access, description, isRequired, path, type }) =>
        html`<div>
          <dt><code>${breakable(path)}</code></dt>
          <dd>
            <span class="type">${type}</span>
            ${isRequired && marksRequired ? html`<span class="required">required</span>` : ''}
            ${!isRequired && !marksRequired ? html`<span class="soft">may be absent</span>` : ''}
            ${access === null ? '' : html`<span class="soft">only ${access}</span>`}
            ${description === '' ? '' : html`<p>${prose(description)}</p>`}
          </dd>
        </div>`,
    )}
  </dl>`
}

/** The errors of the call's own logic. The errors of the shared checks are the same for all calls. */
function errorList(responses: Call['responses']): Markup | '' {
  const own = Object.entries(responses).filter(
    ([status, { description }]) => /^[45]/.test(status) && isCodes(description),
  )
  if (own.length === 0) return ''
  return html`<h3>Errors</h3>
    <dl class="fields">
      ${own.map(
        ([status, { description = '' }]) =>
          html`<div>
            <dt>${status}</dt>
            <dd>${description.split(', ').map((name) => html`<code>${breakable(name)}</code> `)}</dd>
          </div>`,
      )}
    </dl>`
}

function isCodes(description: string | undefined): boolean {
  return description !== undefined && /^[A-Z\d_, ]+$/.test(description)
}

function firstContent(content: Readonly<Record<string, Content>> = {}): Content | null {
  return Object.values(content)[0] ?? null
}

function answerText({ schema }: Content): string {
  const example = exampleOf(schema, true)
  return typeof example === 'string' ? example : JSON.stringify(example, null, 2)
}

/** Long lines scroll, also with the keyboard. */
function code(text: string, labelId: string): Markup {
  return html`<pre tabindex="0" role="group" aria-labelledby="${labelId}"><code>${text}</code></pre>`
}

/** A name that can continue on the next line after each of its parts. */
function breakable(name: string): Markup {
  const parts = name.split(/(?<=[_./])(?=\w|\{)/)
  return html`${parts.map((part, index) => html`${index === 0 ? '' : raw('<wbr />')}${part}`)}`
}

/** A description of the contract, in which only names are marked. */
function prose(text: string): Markup {
  const parts = text.split('`')
  return html`${parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`
}
