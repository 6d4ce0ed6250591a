import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Picture } from './pictures.ts'

/** The answer of an image worker: the picture, or the reason for failure. */
export type ImageWorkerReply = { picture: Picture } | { why: string }

/** What an image worker is asked for: a picture of a message, a smaller one of a page, or a logo. */
export interface ImageWorkerTask {
  bytes: Uint8Array
  purpose: 'message' | 'page' | 'logo'
}

/** A process that rewrites one picture at a time. */
interface ImageWorker {
  child: ChildProcess
  bedtime?: NodeJS.Timeout
}

const PROGRAM = fileURLToPath(new URL('./image-worker-process.ts', import.meta.url))
/** An idle image worker exits after this time, in ms, and frees its memory. */
const IDLE_MS = 5_000
/** Time limit per picture, in ms. */
const TIMEOUT_MS = 60_000

const idle: ImageWorker[] = []

/**
 * Rewrites a picture in a separate process. A decoder may take hundreds of megabytes, which are freed when the process
 * ends, and a crash of the decoder affects nothing else. Throws when the bytes are not a picture.
 */
export async function makeInImageWorker(
  bytes: Buffer,
  purpose: ImageWorkerTask['purpose'] = 'message',
): Promise<Picture> {
  const imageWorker = idle.pop() ?? open()
  clearTimeout(imageWorker.bedtime)
  let answer: ImageWorkerReply
  try {
    answer = await requestPicture(imageWorker.child, { bytes, purpose })
  } catch (error) {
    imageWorker.child.kill('SIGKILL')
    throw error
  }
  returnToPool(imageWorker)
  if ('why' in answer) throw new Error(answer.why)
  return answer.picture
}

function open(): ImageWorker {
  const child = fork(PROGRAM, {
    // It needs none of our settings, and few memory arenas.
    env: { MALLOC_ARENA_MAX: '2' },
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const imageWorker = { child }
  child.on('error', () => {})
  child.on('exit', () => {
    const at = idle.indexOf(imageWorker)
    if (at >= 0) idle.splice(at, 1)
  })
  return imageWorker
}

function requestPicture(child: ChildProcess, task: ImageWorkerTask): Promise<ImageWorkerReply> {
  child.ref()
  child.channel?.ref()
  return new Promise<ImageWorkerReply>((resolve, reject) => {
    const end = (finish: () => void) => {
      clearTimeout(timer)
      child.off('message', answered).off('exit', ended)
      finish()
    }
    const answered = (answer: unknown) => end(() => resolve(answer as ImageWorkerReply))
    const ended = () => end(() => reject(new Error('a picture crashed the image worker')))
    const timer = setTimeout(() => end(() => reject(new Error('the picture took too long'))), TIMEOUT_MS)
    child.on('message', answered).on('exit', ended)
    child.send(task, (error) => {
      if (error) end(() => reject(error))
    })
  })
}

/** Keeps an image worker for the next picture without keeping our own process alive. */
function returnToPool(imageWorker: ImageWorker): void {
  imageWorker.child.unref()
  imageWorker.child.channel?.unref()
  idle.push(imageWorker)
  imageWorker.bedtime = setTimeout(() => {
    const at = idle.indexOf(imageWorker)
    if (at >= 0) idle.splice(at, 1)
    imageWorker.child.disconnect()
  }, IDLE_MS).unref()
}
