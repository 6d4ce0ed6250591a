import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Picture } from './pictures.ts'

/** What a studio answers: the picture, or why there is none. */
export type StudioAnswer = { picture: Picture } | { why: string }

/** A process that makes pictures, one at a time. */
interface Studio {
  child: ChildProcess
  bedtime?: NodeJS.Timeout
}

const PROGRAM = fileURLToPath(new URL('./studio-process.ts', import.meta.url))
/** A studio with nothing to do closes after this long, in ms, and takes its memory with it. */
const IDLE_MS = 5_000
/** A picture that takes longer than this is not one, in ms. */
const TIMEOUT_MS = 60_000

const idle: Studio[] = []

/**
 * Makes a picture anew in a process of its own: what a decoder takes of memory, hundreds of megabytes for some pictures, is
 * given back when the process ends, and a picture that crashes the decoder ends nothing else. Throws where it is no picture.
 */
export async function makeInStudio(bytes: Buffer): Promise<Picture> {
  const studio = idle.pop() ?? open()
  clearTimeout(studio.bedtime)
  let answer: StudioAnswer
  try {
    answer = await ask(studio.child, bytes)
  } catch (error) {
    studio.child.kill('SIGKILL')
    throw error
  }
  rest(studio)
  if ('why' in answer) throw new Error(answer.why)
  return answer.picture
}

function open(): Studio {
  const child = fork(PROGRAM, {
    // It needs none of our settings, and few pools of memory.
    env: { MALLOC_ARENA_MAX: '2' },
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const studio = { child }
  child.on('error', () => {})
  child.on('exit', () => {
    const at = idle.indexOf(studio)
    if (at >= 0) idle.splice(at, 1)
  })
  return studio
}

function ask(child: ChildProcess, bytes: Buffer): Promise<StudioAnswer> {
  child.ref()
  child.channel?.ref()
  return new Promise<StudioAnswer>((resolve, reject) => {
    const end = (finish: () => void) => {
      clearTimeout(timer)
      child.off('message', answered).off('exit', ended)
      finish()
    }
    const answered = (answer: unknown) => end(() => resolve(answer as StudioAnswer))
    const ended = () => end(() => reject(new Error('a picture ended the process that made it')))
    const timer = setTimeout(() => end(() => reject(new Error('a picture took too long'))), TIMEOUT_MS)
    child.on('message', answered).on('exit', ended)
    child.send(bytes, (error) => {
      if (error) end(() => reject(error))
    })
  })
}

/** Keeps a studio for the next picture of the same message, without keeping our own process alive. */
function rest(studio: Studio): void {
  studio.child.unref()
  studio.child.channel?.unref()
  idle.push(studio)
  studio.bedtime = setTimeout(() => {
    const at = idle.indexOf(studio)
    if (at >= 0) idle.splice(at, 1)
    studio.child.disconnect()
  }, IDLE_MS).unref()
}
