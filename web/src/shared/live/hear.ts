import {
  decodeInApp,
  decodeMessage,
  type InAppNotification,
  type IncomingMessage,
  type ServerEvents,
} from '@crewline/contract/events'
import { reportError } from '../lib/report-error.ts'
import type { Ears } from './socket.ts'

/** The events that travel as JSON strings, and what is in them. */
interface Decoded {
  message: IncomingMessage
  'inapp-notification': InAppNotification
}

type Payload<Name extends keyof ServerEvents> = Name extends keyof Decoded
  ? Decoded[Name]
  : Parameters<ServerEvents[Name]>[0]

const decoders: { [Name in keyof Decoded]: (json: unknown) => Decoded[Name] } = {
  message: decodeMessage,
  'inapp-notification': decodeInApp,
}

/** What one feature does on events; each event is optional. */
export type Reactions = { [Name in keyof ServerEvents]?: (event: Payload<Name>) => void }

const names: (keyof ServerEvents)[] = [
  'message',
  'message-status',
  'outgoing-message',
  'notifications',
  'conversation-updated',
  'conversation-read',
  'message-changed',
  'presence',
  'draft-updated',
  'contact-updated',
  'contacts-updated',
  'typing',
  'sibling-notifications',
  'usage',
  'new-voicemail',
  'inapp-notification',
  'session-revoked',
]

/** Tells every feature each event, in the order given. A broken event or a failing reaction is reported and shown to nobody. */
export function hearAll(features: readonly Reactions[]): Ears {
  function hear(name: keyof ServerEvents, raw: unknown): void {
    let event: unknown = raw
    try {
      if (name in decoders) event = decoders[name as keyof Decoded](raw)
    } catch (error) {
      reportError(`live event could not be read: ${name}`, error)
      return
    }
    for (const feature of features) {
      try {
        ;(feature[name] as ((event: unknown) => void) | undefined)?.(event)
      } catch (error) {
        reportError(`live event failed: ${name}`, error)
      }
    }
  }
  return Object.fromEntries(names.map((name) => [name, (event: unknown) => hear(name, event)])) as unknown as Ears
}
