// Image worker process: rewrites one picture after another until it is disconnected.
import { remake, remakeForPage, remakeLogo } from './pictures.ts'
import type { ImageWorkerReply, ImageWorkerTask } from './image-worker.ts'

const answer = (reply: ImageWorkerReply) => process.send?.(reply)

const WORK = { message: remake, page: remakeForPage, logo: remakeLogo }

process.on('message', ({ bytes, purpose }: ImageWorkerTask) => {
  WORK[purpose](Buffer.from(bytes)).then(
    (picture) => answer({ picture }),
    (error: unknown) => answer({ why: error instanceof Error ? error.message : String(error) }),
  )
})
// The parent process is gone.
process.on('disconnect', () => process.exit())
