// Image worker process: rewrites one picture after another until it is disconnected.
import { remake, remakeForPage } from './pictures.ts'
import type { ImageWorkerReply, ImageWorkerTask } from './image-worker.ts'

const answer = (reply: ImageWorkerReply) => process.send?.(reply)

process.on('message', ({ bytes, purpose }: ImageWorkerTask) => {
  const work = purpose === 'page' ? remakeForPage : remake
  work(Buffer.from(bytes)).then(
    (picture) => answer({ picture }),
    (error: unknown) => answer({ why: error instanceof Error ? error.message : String(error) }),
  )
})
// The parent process is gone.
process.on('disconnect', () => process.exit())
