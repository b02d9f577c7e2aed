// Runs in the browser. The secret stays in the fragment of the address until it is posted.
const form = document.getElementById('form')
const problem = document.getElementById('problem')
const done = document.getElementById('done')
const button = form.querySelector('button')

const secret = location.hash.slice(1)
if (secret === '') show('The secret is missing from the address. Open the link exactly as the console shows it.')

form.addEventListener('input', () => {
  problem.hidden = true
})

form.addEventListener('submit', (event) => {
  event.preventDefault()
  void submit(Object.fromEntries(new FormData(form)))
})

async function submit({ email, password }) {
  if (email === '' || password === '') return show('Please enter an e-mail address and a password.')
  setPending(true)
  try {
    const response = await fetch('/first-admin', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ secret, email, password }),
    })
    if (!response.ok) return show(await sentenceOf(response))
    history.replaceState(null, '', location.pathname)
    form.hidden = true
    done.hidden = false
    done.querySelector('a').focus()
  } catch {
    show('The service did not answer. Please try again.')
  } finally {
    setPending(false)
  }
}

function setPending(isPending) {
  button.disabled = isPending
  button.textContent = isPending ? 'Creating account…' : 'Create account'
}

function show(sentence) {
  problem.textContent = sentence
  problem.hidden = false
}

async function sentenceOf(response) {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return isJson ? JSON.parse(text).error : text
}
