import { html } from 'hono/html'

import { fact, mark, type Markup } from '../platform/http/page.ts'
import type { InboxEntry, InboxMail } from './store.ts'

export const mailViews = ['html', 'text', 'headers'] as const
export type MailView = (typeof mailViews)[number]

const viewNames: Record<MailView, string> = { html: 'As sent', text: 'Plain text', headers: 'Headers' }

/** Lists all mails, newest first. The list refreshes itself while the page is open. */
export function inboxPage({
  entries,
  search,
  now,
  sendsBySmtp,
}: {
  entries: readonly InboxEntry[]
  search: string
  now: Date
  sendsBySmtp: boolean
}): Markup {
  return html`<header class="bar">
      <a class="home" href="/dev" aria-label="Start page">${mark}</a>
      <h1>Inbox</h1>
      <form class="search" role="search">
        <label class="hidden" for="search">Search by address</label>
        <input id="search" name="q" type="search" value="${search}" placeholder="ada@example.com" autocomplete="off" />
      </form>
      <button class="quiet-button" type="button" data-delete-all>Delete all</button>
    </header>
    <section id="mails" data-poll aria-label="Mails">${listOrNote(entries, search, now, sendsBySmtp)}</section>`
}

function listOrNote(entries: readonly InboxEntry[], search: string, now: Date, sendsBySmtp: boolean): Markup {
  if (entries.length > 0) {
    return html`<ul class="mails">
      ${entries.map((entry) => listItem(entry, now))}
    </ul>`
  }
  if (search !== '') return note('No matching mail', html`No mail was sent to an address that contains “${search}”.`)
  if (sendsBySmtp) {
    return note('Mails go to your mail server', html`PORTICO_SMTP_URL is set. Unset it to see every mail here instead.`)
  }
  return note('No mail yet', html`Every mail of the service appears here. To see one, sign up in the demo app.`)
}

function listItem(entry: InboxEntry, now: Date): Markup {
  return html`<li>
    <a class="mail" href="/dev/inbox/${entry.id}">
      <span class="mail-to">${entry.recipient}</span>
      <span class="mail-subject">${entry.subject}</span>
      ${when(entry.receivedAt, now)}
    </a>
  </li>`
}

/** Shows one mail: as its recipient sees it, as plain text, or its headers. */
export function mailPage(mail: InboxMail, view: MailView): Markup {
  return html`<header class="bar">
      <a class="home" href="/dev" aria-label="Start page">${mark}</a>
      <a href="/dev/inbox">Inbox</a>
    </header>
    <h1 class="subject">${mail.subject}</h1>
    <p class="soft">From ${mail.sender} to ${mail.recipient}</p>
    <nav class="tabs" aria-label="Views of the mail">
      ${mailViews.map(
        (name) =>
          html`<a href="?view=${name}" ${name === view ? html`aria-current="page"` : ''}>${viewNames[name]}</a>`,
      )}
    </nav>
    ${views[view](mail)}`
}

const views: Record<MailView, (mail: InboxMail) => Markup> = {
  html: (mail) =>
    html`<iframe
      class="mail-frame"
      title="The mail as its recipient sees it"
      src="/dev/inbox/${mail.id}/html"
      sandbox="allow-popups allow-popups-to-escape-sandbox"
    ></iframe>`,
  text: (mail) => html`<pre class="mail-text">${withLinks(mail.text)}</pre>`,
  headers: (mail) =>
    html`<dl class="facts">
      ${fact('From', mail.sender)}${fact('To', mail.recipient)}${fact('Subject', mail.subject)}
      ${fact('Received', mail.receivedAt.toISOString())}
    </dl>`,
}

/** Turns the URLs in the text into links. The template escapes the rest. */
function withLinks(text: string): (string | Markup)[] {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) =>
      index % 2 === 1 ? html`<a href="${part}" target="_blank" rel="noopener noreferrer">${part}</a>` : part,
    )
}

function note(title: string, sentence: Markup): Markup {
  return html`<div class="empty">
    <h2>${title}</h2>
    <p class="soft">${sentence}</p>
  </div>`
}

function when(moment: Date, now: Date): Markup {
  const iso = moment.toISOString()
  const isToday = iso.slice(0, 10) === now.toISOString().slice(0, 10)
  // The script of the page converts it to the local time zone. Without scripts it stays UTC.
  return html`<time class="mail-time" datetime="${iso}">${isToday ? iso.slice(11, 16) : iso.slice(0, 10)} UTC</time>`
}
