import type { Message } from '@crewline/contract/messages'
import type { Refusal } from '../../../shared/api/send.ts'
import { newId } from '../../../shared/lib/new-id.ts'
import { readStored, removeStored, writeStored } from '../../../shared/lib/storage.ts'
import { keepEdited, takeEdited } from '../composer/edited-keys.ts'
import {
  isPending,
  isTooOld,
  nextStep,
  WAITED_TOO_LONG,
  withSoundExtras,
  type PendingText,
  type TextExtras,
} from './outbox-rules.ts'

/** What the outbox needs from the page: the user, the organization, and the API call. */
export interface Post {
  userId: string
  organizationId: string
  /** Resolves to the stored message or to the refusal; never rejects. */
  send: (text: PendingText) => Promise<{ message: Message } | { refusal: Refusal }>
}

const longPauseMs = 1000

/** The messages of one member in one organization that are not yet on the server. */
export interface Outbox {
  /**
   * Starts the outbox for a member: messages left when the page closed or the organization was switched continue with
   * their keys.
   */
  open: (next: Post) => void
  /** Queues a message and returns its key: it is listed at once and keeps the key until the server has it. */
  send: (contactId: string, body: string, extras?: TextExtras) => string
  /** Sends a failed message on request, with the current time; a key that was used for another text is replaced. */
  retry: (id: string) => void
  /** Removes an unsent message and returns it; undefined when it is gone. */
  takeOut: (id: string) => PendingText | undefined
  /**
   * Removes an unsent message for editing. The first version may have arrived: the next message to this contact reuses
   * its key, so that both are never sent without a question.
   */
  edit: (id: string) => PendingText | undefined
  /** Every unsent message, oldest first; the array is replaced on each change. */
  pending: () => readonly PendingText[]
  /** Subscribes to changes of the list. Returns an unsubscribe function. */
  onPending: (listener: () => void) => () => void
  /** Subscribes to messages that the server has accepted, called before the pending message is removed. */
  onSent: (hear: (message: Message) => void) => () => void
  /** Notifies the subscribers of a message that reached the server outside the outbox. */
  notifySent: (message: Message) => void
  /** Retries the messages that wait for the network. */
  wake: () => void
}

function storageKey({ userId, organizationId }: Post): string {
  return `outbox/${userId}/${organizationId}`
}

function storedTexts(key: string): PendingText[] {
  const stored = readStored(key)
  return Array.isArray(stored) ? stored.filter(isPending).map(withSoundExtras) : []
}

/** Stores the list and keeps the stored messages of other tabs, which are those that this tab never had. */
function keepTexts(key: string, texts: readonly PendingText[], ownKeys: ReadonlySet<string>): void {
  const theirs = storedTexts(key).filter(({ clientMessageId }) => !ownKeys.has(clientMessageId))
  const all = [...theirs, ...texts]
  if (all.length > 0) writeStored(key, all)
  else removeStored(key)
}

/**
 * Creates an outbox. It works for one organization at a time: messages of others wait in storage, or in memory when
 * storage fails, until their organization is open again.
 */
export function buildOutbox(): Outbox {
  let post: Post | undefined
  let texts: readonly PendingText[] = []
  const ownKeys = new Set<string>()
  const unsentByKey = new Map<string, readonly PendingText[]>()
  const listeners = new Set<() => void>()
  const hearers = new Set<(message: Message) => void>()
  const busy = new Set<string>()

  function replace(next: readonly PendingText[]): void {
    texts = next
    for (const { clientMessageId } of next) ownKeys.add(clientMessageId)
    if (post) keepTexts(storageKey(post), next, ownKeys)
    for (const listener of listeners) listener()
  }
  function change(id: string, part: Partial<PendingText>): void {
    replace(texts.map((text) => (text.clientMessageId === id ? { ...text, ...part } : text)))
  }
  // The response arrived after another organization was opened: the sent message must not stay queued there.
  function settleElsewhere(key: string, id: string): void {
    const others = (list: readonly PendingText[]) => list.filter((text) => text.clientMessageId !== id)
    unsentByKey.set(key, others(unsentByKey.get(key) ?? []))
    keepTexts(key, others(storedTexts(key)), ownKeys)
  }

  function notifySent(message: Message): void {
    for (const listener of hearers) listener(message)
  }
  async function trySending(text: PendingText): Promise<void> {
    const mine = post
    if (!mine) return
    const id = text.clientMessageId
    const answer = await mine.send(text)
    const hasSwitched = post === undefined || storageKey(post) !== storageKey(mine)
    if (hasSwitched) {
      if ('message' in answer) settleElsewhere(storageKey(mine), id)
      return
    }
    if ('message' in answer) {
      notifySent(answer.message)
      return replace(texts.filter((item) => item.clientMessageId !== id))
    }
    const step = nextStep(text, answer.refusal, navigator.onLine)
    // The key belongs to another message: with a new key this one is listed next to it.
    change(id, { ...step.text, ...(answer.refusal.code === 'key_reused' && { clientMessageId: newId() }) })
    if (step.retryInMs !== undefined) {
      await new Promise((resolve) => {
        setTimeout(resolve, step.retryInMs)
      })
    }
  }

  // Sends one message at a time per contact, so that they arrive in the order they were written.
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
    if (text) replace(texts.filter((item) => item !== text))
    return text
  }
  return {
    wake,
    notifySent,
    takeOut,
    edit(id) {
      const text = takeOut(id)
      if (text && post) keepEdited(storageKey(post), text.contactId, id)
      return text
    },
    open(next) {
      const isSame = post !== undefined && storageKey(post) === storageKey(next)
      if (post && !isSame) unsentByKey.set(storageKey(post), texts)
      post = next
      if (!isSame) {
        const stored = storedTexts(storageKey(next))
        const waiting = stored.length > 0 ? stored : (unsentByKey.get(storageKey(next)) ?? [])
        unsentByKey.delete(storageKey(next))
        for (const { clientMessageId } of waiting) ownKeys.add(clientMessageId)
        texts = waiting.map((text) => (text.state === 'failed' ? text : { ...text, state: 'checking', tries: 0 }))
        for (const listener of listeners) listener()
      }
      wake()
    },
    send(contactId, body, extras) {
      // A resend is not an edited version of the earlier message.
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
    retry(id) {
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
    onSent(listener) {
      hearers.add(listener)
      return () => hearers.delete(listener)
    },
  }
}

const outbox = buildOutbox()

/** The outbox of this page. */
export const {
  send: postText,
  retry: sendAgain,
  takeOut,
  edit: takeToEdit,
  pending: pendingTexts,
  onPending,
  onSent,
  notifySent,
  open: openOutbox,
} = outbox

/** Waits for a message: resolves to true when the server has it, false when it was undone or refused. */
export function whenSent(id: string): Promise<boolean> {
  return new Promise((resolve) => {
    const isRemoved = () => !pendingTexts().some((text) => text.clientMessageId === id && text.state !== 'failed')
    function end(isSent: boolean): void {
      stopSent()
      stopPending()
      resolve(isSent)
    }
    const stopSent = onSent((message) => message.clientMessageId === id && end(true))
    const stopPending = onPending(() => isRemoved() && end(false))
    if (isRemoved()) end(false)
  })
}

if (typeof window !== 'undefined') window.addEventListener('online', () => setTimeout(outbox.wake, longPauseMs))
