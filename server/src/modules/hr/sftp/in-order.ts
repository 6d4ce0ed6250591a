import { PassThrough } from 'node:stream'

/** The most bytes that wait for a gap before them. */
const WAITING_MAX = 4 * 1024 * 1024

/** A stream that takes pieces at any offset and passes them on in order. */
export interface InOrder {
  stream: PassThrough
  /** Takes a piece; resolves once there is room for more. Fails for a piece that overlaps, or waits too far ahead. */
  write(offset: number, piece: Buffer): Promise<void>
  /** Ends the stream; fails when a gap is left. */
  end(): void
}

/** Opens a stream for the pieces of one file. */
export function inOrder(): InOrder {
  const stream = new PassThrough()
  // It may break off before its reader listens; the reader finds the error later.
  stream.on('error', () => {})
  const waiting = new Map<number, Buffer>()
  let [next, waitingBytes] = [0, 0]
  const pass = async (piece: Buffer) => {
    next += piece.length
    if (stream.write(piece) || stream.destroyed) return
    await new Promise<void>((resolve) => {
      stream.once('drain', resolve)
      stream.once('close', resolve)
    })
  }
  return {
    stream,
    write: async (offset, piece) => {
      if (offset < next || waiting.has(offset)) throw new Error('a piece overlaps')
      if (offset > next) {
        waitingBytes += piece.length
        if (waitingBytes > WAITING_MAX) throw new Error('a piece is too far ahead')
        waiting.set(offset, Buffer.from(piece))
        return
      }
      await pass(Buffer.from(piece))
      for (let found = waiting.get(next); found; found = waiting.get(next)) {
        waiting.delete(next)
        waitingBytes -= found.length
        await pass(found)
      }
    },
    end: () => {
      if (waiting.size > 0) stream.destroy(new Error('a piece is missing'))
      else stream.end()
    },
  }
}
