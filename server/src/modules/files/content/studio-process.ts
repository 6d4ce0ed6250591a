// The program of a studio: makes one picture after another until nobody wants any more.
import { remake } from './pictures.ts'
import type { StudioAnswer } from './studio.ts'

const answer = (said: StudioAnswer) => process.send?.(said)

process.on('message', (bytes: Uint8Array) => {
  remake(Buffer.from(bytes)).then(
    (picture) => answer({ picture }),
    (error: unknown) => answer({ why: error instanceof Error ? error.message : String(error) }),
  )
})
// Whoever asked is gone.
process.on('disconnect', () => process.exit())
