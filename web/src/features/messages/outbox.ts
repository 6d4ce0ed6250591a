import type { Message } from '@crewline/contract/messages'
import { isRefusal, type Refusal } from '../../shared/api/send.ts'
import { newId } from '../../shared/lib/new-id.ts'
import { readStored, removeStored, writeStored } from '../../shared/lib/storage.ts'
import { isPending, nextStep, type PendingText } from './outbox-rules.ts'

/** What the outbox needs of the page: who writes, and the call that sends. */
export interface Post {
  userId: string
  organizationId: string
  /** Resolves to the stored message or to the refusal; never rejects. */
  send: (text: PendingText) => Promise<{ message: Message } | { refusal: Refusal }>
}

const longPauseMs = 1000
let post: Post | undefined
let texts: readonly PendingText[] = []
const listeners = new Set<() => void>()
const hearers = new Set<(message: Message) => void>()
const busy = new Set<string>()

function storageKey({ userId, organizationId }: Post): string {
  return `outbox/${userId}/${organizationId}`
}

function replace(next: readonly PendingText[]): void {
  texts = next
  if (post) {
    if (next.length > 0) writeStored(storageKey(post), next)
    else removeStored(storageKey(post))
  }
  for (const listener of listeners) listener()
}

function change(id: string, part: Partial<PendingText>): void {
  replace(texts.map((text) => (text.clientMessageId === id ? { ...text, ...part } : text)))
}

async function trySending(text: PendingText): Promise<void> {
  if (!post) return
  const id = text.clientMessageId
  const answer = await post.send(text)
  if ('message' in answer) {
    for (const hear of hearers) hear(answer.message)
    return replace(texts.filter((one) => one.clientMessageId !== id))
  }
  const step = nextStep(text, answer.refusal, navigator.onLine)
  change(id, step.text)
  if (step.againInMs !== undefined) {
    await new Promise((resolve) => {
      setTimeout(resolve, step.againInMs)
    })
  }
}

// One text after the other for each contact, so that they arrive in the order they were written.
async function drain(contactId: string): Promise<void> {
  if (busy.has(contactId)) return
  busy.add(contactId)
  try {
    for (;;) {
      const next = texts.find(
        (text) => text.contactId === contactId && (text.state === 'sending' || text.state === 'checking'),
      )
      if (!next) return
      await trySending(next)
    }
  } finally {
    busy.delete(contactId)
  }
}

function drainAll(): void {
  for (const contactId of new Set(texts.map((text) => text.contactId))) void drain(contactId)
}

function wake(): void {
  if (texts.some(({ state }) => state === 'waiting')) {
    replace(texts.map((text) => (text.state === 'waiting' ? { ...text, state: 'checking', tries: 0 } : text)))
  }
  drainAll()
}

/** Begins to work for a member: what was not settled when the page closed goes on with the key it had. */
export function openOutbox(next: Post): void {
  post = next
  const stored = readStored(storageKey(next))
  texts = Array.isArray(stored)
    ? stored
        .filter(isPending)
        .map((text) => (text.state === 'failed' ? text : { ...text, state: 'checking', tries: 0 }))
    : []
  window.addEventListener('online', () => setTimeout(wake, longPauseMs))
  wake()
}

/** Puts a text on its way: it is in the list at once and keeps its key until the server has it. */
export function sendText(contactId: string, body: string, resendOf?: string): void {
  const clientMessageId = newId()
  const text: PendingText = {
    clientMessageId,
    contactId,
    body,
    at: new Date().toISOString(),
    state: 'sending',
    tries: 0,
    ...(resendOf && { resendOf }),
  }
  replace([...texts, text])
  void drain(contactId)
}

/** Sends a refused text again; a key that was used for other words is replaced. */
export function sendAgain(id: string): void {
  const text = texts.find(({ clientMessageId }) => clientMessageId === id)
  if (!text) return
  const key = text.refusal?.code === 'key_reused' ? newId() : id
  change(id, { clientMessageId: key, state: 'sending', tries: 0, refusal: undefined })
  void drain(text.contactId)
}

/** Takes a text that was not sent out of the list and answers its words. */
export function takeBack(id: string): string {
  const text = texts.find(({ clientMessageId }) => clientMessageId === id)
  replace(texts.filter((one) => one !== text))
  return text?.body ?? ''
}

/** Every text that the server does not have yet, oldest first; the list changes only as a whole. */
export function pendingTexts(): readonly PendingText[] {
  return texts
}

/** Calls the listener after each change of the list until the returned function is called. */
export function onPending(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Tells each message the server has taken, before its pending twin goes. */
export function onSent(hear: (message: Message) => void): () => void {
  hearers.add(hear)
  return () => hearers.delete(hear)
}

/** The refusal inside whatever a failed call gave. */
export function refusalOf(error: unknown): Refusal {
  return isRefusal(error) ? error : { status: 0, code: 'offline', message: '', token: null }
}
