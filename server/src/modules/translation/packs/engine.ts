import { Worker } from 'node:worker_threads'
import type { EngineFiles, EngineReply } from './engine-worker.ts'

/** How long a model may take to load, and to translate one text, in ms. */
const LOAD_MS = 60_000
const TRANSLATE_MS = 10_000
/** An engine that translated nothing for this long is unloaded, in ms: its model takes some 150 MB. */
const IDLE_MS = 10 * 60_000

/**
 * Translates with one model in a worker thread, one text after the other. The thread starts with the first text. A text
 * that takes too long, or fails, ends the thread, and the next text starts another: a model that failed once is not
 * asked again in the same memory.
 */
export class Engine {
  private readonly files: EngineFiles
  private worker: Worker | undefined
  private turn: Promise<unknown> = Promise.resolve()
  private bedtime: NodeJS.Timeout | undefined

  constructor(files: EngineFiles) {
    this.files = files
  }

  /** Translates a text of any length; rejects when the model cannot be loaded, fails or takes too long. */
  translate(text: string, withinMs = TRANSLATE_MS): Promise<string> {
    const mine = this.turn.then(() => this.translateNext(text, withinMs))
    this.turn = mine.catch(() => {})
    return mine
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    clearTimeout(this.bedtime)
    const { worker } = this
    this.worker = undefined
    await worker?.terminate()
  }

  private async translateNext(text: string, withinMs: number): Promise<string> {
    clearTimeout(this.bedtime)
    try {
      const worker = this.worker ?? (await this.load())
      const answer = await this.answer(worker, withinMs, () => worker.postMessage(text))
      if (!('text' in answer)) throw new Error(why(answer))
      return answer.text
    } catch (error) {
      await this.close()
      throw error
    } finally {
      this.bedtime = setTimeout(() => void this.close(), IDLE_MS).unref()
    }
  }

  private async load(): Promise<Worker> {
    const worker = new Worker(new URL('./engine-worker.ts', import.meta.url), {
      workerData: this.files,
      // It needs none of our settings.
      env: {},
      stdout: true,
      stderr: true,
    })
    this.worker = worker
    // Not to keep the process alive.
    worker.unref()
    // A crash while no text is being translated; the next text starts another thread.
    worker.on('error', () => {})
    worker.once('exit', () => {
      if (this.worker === worker) this.worker = undefined
    })
    const answer = await this.answer(worker, LOAD_MS, () => {})
    if (!('ready' in answer)) throw new Error(why(answer))
    return worker
  }

  private answer(worker: Worker, withinMs: number, ask: () => void): Promise<EngineReply> {
    return new Promise((resolve, reject) => {
      const finish = (end: () => void) => {
        clearTimeout(timer)
        worker.off('message', answered).off('exit', ended).off('error', failed)
        end()
      }
      const answered = (answer: EngineReply) => finish(() => resolve(answer))
      const ended = () => finish(() => reject(new Error('the translation model ended')))
      const failed = (error: Error) => finish(() => reject(error))
      const timer = setTimeout(() => finish(() => reject(new Error('the translation model took too long'))), withinMs)
      worker.on('message', answered).on('exit', ended).on('error', failed)
      ask()
    })
  }
}

function why(answer: EngineReply): string {
  return 'why' in answer ? answer.why : 'the translation model answered something else'
}
