import { readFileSync } from 'node:fs'

import type { Env, Hono } from 'hono'
import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

import { textsOf, type Language } from '../../language/languages.ts'
import { securityHeaders, strictTransport } from './security-headers.ts'

export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>

const styleSheet = readFileSync(new URL('./pages.css', import.meta.url), 'utf8')
export const STYLE_PATH = '/portico-pages.css'

export interface PageBrand {
  readonly name: string
  /** Paths of images of the service. Null: the name is shown. */
  readonly logo: { readonly light: string; readonly dark: string; readonly hasName: boolean } | null
  /** Null: the accent of the style sheet. */
  readonly accent: { readonly light: string; readonly dark: string } | null
}

/** The parts that all pages of the service share: head, logo, width. */
export interface PageOptions {
  /** Absent or null: the page belongs to the service. */
  readonly brand?: PageBrand | null
  readonly language: Language
  readonly title: string
  readonly content: Markup
  /** Path of the page's script, if it has one. */
  readonly script?: string
  readonly nonce: string
  readonly width: 'narrow' | 'wide'
}

export function page({ brand, language, title, content, script, nonce, width }: PageOptions): Markup {
  return html`<!doctype html>
    <html lang="${language}" dir="${textsOf(language).direction}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${STYLE_PATH}" nonce="${nonce}" />
        ${brand?.accent ? accentStyle(brand.accent, nonce) : ''}
        ${script === undefined ? '' : html`<script type="module" src="${script}" nonce="${nonce}"></script>`}
      </head>
      <body>
        <main class="page" data-width="${width}">${content}</main>
      </body>
    </html>`
}

/** The logo: a pediment over three columns, with one line width. */
export const mark: Markup = html`<svg class="mark" viewBox="0 0 24 24" aria-hidden="true">
  <path d="M3 9 12 3.5 21 9ZM5.5 9v9.5M12 9v9.5M18.5 9v9.5M3 20.5h18" />
</svg>`

/** The contract has validated the colours, so they contain no other CSS. */
function accentStyle({ dark, light }: NonNullable<PageBrand['accent']>, nonce: string): Markup {
  return html`<style nonce="${nonce}">
    :root {
      --accent: light-dark(${light}, ${dark});
    }
  </style>`
}

/** What is shown above the heading: the logo or the name of the project, or the logo of the service. */
export function brandMark(brand: PageBrand | null): Markup {
  if (!brand) return mark
  const { logo, name } = brand
  const shown =
    logo &&
    html`<picture>
      <source srcset="${logo.dark}" media="(prefers-color-scheme: dark)" />
      <img class="logo" src="${logo.light}" alt="${logo.hasName ? name : ''}" />
    </picture>`
  return html`${shown ?? ''}${logo?.hasName ? '' : html`<p class="product"><bdi>${name}</bdi></p>`}`
}

/** Returns the headers of a page. Only scripts and styles with the nonce run, and no site may frame the page. */
export function pageHeaders(
  nonce: string,
  isHttps: boolean,
  { formAction = "'self'", referrerPolicy = 'no-referrer' }: { formAction?: string; referrerPolicy?: string } = {},
): Record<string, string> {
  return {
    'cache-control': 'no-store',
    'content-security-policy': [
      "default-src 'none'",
      `script-src 'nonce-${nonce}'`,
      `style-src 'nonce-${nonce}'`,
      "connect-src 'self'",
      "frame-src 'self'",
      "img-src 'self' data:",
      `form-action ${formAction}`,
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': referrerPolicy,
    'x-content-type-options': 'nosniff',
    ...strictTransport(isHttps),
  }
}

export function servePageStyles<E extends Env>(app: Hono<E>, isHttps: boolean): void {
  serveStatic(app, STYLE_PATH, 'text/css', styleSheet, isHttps)
}

/** Serves a text that does not change while the service runs. */
export function serveStatic<E extends Env>(
  app: Hono<E>,
  path: string,
  type: 'text/css' | 'text/javascript',
  text: string,
  isHttps: boolean,
): void {
  app.get(path, (context) =>
    context.body(text, 200, {
      ...securityHeaders(isHttps),
      'content-type': `${type}; charset=utf-8`,
      'cache-control': 'no-cache',
    }),
  )
}

export function fact(name: string, value: string | Markup): Markup {
  return html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`
}
