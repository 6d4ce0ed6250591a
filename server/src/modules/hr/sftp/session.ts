import { FAILURES } from '@crewline/contract/failures'
import ssh2, { type Attributes, type SFTPWrapper } from 'ssh2'
import { Failure } from '../../../kernel/failure.ts'
import { localize } from '../../../kernel/i18n/localize.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { receiveFile } from '../file/receive.ts'
import { systemScope } from '../scope.ts'
import type { KnownKey } from '../store/keys.ts'
import { inOrder, type InOrder } from './in-order.ts'
import { FOLDER, fileNameAt, isFolder, resolved, temporaryNameAt } from './path-rules.ts'

const { OPEN_MODE, STATUS_CODE } = ssh2.utils.sftp
/** Open files and folders of a session. */
const HANDLES_MAX = 8

type Handle =
  | { folder: string; isListed: boolean }
  | { sent: InOrder; received: Promise<string | null>; waiting?: Waiting }

/** A file under a temporary name. It counts once it is renamed. */
interface Waiting {
  path: string
  rename: (name: string | null) => void
  received: Promise<string | null>
}

/** Serves one session: files may be written into the upload folder, and nothing can be read. Ends when the client does. */
export function serveSession(kernel: Kernel, key: KnownKey, sftp: SFTPWrapper): void {
  const handles = new Map<number, Handle>()
  let last = 0
  // The complete file that waits for its name.
  let unnamed: Waiting | undefined
  const opened = (request: number, handle: Handle) => {
    last += 1
    handles.set(last, handle)
    const id = Buffer.alloc(4)
    id.writeUInt32BE(last)
    sftp.handle(request, id)
  }
  const handleOf = (id: Buffer) => (id.length === 4 ? handles.get(id.readUInt32BE(0)) : undefined)
  const fail = (request: number, text?: string) => sftp.status(request, STATUS_CODE.FAILURE, text)
  const refuse = (request: number) => sftp.status(request, STATUS_CODE.PERMISSION_DENIED)
  const done = (request: number) => sftp.status(request, STATUS_CODE.OK)
  serveFolders(sftp, { handles, opened, handleOf, fail })
  sftp.on('OPEN', (request, path, flags) => {
    const temporary = temporaryNameAt(path)
    const name = fileNameAt(path) ?? temporary
    const isAppending = Boolean(flags & OPEN_MODE.APPEND) || !(flags & OPEN_MODE.WRITE)
    if (name === undefined || isAppending) return refuse(request)
    if (handles.size >= HANDLES_MAX || [...handles.values()].some((handle) => 'sent' in handle)) return fail(request)
    unnamed?.rename(null)
    unnamed = undefined
    const sent = inOrder()
    if (temporary === undefined) return opened(request, { sent, received: received(kernel, key, { name, sent }) })
    const { promise: renamed, resolve: rename } = Promise.withResolvers<string | null>()
    const result = received(kernel, key, { name, sent, renamed })
    return opened(request, { sent, received: result, waiting: { path: resolved(path), rename, received: result } })
  })
  sftp.on('WRITE', (request, id, offset, data) => {
    const handle = handleOf(id)
    if (!handle || !('sent' in handle)) return fail(request)
    void handle.sent.write(offset, data).then(
      () => done(request),
      () => fail(request),
    )
  })
  sftp.on('CLOSE', (request, id) => {
    const handle = handleOf(id)
    if (!handle) return fail(request)
    handles.delete(id.readUInt32BE(0))
    if ('folder' in handle) return done(request)
    handle.sent.end()
    if (handle.waiting) {
      unnamed = handle.waiting
      return done(request)
    }
    void handle.received.then((problem) => (problem === null ? done(request) : fail(request, problem)))
  })
  const renameTo = (request: number, from: string, to: string) => {
    const name = fileNameAt(to)
    if (!unnamed || resolved(from) !== unnamed.path || name === undefined) return refuse(request)
    const { rename, received: result } = unnamed
    unnamed = undefined
    rename(name)
    return void result.then((problem) => (problem === null ? done(request) : fail(request, problem)))
  }
  sftp.on('RENAME', renameTo)
  sftp.on('EXTENDED', (request, name: string, data: Buffer) => {
    const paths = name === 'posix-rename@openssh.com' ? twoTexts(data) : undefined
    return paths ? renameTo(request, ...paths) : sftp.status(request, STATUS_CODE.OP_UNSUPPORTED)
  })
  refuseOthers(sftp)
  // What is not closed by then broke off.
  const breakOff = () => {
    for (const handle of handles.values()) {
      if (!('sent' in handle)) continue
      handle.sent.stream.destroy(new Error('broke off'))
      handle.waiting?.rename(null)
    }
    handles.clear()
    unnamed?.rename(null)
  }
  sftp.on('end', () => {
    breakOff()
    sftp.end()
  })
  sftp.on('close', breakOff)
  // A client that breaks the rules of the protocol; the library has ended the session.
  sftp.on('error', breakOff)
}

/** Takes attributes without a word, which clients send after a file, and refuses everything else. */
function refuseOthers(sftp: SFTPWrapper): void {
  sftp.on('SETSTAT', (request) => sftp.status(request, STATUS_CODE.OK))
  sftp.on('FSETSTAT', (request) => sftp.status(request, STATUS_CODE.OK))
  for (const event of ['READ', 'REMOVE', 'RMDIR', 'MKDIR', 'READLINK', 'SYMLINK'] as const)
    sftp.on(event, (request: number) => sftp.status(request, STATUS_CODE.PERMISSION_DENIED))
}

interface Handles {
  handles: Map<number, Handle>
  opened: (request: number, handle: Handle) => void
  handleOf: (id: Buffer) => Handle | undefined
  fail: (request: number, text?: string) => boolean | void
}

/** Shows the root, and the one folder in it, which looks empty. */
function serveFolders(sftp: SFTPWrapper, { handles, opened, handleOf, fail }: Handles): void {
  const stat = (request: number, path: string) =>
    isFolder(path) ? sftp.attrs(request, folderAttributes()) : sftp.status(request, STATUS_CODE.NO_SUCH_FILE)

  sftp.on('REALPATH', (request, path) =>
    sftp.name(request, [{ filename: resolved(path), longname: resolved(path), attrs: folderAttributes() }]),
  )
  sftp.on('STAT', stat)
  sftp.on('LSTAT', stat)
  sftp.on('FSTAT', (request, id) => (handleOf(id) ? sftp.attrs(request, fileAttributes()) : fail(request)))
  sftp.on('OPENDIR', (request, path) => {
    if (!isFolder(path)) return sftp.status(request, STATUS_CODE.NO_SUCH_FILE)
    return handles.size < HANDLES_MAX ? opened(request, { folder: resolved(path), isListed: false }) : fail(request)
  })
  sftp.on('READDIR', (request, id) => {
    const handle = handleOf(id)
    if (!handle || !('folder' in handle)) return fail(request)
    if (handle.isListed || handle.folder === FOLDER) return sftp.status(request, STATUS_CODE.EOF)
    handle.isListed = true
    const longname = 'drwx-wx--- 1 crewline crewline 0 Jan 1 2026 upload'
    return sftp.name(request, [{ filename: 'upload', longname, attrs: folderAttributes() }])
  })
}

/** Takes the file; returns why it was refused, or null. */
async function received(
  kernel: Kernel,
  key: KnownKey,
  { name, sent, renamed }: { name: string; sent: InOrder; renamed?: Promise<string | null> },
): Promise<string | null> {
  try {
    const scope = await systemScope(kernel, key.orgId)
    const arrival = { name, body: sent.stream, via: 'sftp' as const, userId: null, keyId: key.id }
    await receiveFile(kernel, scope, renamed ? { ...arrival, renamed } : arrival)
    return null
  } catch (error) {
    sent.stream.destroy()
    if (error instanceof Failure) return localize(error.text ?? FAILURES[error.code].text, 'en')
    kernel.log.error({ err: error }, 'hr: a file could not be stored')
    return 'Try again in a moment.'
  }
}

/** Reads two texts, each of which follows its length. */
function twoTexts(data: Buffer): [string, string] | undefined {
  if (data.length < 4) return undefined
  const length = data.readUInt32BE(0)
  if (data.length < 8 + length || data.length !== 8 + length + data.readUInt32BE(4 + length)) return undefined
  return [data.toString('utf8', 4, 4 + length), data.toString('utf8', 8 + length)]
}

function folderAttributes(): Attributes {
  return { mode: 0o040_730, uid: 0, gid: 0, size: 0, atime: 0, mtime: 0 }
}

function fileAttributes(): Attributes {
  return { mode: 0o100_200, uid: 0, gid: 0, size: 0, atime: 0, mtime: 0 }
}
