import { HR_KEY_FAILURES_PER_MINUTE } from '@crewline/contract/hr-limits'
import type { Socket } from 'node:net'
import ssh2, { type AuthContext, type Connection } from 'ssh2'
import { makeLimit } from '../../../kernel/http/limits.ts'
import type { Kernel, Running } from '../../../kernel/kernel.ts'
import { publicKeyHash, used } from '../file/keys.ts'
import { keyByHash, type KnownKey } from '../store/keys.ts'
import { hostKeyOf } from './host-key.ts'
import { serveSession } from './session.ts'

/** Connections of this process at the same time. */
const CONNECTIONS_MAX = 40
/** A connection without a log-in, or without traffic, ends after this long, in ms. */
const LOGIN_MS = 20_000
const IDLE_MS = 120_000

/** Where the server of each process listens. */
const ports = new WeakMap<Kernel, number>()

/** Returns where programs send files by SFTP; undefined when it is off. */
export function sftpAddress(kernel: Kernel): { host: string; port: number } | undefined {
  const { sftp, publicUrl } = kernel.config
  if (!sftp) return undefined
  return {
    host: sftp.publicHost ?? new URL(publicUrl).hostname,
    port: sftp.publicPort ?? ports.get(kernel) ?? sftp.port,
  }
}

/** The user name of an organization. */
export function sftpUser(orgId: string): string {
  return orgId.replaceAll('-', '')
}

/**
 * Listens for SFTP where the operator turned it on. Clients log in as an organization with one of its public keys, and with
 * nothing else; there is no shell, no file to read, and no folder but one.
 */
export async function startSftp(kernel: Kernel): Promise<Running> {
  const { sftp, host } = kernel.config
  if (!sftp) return { stop: async () => {} }
  const open = new Set<Connection>()
  const server = new ssh2.Server(
    {
      hostKeys: [hostKeyOf(kernel).privateKey],
      ident: 'crewline',
      algorithms: {
        cipher: ['aes128-gcm@openssh.com', 'aes256-gcm@openssh.com', 'aes128-ctr', 'aes256-ctr'],
        hmac: ['hmac-sha2-256-etm@openssh.com', 'hmac-sha2-512-etm@openssh.com', 'hmac-sha2-256', 'hmac-sha2-512'],
        compress: ['none'],
      },
    },
    (client, { ip }) => {
      if (open.size >= CONNECTIONS_MAX) return client.end()
      open.add(client)
      serveClient(kernel, client, ip)
      client.on('close', () => open.delete(client))
    },
  )
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject)
    server.listen(sftp.port, host, () => {
      server.off('error', reject)
      server.on('error', (error: unknown) => kernel.log.warn({ err: error }, 'hr: the SFTP server has trouble'))
      resolve()
    })
  })
  const address = server.address()
  ports.set(kernel, typeof address === 'object' && address ? address.port : sftp.port)
  return {
    stop: async () => {
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()))
      for (const client of open) client.end()
      await closed
    },
  }
}

function serveClient(kernel: Kernel, client: Connection, ip: string): void {
  let key: KnownKey | undefined
  const timer = setTimeout(() => client.end(), LOGIN_MS)
  // A client that breaks off or scans for servers is no event.
  client.on('error', () => client.end())
  client.on('close', () => clearTimeout(timer))
  client.on('authentication', (context) => {
    void admit(kernel, context, ip).then(
      (found) => {
        if (!found) return context.reject(['publickey'])
        if (found !== 'asks') key = found
        return context.accept()
      },
      (error: unknown) => {
        kernel.log.error({ err: error }, 'hr: an SFTP key could not be looked up')
        context.reject()
      },
    )
  })
  client.on('ready', () => {
    clearTimeout(timer)
    const { _sock: socket } = client as unknown as { _sock: Socket }
    // Without it, small packets wait for each other, and a large file takes a hundred times as long.
    socket.setNoDelay(true)
    socket.setTimeout(IDLE_MS, () => client.end())
  })
  client.on('session', (accept) => {
    const session = accept()
    session.on('sftp', (acceptSftp) => {
      if (key) serveSession(kernel, key, acceptSftp())
    })
  })
}

/** Returns the key of a client; `asks` when it only asks whether the key would do. */
async function admit(kernel: Kernel, context: AuthContext, ip: string): Promise<KnownKey | 'asks' | undefined> {
  if (context.method !== 'publickey') return undefined
  const failures = makeLimit(kernel, 'hr-key-failures', HR_KEY_FAILURES_PER_MINUTE, 60)
  if (await failures.isExhausted(ip)) return undefined
  const orgId = orgOf(context.username)
  const system = kernel.database.asSystem('an SFTP key identifies its organization')
  const key = orgId
    ? await keyByHash(system, { kind: 'sftp', hash: publicKeyHash(context.key.data), orgId })
    : undefined
  if (!key || !isSigned(context)) {
    await failures.take(ip).catch(() => {})
    return undefined
  }
  return context.signature ? used(kernel, key) : 'asks'
}

function isSigned({ key, signature, blob, hashAlgo }: Extract<AuthContext, { method: 'publickey' }>): boolean {
  if (!signature || !blob) return true
  const parsed = ssh2.utils.parseKey(`${key.algo} ${key.data.toString('base64')}`)
  if (parsed instanceof Error) return false
  // It may return an error, which its types do not say.
  const verdict: unknown = parsed.verify(blob, signature, hashAlgo)
  return verdict === true
}

function orgOf(user: string): string | undefined {
  const parts = /^([\da-f]{8})([\da-f]{4})([\da-f]{4})([\da-f]{4})([\da-f]{12})$/i.exec(user)
  return parts?.slice(1).join('-').toLowerCase()
}
