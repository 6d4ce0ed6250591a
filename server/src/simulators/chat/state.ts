import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** A message as a person reads it in the channel. */
export interface SimPost {
  /** In its order; each line of text. */
  lines: string[]
  link: string | null
  /** What was received. */
  payload: unknown
}

/** A channel with its webhook. */
export interface SimChannel {
  id: string
  kind: 'slack' | 'teams'
  name: string
  /** The last part of the URL at Slack, and the signature at Teams. */
  key: string
  /** The webhook was removed. */
  isRevoked: boolean
  /** The channel was archived; Slack only. */
  isArchived: boolean
  /** So many further posts are answered with 429 and this Retry-After, in seconds. */
  limited: number
  retryAfter: number
  /** Every post is answered with 500. */
  isDown: boolean
  posts: SimPost[]
}

export interface ChatState {
  channels: SimChannel[]
  made: number
}

/** Opens the state in a file, or in memory without one. */
export function openState(file: string | undefined): { state: ChatState; save: () => void } {
  const state = read(file) ?? { channels: [], made: 0 }
  return {
    state,
    save: () => {
      if (!file) return
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(`${file}.new`, JSON.stringify(state))
      renameSync(`${file}.new`, file)
    },
  }
}

function read(file: string | undefined): ChatState | undefined {
  try {
    return file === undefined ? undefined : (JSON.parse(readFileSync(file, 'utf8')) as ChatState)
  } catch {
    return undefined
  }
}

/** Adds a channel with a webhook. */
export function addChannel(state: ChatState, { kind, name }: Pick<SimChannel, 'kind' | 'name'>): SimChannel {
  state.made += 1
  const id = `${kind === 'slack' ? 'B' : 'w'}${String(state.made).padStart(8, '0')}`
  const channel: SimChannel = {
    id,
    kind,
    name,
    key: `simulated-${id}-key`,
    isRevoked: false,
    isArchived: false,
    limited: 0,
    retryAfter: 1,
    isDown: false,
    posts: [],
  }
  state.channels.push(channel)
  return channel
}

/** Returns the webhook URL of a channel, below the address of the simulator. */
export function webhookUrl(base: string, { kind, id, key }: SimChannel): string {
  return kind === 'slack'
    ? `${base}/slack/services/T00000001/${id}/${key}`
    : `${base}/teams/workflows/${id}/triggers/manual/paths/invoke?api-version=2016-06-01&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig=${key}`
}
