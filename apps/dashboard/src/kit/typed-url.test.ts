import { expect, test } from 'vitest'

import { completeUrl } from './typed-url.ts'

test.each([
  ['app.example.com', 'https://app.example.com'],
  [' app.example.com/portal ', 'https://app.example.com/portal'],
  ['*.example.com:8443', 'https://*.example.com:8443'],
  ['bücher.example', 'https://bücher.example'],
  ['localhost:5173', 'http://localhost:5173'],
  ['127.0.0.1:3000/handler', 'http://127.0.0.1:3000/handler'],
  ['[::1]:3000', 'http://[::1]:3000'],
  ['http://app.example.com', 'http://app.example.com'],
  ['ftp://app.example.com', 'ftp://app.example.com'],
  ['javascript:alert(1)', 'javascript:alert(1)'],
  ['reading room.example', 'reading room.example'],
  ['user@app.example', 'user@app.example'],
  ['/handler', '/handler'],
  ['', ''],
])('a typed address %j is completed to %j', (typed, completed) => {
  expect(completeUrl(typed)).toBe(completed)
})
