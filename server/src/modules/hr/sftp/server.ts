import { HR_KEY_FAILURES_PER_MINUTE } from '@crewline/contract/hr-limits'
import type { Socket } from 'node:net'
import ssh2, { type AuthContext, type Connection } from 'ssh2'
import { makeLimit } from '../../../kernel/http/limits.ts'
import type { Kernel, Running } from '../../../kernel/kernel.ts'
import { publicKeyHash, used } from '../file/keys.ts'
import { keyByHash, type KnownKey } from '../store/keys.ts'
import { hostKeyOf } from './host-key.ts'
import { serveSession } from './session.ts'
import { limitedSockets, type SocketLimits, type Sockets } from './sockets.ts'

const LIMITS: SocketLimits = {
  loginMs: 20_000,
  idleMs: 120_000,
  sessionMs: 3_600_000,
  lingerMs: 2_000,
  most: 40,
  // Programs of several organizations can share the address of a proxy.
  mostPerAddress: 20,
  mostPerOrganization: 8,
}
/** Keys that a connection can offer, more than a client has. */
const OFFERS_MAX = 20

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
export async function startSftp(kernel: Kernel, limits: SocketLimits = LIMITS): Promise<Running> {
  const { sftp, host } = kernel.config
  if (!sftp) return { stop: async () => {} }
  const open = new Set<Connection>()
  const ssh = new ssh2.Server(
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
      open.add(client)
      client.on('close', () => open.delete(client))
      serveClient(kernel, sockets, { client, ip })
    },
  )
  // The SSH server itself only learns of a connection after the first line of its client.
  const sockets = limitedSockets(limits, (socket) => ssh.injectSocket(socket))
  const { server } = sockets
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
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
      for (const client of open) client.end()
      await sockets.stop()
    },
  }
}

function serveClient(kernel: Kernel, sockets: Sockets, { client, ip }: { client: Connection; ip: string }): void {
  const { _sock: socket } = client as unknown as { _sock: Socket }
  let key: KnownKey | undefined
  let offers = 0
  const end = () => {
    client.end()
    sockets.cutSoon(socket)
  }
  // A client that breaks off or scans for servers is no event.
  client.on('error', end)
  client.on('authentication', (context) => {
    offers += 1
    if (offers > OFFERS_MAX) return end()
    return void admit(kernel, context, ip).then(
      (found) => {
        if (found === 'too many') return end()
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
    if (!key || !sockets.loggedIn(socket, key.orgId)) return end()
    // Without it, small packets wait for each other, and a large file takes a hundred times as long.
    return void socket.setNoDelay(true)
  })
  client.on('session', (accept) => {
    const session = accept()
    session.on('sftp', (acceptSftp) => {
      if (key) serveSession(kernel, key, acceptSftp())
    })
  })
}

/**
 * Returns the key of a client; `asks` when it only asks whether the key would do, and `too many` when it sent too many wrong
 * ones. A question is not counted, because clients ask with every key that they have, and a correct key always passes.
 */
async function admit(
  kernel: Kernel,
  context: AuthContext,
  ip: string,
): Promise<KnownKey | 'asks' | 'too many' | undefined> {
  if (context.method !== 'publickey') return undefined
  const orgId = orgOf(context.username)
  const system = kernel.database.asSystem('an SFTP key identifies its organization')
  const key = orgId
    ? await keyByHash(system, { kind: 'sftp', hash: publicKeyHash(context.key.data), orgId })
    : undefined
  if (!context.signature) return key && 'asks'
  if (key && isSigned(context)) return used(kernel, key)
  const failures = makeLimit(kernel, 'hr-key-failures', HR_KEY_FAILURES_PER_MINUTE, 60)
  const { isRefused } = await failures.count(`sftp|${ip}|${context.username.slice(0, 100)}`)
  return isRefused ? 'too many' : undefined
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
