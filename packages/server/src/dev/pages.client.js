// Runs in the browser on every development page.
const POLL_MILLIS = 1_500

for (const button of document.querySelectorAll('[data-copy]')) {
  button.hidden = false
  button.addEventListener('click', () => void copy(button))
}
document.querySelector('[data-auto-submit]')?.submit()
document.querySelector('[data-delete-all]')?.addEventListener('click', () => void deleteAll())

const search = document.getElementById('search')
search?.addEventListener('input', () => {
  const url = new URL(location.href)
  url.search = search.value === '' ? '' : new URLSearchParams({ q: search.value }).toString()
  history.replaceState(null, '', url)
  tag = ''
  void refreshList()
})
search?.form.addEventListener('submit', (event) => event.preventDefault())

const list = document.querySelector('[data-poll]')
/** The entity tag of the shown list. The service answers 304 until the list changes. */
let tag = ''
if (list) {
  setInterval(refreshVisibleList, POLL_MILLIS)
  document.addEventListener('visibilitychange', refreshVisibleList)
}
showLocalTimes()

async function copy(button) {
  await navigator.clipboard.writeText(button.parentElement.querySelector('code').textContent)
  button.textContent = 'Copied'
  setTimeout(() => (button.textContent = 'Copy'), 2_000)
}

async function deleteAll() {
  await fetch('/dev/inbox.json', {
    method: 'DELETE',
    headers: { 'content-type': 'application/json', 'x-portico-dev': '1' },
  })
  await refreshList()
}

function refreshVisibleList() {
  if (!document.hidden) void refreshList()
}

/** Fetches the page and replaces the list if it has changed. */
async function refreshList() {
  const url = location.href
  const response = await fetch(url, { headers: { 'if-none-match': tag } }).catch(() => null)
  // If the search has changed since, the next call has the right list.
  if (!response || response.status !== 200 || url !== location.href) return
  tag = response.headers.get('etag')
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  const focused = document.activeElement?.getAttribute('href')
  list.replaceChildren(...page.getElementById(list.id).childNodes)
  showLocalTimes()
  if (focused) list.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus()
}

function showLocalTimes() {
  const today = new Date().toDateString()
  for (const time of document.querySelectorAll('time[datetime]')) {
    const moment = new Date(time.dateTime)
    time.textContent =
      moment.toDateString() === today
        ? moment.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
        : moment.toLocaleDateString(undefined, { day: 'numeric', month: 'short' })
    time.title = moment.toLocaleString(undefined, { hourCycle: 'h23' })
  }
}
