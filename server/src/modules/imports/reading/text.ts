import type { Encoding } from './sniff-rules.ts'

/** The bytes of a file in pieces; each call starts from the beginning. */
export type Bytes = () => AsyncIterable<Buffer>

/** Detects the encoding of a text without a byte order mark: UTF-8 when every byte is valid, otherwise Windows-1252. */
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

/** Yields the text of a file in pieces, with line ends as `\n` and without the byte order mark. */
export async function* decoded(bytes: Bytes, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  let endsInReturn = false
  const lines = (piece: string): string => {
    // Keeps a trailing `\r` for the next piece, which may begin with `\n`.
    const joined = endsInReturn ? `\r${piece}` : piece
    endsInReturn = joined.endsWith('\r')
    return (endsInReturn ? joined.slice(0, -1) : joined).replace(/\r\n?/g, '\n')
  }
  for await (const piece of bytes()) yield lines(decoder.decode(piece, { stream: true }))
  yield lines(decoder.decode())
  if (endsInReturn) yield '\n'
}
