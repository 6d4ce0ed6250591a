import { setTimeout as pause } from 'node:timers/promises'

/** Requests at the same time. */
const CLIENTS = 4
/** Between two requests of a client, in ms. */
const PAUSE_MS = 120

interface Traffic {
  paths: string[]
  tokens: string[]
  contacts: { id: string; phone: string }[]
}

/** Requests in turn to the addresses that are served: mostly reads, and notes and texts among them. */
export function startTraffic({ paths, tokens, contacts }: Traffic) {
  const counts = new Map<string, number>()
  const failures = new Map<string, number>()
  const texts: { phone: string; body: string; address: string }[] = []
  // A counter for each kind of request, so that each goes to every address in turn.
  const turns = { read: 0, note: 0, text: 0 }
  let addresses: string[] = []
  let [isOn, isTexting] = [true, true]
  let nth = 0
  async function one(): Promise<void> {
    nth += 1
    const contact = contacts[nth % contacts.length]
    const body = `Update ${nth}`
    const isText = contact && nth % 40 === 0 && isTexting
    const isNote = contact && nth % 10 === 5
    const kind = isText ? 'text' : isNote ? 'note' : 'read'
    const address = addresses[turns[kind]++ % addresses.length]
    if (!address) {
      await pause(50)
      return
    }
    const [path, data] = isText
      ? ['/message', { contactId: contact.id, body, undoSeconds: 0, quietOverride: { reason: 'A trial' } }]
      : isNote
        ? ['/message/note', { contactId: contact.id, body }]
        : [paths[nth % paths.length] ?? '/user/me', undefined]
    const what = `${data ? 'POST' : 'GET'} ${path}`
    const status = await fetch(`${address}/api${path}`, {
      method: data ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${tokens[nth % tokens.length]}`,
        ...(data && { 'content-type': 'application/json' }),
      },
      ...(data && { body: JSON.stringify(data) }),
    })
      .then(async (answer) => (await answer.arrayBuffer(), answer.status))
      .catch((error: unknown) => `no answer: ${error instanceof Error ? error.message : 'unknown'}`)
    add(counts, `status ${status}`)
    // Some reads need parameters and are refused; a write is refused only when there were too many in a minute.
    const isFailed =
      typeof status === 'string' || status >= 500 || status === 401 || (data && status >= 300 && status !== 429)
    if (isFailed) add(failures, `${what}: ${status}`)
    if (isText && status === 200) texts.push({ phone: contact.phone, body, address })
    await pause(PAUSE_MS)
  }
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (isOn) await one()
  })
  return {
    counts,
    failures,
    texts,
    to: (served: string[]) => void (addresses = served),
    stopTexts: () => void (isTexting = false),
    stop: async () => {
      isOn = false
      await Promise.all(clients)
    },
  }
}

function add(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

/** Waits until every text arrived once; returns what is missing or came twice. */
export async function arrivals(carrier: string, texts: { phone: string; body: string }[]): Promise<string[]> {
  for (let tries = 0; ; tries += 1) {
    const problems: string[] = []
    for (const phone of new Set(texts.map((text) => text.phone))) {
      const answer = await fetch(`${carrier}/control/handsets/${encodeURIComponent(phone)}`)
      const got = ((await answer.json()) as { texts: { direction: string; body: string }[] }).texts
      for (const { body } of texts.filter((text) => text.phone === phone)) {
        const count = got.filter((text) => text.direction === 'in' && text.body === body).length
        if (count !== 1) problems.push(`the text "${body}" arrived ${count} times`)
      }
    }
    if (problems.length === 0 || tries > 60) return problems
    await pause(1_000)
  }
}
