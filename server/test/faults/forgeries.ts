import fc from 'fast-check'

/** A carrier's webhook call as sent. */
export interface Call {
  path: string
  body: string
  headers: Record<string, string>
}

/** Changes one signed part of the call, at random or deliberately. */
export const changes = (call: Call): fc.Arbitrary<Call> => {
  const [name = '', signature = ''] = Object.entries(call.headers).find(([key]) => key.includes('signature')) ?? []
  const withSignature = (value: string) => ({ ...call, headers: { ...call.headers, [name]: value } })
  const at = (text: string) => fc.nat({ max: text.length - 1 })
  return fc.oneof(
    fc.tuple(at(call.body), fc.integer({ min: 33, max: 126 })).map(([position, code]) => {
      const sign = String.fromCharCode(code)
      return { ...call, body: call.body.slice(0, position) + sign + call.body.slice(position + 1) }
    }),
    at(call.body).map((position) => ({ ...call, body: call.body.slice(0, position) })),
    fc.string({ minLength: 1, maxLength: 20 }).map((more) => ({ ...call, body: call.body + more })),
    fc
      .tuple(at(signature), fc.constantFrom(...'0123456789abcdefXYZ+/=,'.split('')))
      .map(([position, sign]) => withSignature(signature.slice(0, position) + sign + signature.slice(position + 1))),
    at(signature).map((position) => withSignature(signature.slice(0, position))),
    fc
      .integer({ min: -10_000_000, max: 10_000_000 })
      .map((by) => withSignature(signature.replace(/t=(\d+)/, (_, second: string) => `t=${Number(second) + by}`))),
    fc.constantFrom('', 'null', 't=,v1=', 'v1=0', '=').map(withSignature),
  )
}

/**
 * Sends a call to this address and returns its status; returns 401 for values no header can contain, because they
 * cannot be sent.
 */
export async function post(address: string, { path, body, headers }: Call): Promise<number> {
  if (Object.values(headers).some((value) => /[^\t\x20-\x7e]/.test(value))) return 401
  const answer = await fetch(address + path, { method: 'POST', body, headers })
  await answer.arrayBuffer()
  return answer.status
}
