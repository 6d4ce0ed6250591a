import fc from 'fast-check'

/** A carrier's call as it travels. */
export interface Call {
  path: string
  body: string
  headers: Record<string, string>
}

/** One thing changed on the way, by chance or on purpose; what is changed is signed. */
export const changes = (call: Call): fc.Arbitrary<Call> => {
  const [name = '', signature = ''] = Object.entries(call.headers).find(([key]) => key.includes('signature')) ?? []
  const withSignature = (value: string) => ({ ...call, headers: { ...call.headers, [name]: value } })
  const at = (text: string) => fc.nat({ max: text.length - 1 })
  return fc.oneof(
    fc.tuple(at(call.body), fc.integer({ min: 33, max: 126 })).map(([place, code]) => {
      const sign = String.fromCharCode(code)
      return { ...call, body: call.body.slice(0, place) + sign + call.body.slice(place + 1) }
    }),
    at(call.body).map((place) => ({ ...call, body: call.body.slice(0, place) })),
    fc.string({ minLength: 1, maxLength: 20 }).map((more) => ({ ...call, body: call.body + more })),
    fc
      .tuple(at(signature), fc.constantFrom(...'0123456789abcdefXYZ+/=,'.split('')))
      .map(([place, sign]) => withSignature(signature.slice(0, place) + sign + signature.slice(place + 1))),
    at(signature).map((place) => withSignature(signature.slice(0, place))),
    fc
      .integer({ min: -10_000_000, max: 10_000_000 })
      .map((by) => withSignature(signature.replace(/t=(\d+)/, (_, second: string) => `t=${Number(second) + by}`))),
    fc.constantFrom('', 'null', 't=,v1=', 'v1=0', '=').map(withSignature),
  )
}

/** Makes a call at this address and answers its status; what no header can hold was never sent, so it was not believed either. */
export async function post(address: string, { path, body, headers }: Call): Promise<number> {
  if (Object.values(headers).some((value) => /[^\t\x20-\x7e]/.test(value))) return 401
  const answer = await fetch(address + path, { method: 'POST', body, headers })
  await answer.arrayBuffer()
  return answer.status
}
