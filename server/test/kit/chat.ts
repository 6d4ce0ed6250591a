import type { SimChannel } from '../../src/simulators/chat/state.ts'

/** A channel of the simulated Slack or Teams, with its webhook. */
export type SimulatedChannel = SimChannel & { url: string }

/** The simulated Slack and Teams of a test app. */
export interface TestChat {
  add(kind: 'slack' | 'teams', name?: string): Promise<SimulatedChannel>
  channel(id: string): Promise<SimulatedChannel>
  behaves(id: string, how: Partial<SimChannel>): Promise<void>
}

/** Returns the simulated Slack and Teams of a server at this address. */
export function chatOf(address: string): TestChat {
  const base = `${address}/dev/chat/control/channels`
  const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(base + path, {
      method,
      ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
    })
    if (!answer.ok) throw new Error(`chat: ${method} ${path} answered ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  return {
    add: async (kind, name = '#floor') => (await ask('POST', '', { kind, name })) as SimulatedChannel,
    channel: async (id) => {
      const all = (await ask('GET', '')) as SimulatedChannel[]
      const found = all.find((one) => one.id === id)
      if (!found) throw new Error(`chat: no channel ${id}`)
      return found
    },
    behaves: async (id, how) => void (await ask('PATCH', `/${id}`, how)),
  }
}
