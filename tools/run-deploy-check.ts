import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createCertificate } from '../packages/server/test/certificate.ts'
import { freePort } from '../packages/server/test/free-port.ts'
import { callThroughProxy, proxies } from './deploy/proxied-service.ts'
import { findPostgresBin } from './programs.ts'

// npm run deploy-check: the files of deploy/ that only a program of the operating system can check.

/** The exposure that `systemd-analyze security` calls OK ends at 4.0. */
const EXPOSURE_MAX = 2

const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'portico-deploy-'))
let passed = 0
let failed = 0

try {
  checkUnit()
  checkNginx()
  checkHaproxy()
  await checkPatroni()
  for (const name of ['Caddyfile', 'compose.Caddyfile']) {
    const file = join(root, 'deploy/caddy', name)
    check(`caddy: ${name}`, 'caddy', ['validate', '--adapter', 'caddyfile', '--config', file])
    check(`caddy: format of ${name}`, 'caddy', ['fmt', '--diff', file], (output) => !/^[-+]/m.test(output))
  }
  for (const [name, proxy] of Object.entries(proxies)) {
    const problems = await callThroughProxy(proxy, folder, createCertificate())
    report(`${name}: the service behind it: sign-in page, cookies, issuer, a node that has ended`, problems)
  }
} finally {
  rmSync(folder, { recursive: true })
}
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

/** The unit with the Node of this machine, because systemd requires that the program exists. */
function checkUnit(): void {
  const unit = readFileSync(join(root, 'deploy/systemd/portico@.service'), 'utf8')
  const file = join(folder, 'portico@all.service')
  writeFileSync(file, unit.replace('/usr/bin/node', process.execPath))
  check('systemd: the unit', 'systemd-analyze', ['verify', file])
  const threshold = String(EXPOSURE_MAX * 10)
  check('systemd: its exposure', 'systemd-analyze', ['security', '--offline=true', `--threshold=${threshold}`, file])
}

/** The configuration with a certificate that exists, inside the block that includes it. */
function checkNginx(): void {
  const certificates = join(folder, 'live/auth.example.com')
  mkdirSync(certificates, { recursive: true })
  const { cert, key } = createCertificate()
  writeFileSync(join(certificates, 'fullchain.pem'), cert)
  writeFileSync(join(certificates, 'privkey.pem'), key)
  cpSync(join(root, 'deploy/nginx'), join(folder, 'nginx'), { recursive: true })
  const site = join(folder, 'nginx/portico.conf')
  writeFileSync(site, readFileSync(site, 'utf8').replaceAll('/etc/letsencrypt', folder))
  const main = join(folder, 'nginx.conf')
  writeFileSync(main, `pid ${folder}/nginx.pid; error_log stderr; events {} http { access_log off; include ${site}; }`)
  check('nginx: portico.conf', 'nginx', ['-t', '-c', main])
}

/** The configuration with a certificate that exists. */
function checkHaproxy(): void {
  const { cert, key } = createCertificate()
  const certificate = join(folder, 'haproxy.pem')
  writeFileSync(certificate, cert + key)
  const text = readFileSync(join(root, 'deploy/haproxy/haproxy.cfg'), 'utf8')
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, text.replace('/etc/haproxy/auth.example.com.pem', certificate))
  check('haproxy: haproxy.cfg', 'haproxy', ['-c', '-f', file])
}

/** The configuration with addresses and a folder of this machine, because the validator tries to use them. */
async function checkPatroni(): Promise<void> {
  // The validator only connects to etcd. The system accepts connections while this process waits.
  const etcd = createServer().listen(0, '127.0.0.1')
  await once(etcd, 'listening')
  const text = readFileSync(join(root, 'deploy/patroni/patroni.yml'), 'utf8')
    .replace(/^( +listen: ).*:8008$/m, `$1127.0.0.1:${await freePort()}`)
    .replace(/^( +listen: ).*:5432$/m, `$1127.0.0.1:${await freePort()}`)
    .replace(/hosts: .*/, `hosts: [127.0.0.1:${(etcd.address() as AddressInfo).port}]`)
    .replace('/var/lib/postgresql/15/portico', join(folder, 'patroni'))
    .replace('/usr/lib/postgresql/15/bin', findPostgresBin() ?? '')
  const file = join(folder, 'patroni.yml')
  writeFileSync(file, text)
  check('patroni: patroni.yml', 'patroni', ['--validate-config', file])
  etcd.close()
}

function check(
  name: string,
  program: string,
  args: readonly string[],
  isGood: (output: string) => boolean = () => true,
): void {
  // Debian keeps the programs of administrators outside of the PATH of others.
  const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin:/sbin`, XDG_DATA_HOME: folder, HOME: folder }
  const { error, status, stderr, stdout } = spawnSync(program, args, { encoding: 'utf8', env })
  if (error === undefined && status === 0 && isGood(stdout)) {
    report(name, [])
    return
  }
  const isMissing = error !== undefined && 'code' in error && error.code === 'ENOENT'
  report(name, [
    isMissing ? `${program} is not installed. On Debian: apt-get install ${packageOf(program)}` : stdout + stderr,
  ])
}

function report(name: string, problems: readonly string[]): void {
  if (problems.length === 0) passed += 1
  else failed += 1
  console.log([`${problems.length === 0 ? '✓' : '✗'} ${name}`, ...problems].join('\n'))
}

function packageOf(program: string): string {
  return program === 'systemd-analyze' ? 'systemd' : program
}
