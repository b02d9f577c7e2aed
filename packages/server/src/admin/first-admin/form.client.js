// Runs in the browser. The secret stays in the fragment of the URL until the form posts it.
const form = document.getElementById('form')
const { email, password } = form.elements
const texts = JSON.parse(form.dataset.texts)
const reveal = document.getElementById('reveal')
const submitButton = form.querySelector('[type=submit]')

const secret = location.hash.slice(1)
if (secret === '') showProblem(null, texts.secretMissing)

reveal.addEventListener('click', () => {
  const isShown = password.type === 'password'
  password.type = isShown ? 'text' : 'password'
  reveal.toggleAttribute('data-shown', isShown)
  reveal.title = isShown ? texts.hidePassword : texts.showPassword
  reveal.setAttribute('aria-label', reveal.title)
})

form.addEventListener('input', clearProblems)

form.addEventListener('submit', (event) => {
  event.preventDefault()
  clearProblems()
  if (email.value === '') return showProblem(email, texts.emailMissing)
  if (!email.validity.valid) return showProblem(email, texts.emailMalformed)
  if (password.value === '') return showProblem(password, texts.passwordMissing)
  void create()
})

async function create() {
  setPending(true)
  try {
    const response = await post('/first-admin', { secret, email: email.value, password: password.value })
    if (!response.ok) {
      setPending(false)
      return await showRefusal(response)
    }
    // The link is used up: the page must not be in the history.
    location.replace(form.dataset.next)
  } catch {
    setPending(false)
    showProblem(null, texts.noResponse)
  }
}

function post(path, body) {
  return fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-portico-own-page': '1' },
    body: JSON.stringify(body),
  })
}

async function showRefusal(response) {
  const text = await response.text()
  const isKnown = response.headers.get('content-type')?.startsWith('application/json')
  if (!isKnown) return showProblem(null, text)
  const { code, error } = JSON.parse(text)
  showProblem(code.startsWith('PASSWORD_') ? password : code.startsWith('USER_EMAIL_') ? email : null, error)
}

function setPending(isPending) {
  submitButton.disabled = isPending
  submitButton.textContent = isPending ? texts.creating : texts.create
}

/** Shows a problem below its field, or above the button if it belongs to no field. */
function showProblem(field, sentence) {
  document.getElementById(field ? `${field.id}-problem` : 'problem').textContent = sentence
  field?.setAttribute('aria-invalid', 'true')
  field?.focus()
}

function clearProblems() {
  for (const problem of form.querySelectorAll('.problem')) problem.textContent = ''
  for (const field of [email, password]) field.removeAttribute('aria-invalid')
}
