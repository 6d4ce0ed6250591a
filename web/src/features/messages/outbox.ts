import type { Message } from '@crewline/contract/messages'
import { isRefusal, type Refusal } from '../../shared/api/send.ts'
import { newId } from '../../shared/lib/new-id.ts'
import { readStored, removeStored, writeStored } from '../../shared/lib/storage.ts'
import { keepEdited, takeEdited } from './edited-keys.ts'
import {
  isPending,
  isTooOld,
  nextStep,
  WAITED_TOO_LONG,
  withSoundExtras,
  type PendingText,
  type TextExtras,
} from './outbox-rules.ts'

/** What the outbox needs of the page: who writes, and the call that sends. */
export interface Post {
  userId: string
  organizationId: string
  /** Resolves to the stored message or to the refusal; never rejects. */
  send: (text: PendingText) => Promise<{ message: Message } | { refusal: Refusal }>
}

const longPauseMs = 1000

/** The texts of one member in one organization that the server does not have yet. */
export interface Outbox {
  /** Begins to work for a member: what was not settled when the page closed, or when another organization was opened, goes on with the key it had. */
  open: (next: Post) => void
  /** Puts a text on its way and answers its key: it is in the list at once and keeps the key until the server has it. */
  send: (contactId: string, body: string, extras?: TextExtras) => string
  /** Sends a text that stayed on a person's word, as written now; a key that was used for other words is replaced. */
  again: (id: string) => void
  /** Takes a text that was not sent out of the list and answers it; undefined when it is gone. */
  takeOut: (id: string) => PendingText | undefined
  /** Takes a text that was not sent out of the list, to be written anew. The first may have arrived for all we know: the next text to this contact has its key, so that they never get both unasked. */
  edit: (id: string) => PendingText | undefined
  /** Every text that the server does not have yet, oldest first; the list changes only as a whole. */
  pending: () => readonly PendingText[]
  /** Calls the listener after each change of the list until the returned function is called. */
  onPending: (listener: () => void) => () => void
  /** Tells each message the server has taken, before its pending twin goes. */
  onSent: (hear: (message: Message) => void) => () => void
  /** Tells the hearers of messages that reached the server in another way than through here. */
  tellSent: (message: Message) => void
  /** Tries again what waits for the network. */
  wake: () => void
}

function storageKey({ userId, organizationId }: Post): string {
  return `outbox/${userId}/${organizationId}`
}

function storedTexts(key: string): PendingText[] {
  const stored = readStored(key)
  return Array.isArray(stored) ? stored.filter(isPending).map(withSoundExtras) : []
}

/** Keeps a list, and beside it what other tabs keep there: texts this one never had. */
function keepTexts(key: string, texts: readonly PendingText[], known: ReadonlySet<string>): void {
  const theirs = storedTexts(key).filter(({ clientMessageId }) => !known.has(clientMessageId))
  const all = [...theirs, ...texts]
  if (all.length > 0) writeStored(key, all)
  else removeStored(key)
}

/** Builds an outbox. It works for one organization at a time: texts of another wait in the storage, or here where that refuses, until it is open again. */
export function buildOutbox(): Outbox {
  let post: Post | undefined
  let texts: readonly PendingText[] = []
  const known = new Set<string>()
  const left = new Map<string, readonly PendingText[]>()
  const listeners = new Set<() => void>()
  const hearers = new Set<(message: Message) => void>()
  const busy = new Set<string>()

  function replace(next: readonly PendingText[]): void {
    texts = next
    for (const { clientMessageId } of next) known.add(clientMessageId)
    if (post) keepTexts(storageKey(post), next, known)
    for (const listener of listeners) listener()
  }
  function change(id: string, part: Partial<PendingText>): void {
    replace(texts.map((text) => (text.clientMessageId === id ? { ...text, ...part } : text)))
  }
  // The answer came after another organization was opened: what was sent must not wait there any more.
  function settleElsewhere(key: string, id: string): void {
    const others = (list: readonly PendingText[]) => list.filter((one) => one.clientMessageId !== id)
    left.set(key, others(left.get(key) ?? []))
    keepTexts(key, others(storedTexts(key)), known)
  }

  function tellSent(message: Message): void {
    for (const hear of hearers) hear(message)
  }
  async function trySending(text: PendingText): Promise<void> {
    const mine = post
    if (!mine) return
    const id = text.clientMessageId
    const answer = await mine.send(text)
    const isLeft = post === undefined || storageKey(post) !== storageKey(mine)
    if (isLeft) {
      if ('message' in answer) settleElsewhere(storageKey(mine), id)
      return
    }
    if ('message' in answer) {
      tellSent(answer.message)
      return replace(texts.filter((one) => one.clientMessageId !== id))
    }
    const step = nextStep(text, answer.refusal, navigator.onLine)
    // Its key is another text's: only with one of its own it shows beside that one.
    change(id, { ...step.text, ...(answer.refusal.code === 'key_reused' && { clientMessageId: newId() }) })
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
        if (isTooOld(next, new Date()))
          change(next.clientMessageId, { state: 'failed', refusal: { code: WAITED_TOO_LONG, message: '' } })
        else await trySending(next)
      }
    } finally {
      busy.delete(contactId)
    }
  }

  const find = (id: string) => texts.find(({ clientMessageId }) => clientMessageId === id)
  function wake(): void {
    if (texts.some(({ state }) => state === 'waiting')) {
      replace(texts.map((text) => (text.state === 'waiting' ? { ...text, state: 'checking', tries: 0 } : text)))
    }
    for (const contactId of new Set(texts.map((text) => text.contactId))) void drain(contactId)
  }
  function takeOut(id: string): PendingText | undefined {
    const text = find(id)
    if (text) replace(texts.filter((one) => one !== text))
    return text
  }
  return {
    wake,
    tellSent,
    takeOut,
    edit(id) {
      const text = takeOut(id)
      if (text && post) keepEdited(storageKey(post), text.contactId, id)
      return text
    },
    open(next) {
      const isSame = post !== undefined && storageKey(post) === storageKey(next)
      if (post && !isSame) left.set(storageKey(post), texts)
      post = next
      if (!isSame) {
        const stored = storedTexts(storageKey(next))
        const waiting = stored.length > 0 ? stored : (left.get(storageKey(next)) ?? [])
        left.delete(storageKey(next))
        for (const { clientMessageId } of waiting) known.add(clientMessageId)
        texts = waiting.map((text) => (text.state === 'failed' ? text : { ...text, state: 'checking', tries: 0 }))
        for (const listener of listeners) listener()
      }
      wake()
    },
    send(contactId, body, extras) {
      // What is sent once more on purpose is no other version of what was written.
      const first = post && !extras?.resendOf ? takeEdited(storageKey(post), contactId) : undefined
      const text: PendingText = {
        clientMessageId: first ?? newId(),
        contactId,
        body,
        at: new Date().toISOString(),
        state: 'sending',
        tries: 0,
        ...extras,
      }
      replace([...texts, text])
      void drain(contactId)
      return text.clientMessageId
    },
    again(id) {
      const text = find(id)
      if (!text) return
      const key = text.refusal?.code === 'key_reused' ? newId() : id
      const at = new Date().toISOString()
      change(id, { clientMessageId: key, at, state: 'sending', tries: 0, refusal: undefined })
      void drain(text.contactId)
    },
    pending: () => texts,
    onPending(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onSent(hear) {
      hearers.add(hear)
      return () => hearers.delete(hear)
    },
  }
}

const outbox = buildOutbox()

/** The outbox of this page. */
export const {
  send: postText,
  again: sendAgain,
  takeOut,
  edit: takeToEdit,
  pending: pendingTexts,
  onPending,
  onSent,
  tellSent,
  open: openOutbox,
} = outbox

/** Waits until the server has a text: true then, false when it was taken back or refused before. */
export function whenSent(id: string): Promise<boolean> {
  return new Promise((resolve) => {
    const isGone = () => !pendingTexts().some((one) => one.clientMessageId === id && one.state !== 'failed')
    function end(isSent: boolean): void {
      stopSent()
      stopPending()
      resolve(isSent)
    }
    const stopSent = onSent((message) => message.clientMessageId === id && end(true))
    const stopPending = onPending(() => isGone() && end(false))
    if (isGone()) end(false)
  })
}

if (typeof window !== 'undefined') window.addEventListener('online', () => setTimeout(outbox.wake, longPauseMs))

/** The refusal inside whatever a failed call gave. */
export function refusalOf(error: unknown): Refusal {
  return isRefusal(error) ? error : { status: 0, code: 'offline', message: '', token: null }
}
