import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { Translator } from 'fxtranslate'

/** The files of a model. */
export interface EngineFiles {
  model: string
  source: string
  target: string
}

/** What the worker answers: first `ready`, then a translation for each text. */
export type EngineReply = { ready: true } | { text: string } | { why: string }

const port = parentPort
if (!port) throw new Error('this program runs as a worker')
const reply = (answer: EngineReply) => port.postMessage(answer)
const { model, source, target } = workerData as EngineFiles
try {
  const engine = new Translator(readFileSync(model), readFileSync(source), readFileSync(target))
  reply({ ready: true })
  port.on('message', (text: string) => {
    try {
      reply({ text: engine.translate_long(text) })
    } catch (error) {
      reply({ why: (error as Error).message })
    }
  })
} catch (error) {
  reply({ why: (error as Error).message })
}
