// Image worker process: rewrites one picture after another until it is disconnected.
import { remake } from './pictures.ts'
import type { ImageWorkerReply } from './image-worker.ts'

const answer = (reply: ImageWorkerReply) => process.send?.(reply)

process.on('message', (bytes: Uint8Array) => {
  remake(Buffer.from(bytes)).then(
    (picture) => answer({ picture }),
    (error: unknown) => answer({ why: error instanceof Error ? error.message : String(error) }),
  )
})
// The parent process is gone.
process.on('disconnect', () => process.exit())
