import { setImmediate as breathe } from 'node:timers/promises'

/**
 * Yields a text in small slices and lets other calls run after each: a piece that is already unpacked would otherwise
 * follow the one before without a pause. A slow reader keeps the rows of one slice in memory.
 */
export async function* inSlices(text: AsyncIterable<string>, characters = 32_768): AsyncGenerator<string> {
  let sinceBreath = 0
  for await (const piece of text)
    for (let at = 0; at < piece.length; at += characters) {
      const slice = piece.slice(at, at + characters)
      yield slice
      sinceBreath += slice.length
      if (sinceBreath < characters) continue
      sinceBreath = 0
      await breathe()
    }
}
