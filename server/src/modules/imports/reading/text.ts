import type { Encoding } from './sniff-rules.ts'

/** The bytes of a file, in pieces; each call begins anew. */
export type Bytes = () => AsyncIterable<Buffer>

/** The encoding of a text without a mark: UTF-8 where every byte of it is valid, and else what Windows writes. */
export async function findEncoding(bytes: Bytes): Promise<Encoding> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const piece of bytes()) decoder.decode(piece, { stream: true })
    decoder.decode()
    return 'utf-8'
  } catch (error) {
    if (error instanceof TypeError) return 'windows-1252'
    throw error
  }
}

/** The text of a file in pieces, every end of a line as `\n`, without the mark at its beginning. */
export async function* decoded(bytes: Bytes, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  let endsInReturn = false
  const lines = (piece: string): string => {
    // Half an end of a line waits for the next piece.
    const whole = endsInReturn ? `\r${piece}` : piece
    endsInReturn = whole.endsWith('\r')
    return (endsInReturn ? whole.slice(0, -1) : whole).replace(/\r\n?/g, '\n')
  }
  for await (const piece of bytes()) yield lines(decoder.decode(piece, { stream: true }))
  yield lines(decoder.decode())
  if (endsInReturn) yield '\n'
}
