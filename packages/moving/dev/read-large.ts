import { sources, type InputFile } from '../src/sources.ts'
import { temporarySideTable } from '../src/open-input.ts'

// Generates the files of a source with many users while its reader reads them, and prints the rate and the memory.
// node --conditions=@portico/source packages/moving/dev/read-large.ts <source> [users]

const hash = `$2b$10$${'a'.repeat(53)}`

interface Generated {
  readonly head?: string
  readonly row: (index: number) => string
  readonly tail?: string | ((users: number) => string)
  /** What follows in the same file. */
  readonly next?: Generated
}

function uuidOf(index: number): string {
  return `50000000-0000-4000-8000-${String(index).padStart(12, '0')}`
}

const generators: Readonly<Record<string, Readonly<Record<string, Generated>>>> = {
  auth0: {
    users: {
      row: (index) =>
        `{"user_id":"auth0|${index}","email":"user${index}@mail.example","email_verified":true,"name":"User ${index}","created_at":"2024-01-01T00:00:00.000Z","user_metadata":{"plan":"pro"},"identities":[{"user_id":"${index}","provider":"auth0"}]}\n`,
    },
    hashes: { row: (index) => `{"_id":{"$oid":"${index}"},"passwordHash":"${hash}"}\n` },
  },
  clerk: {
    users: {
      head: 'id,first_name,primary_email_address,verified_email_addresses,password_digest,password_hasher\n',
      row: (index) => `user_${index},User,user${index}@mail.example,user${index}@mail.example,${hash},bcrypt\n`,
    },
    details: {
      head: '[',
      row: (index) =>
        `${index > 0 ? ',\n' : ''}{"id":"user_${index}","email_addresses":[{"id":"idn","email_address":"user${index}@mail.example","verification":{"status":"verified"}}],"primary_email_address_id":"idn","created_at":1600000000000,"public_metadata":{"plan":"pro"}}`,
      tail: ']',
    },
  },
  firebase: {
    users: {
      head: '{"users": [\n',
      row: (index) =>
        `${index > 0 ? ',\n' : ''}{"localId":"${index}","email":"user${index}@mail.example","emailVerified":true,"passwordHash":"lSrfV15cpx95_sZS2W9c9Kp6i_LVgQNDNC_qzrCnh1SAyZvqmZqAjTdn3aoItz-VHjoZilo78198JAdRuid5lQ==","salt":"42xEC-ixf3L2lw==","createdAt":"1600000000000","providerUserInfo":[]}`,
      tail: '\n]}\n',
    },
  },
  supabase: {
    users: {
      head: 'id,email,encrypted_password,email_confirmed_at,raw_user_meta_data,created_at\n',
      row: (index) =>
        `${uuidOf(index)},user${index}@mail.example,${hash},2023-04-05 06:07:08+00,"{""full_name"": ""User ${index}""}",2023-01-01 00:00:00+00\n`,
    },
    identities: {
      head: 'provider_id,user_id,identity_data,provider\n',
      row: (index) => `${index},${uuidOf(index)},"{""sub"": ""${index}""}",google\n`,
    },
  },
  cognito: {
    users: {
      head: '{"Users": [\n',
      row: (index) =>
        `${index > 0 ? ',\n' : ''}{"Username":"user${index}","Attributes":[{"Name":"sub","Value":"${index}"},{"Name":"email","Value":"user${index}@mail.example"},{"Name":"email_verified","Value":"true"}],"UserCreateDate":1600000000.5,"Enabled":true,"UserStatus":"CONFIRMED"}`,
      tail: '\n]}\n',
    },
  },
  keycloak: {
    users: {
      head: '{"realm":"sample","users": [\n',
      row: (index) =>
        `${index > 0 ? ',\n' : ''}{"id":"${uuidOf(index)}","username":"user${index}","email":"user${index}@mail.example","emailVerified":true,"enabled":true,"createdTimestamp":1600000000000,"credentials":[{"type":"password","secretData":"{\\"value\\":\\"${'a'.repeat(86)}==\\",\\"salt\\":\\"${'a'.repeat(22)}==\\"}","credentialData":"{\\"hashIterations\\":210000,\\"algorithm\\":\\"pbkdf2-sha512\\"}"}],"groups":[]}`,
      tail: '\n]}\n',
    },
  },
  'better-auth': {
    users: {
      head: 'id,name,email,emailVerified,createdAt\n',
      row: (index) => `u${index},User ${index},user${index}@mail.example,t,2024-01-01 00:00:00\n`,
    },
    accounts: {
      head: 'id,accountId,providerId,userId,password\n',
      row: (index) => `a${index},u${index},credential,u${index},${'0'.repeat(32)}:${'a'.repeat(128)}\n`,
    },
  },
  authjs: {
    users: {
      head: 'id,name,email,emailVerified\n',
      row: (index) => `u${index},User ${index},user${index}@mail.example,2024-01-01 00:00:00\n`,
    },
    accounts: {
      head: 'id,userId,type,provider,providerAccountId\n',
      row: (index) => `a${index},u${index},oidc,google,${index}\n`,
    },
  },
  'stack-auth': {
    users: {
      head: `COPY public."Tenancy" (id, "projectId", "branchId") FROM stdin;
t\tp\tmain
\\.
COPY public."ProjectUser" ("tenancyId", "projectUserId", "createdAt", "displayName") FROM stdin;
`,
      row: (index) => `t\t${uuidOf(index)}\t2025-01-02 03:04:05\tUser ${index}\n`,
      next: {
        head: `\\.
COPY public."ContactChannel" ("tenancyId", "projectUserId", type, "isPrimary", "usedForAuth", "isVerified", value) FROM stdin;
`,
        row: (index) => `t\t${uuidOf(index)}\tEMAIL\tTRUE\tTRUE\tt\tuser${index}@mail.example\n`,
        tail: '\\.\n',
      },
    },
  },
  portico: {
    users: {
      row: (index) =>
        `{"kind":"user","source_id":"${index}","addresses":[{"value":"user${index}@mail.example","is_primary":true,"is_verified":true,"used_for_auth":true}],"password_hash":"${hash}"}\n`,
      tail: (users) =>
        `{"kind":"end","records":{"permission_definition":0,"team":0,"user":${users},"team_member":0,"project_permission":0},"includes_hashes":true}\n`,
    },
  },
}

const ROWS_PER_CHUNK = 200

function generatedFile({ head = '', next, row, tail = '' }: Generated, users: number): InputFile {
  return {
    async *open() {
      yield await Promise.resolve(Buffer.from(head))
      for (let from = 0; from < users; from += ROWS_PER_CHUNK) {
        const rows = Array.from({ length: Math.min(ROWS_PER_CHUNK, users - from) }, (_, index) => row(from + index))
        yield Buffer.from(rows.join(''))
      }
      yield Buffer.from(typeof tail === 'string' ? tail : tail(users))
      if (next) yield* generatedFile(next, users).open()
    },
  }
}

const [id = '', count = '1000000'] = process.argv.slice(2)
const source = sources.find((known) => known.id === id)
const generated = generators[id]
if (!source || !generated) throw new Error(`No such source: ${id}. Known: ${Object.keys(generators).join(', ')}.`)
const users = Number(count)
const files = Object.fromEntries(Object.entries(generated).map(([name, file]) => [name, generatedFile(file, users)]))
const optionsOf: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  firebase: { signer_key: 'a2V5', salt_separator: 'Bw==' },
  'stack-auth': { project_id: 'p' },
}
const options = optionsOf[id] ?? {}

const start = performance.now()
let read = 0
for await (const line of source.read({ files, options, createSideTable: temporarySideTable })) {
  if ('problem' in line) throw new Error(`${line.line}: ${line.problem}`)
  read++
}
const seconds = (performance.now() - start) / 1000
const mebibytes = Math.round(process.resourceUsage().maxRSS / 1024)
process.stdout.write(`${id}: ${read} users, ${Math.round(read / seconds)} users/s, at most ${mebibytes} MiB\n`)
