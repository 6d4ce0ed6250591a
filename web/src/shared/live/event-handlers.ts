import {
  decodeInApp,
  decodeMessage,
  type InAppNotification,
  type IncomingMessage,
  type ServerEvents,
} from '@crewline/contract/events'
import { reportError } from '../lib/report-error.ts'
import type { ServerEventHandlers } from './socket.ts'

/** The events that are sent as JSON strings, with their decoded types. */
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

/** The event handlers of one feature; each is optional. */
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
  'news-editors',
  'draft-updated',
  'contact-updated',
  'contacts-updated',
  'conversations-updated',
  'broadcast-updated',
  'run-updated',
  'shift-note',
  'typing',
  'sibling-notifications',
  'usage',
  'new-voicemail',
  'inapp-notification',
  'team-updated',
  'organization-updated',
  'shifts-updated',
  'organization-status',
  'billing-updated',
  'access-changed',
  'pins-updated',
  'session-revoked',
]

/**
 * Passes each event to every feature, in the order given. A broken event or a failing handler is reported and not
 * shown.
 */
export function createEventHandlers(features: readonly Reactions[]): ServerEventHandlers {
  function handleEvent(name: keyof ServerEvents, raw: unknown): void {
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
  return Object.fromEntries(
    names.map((name) => [name, (event: unknown) => handleEvent(name, event)]),
  ) as unknown as ServerEventHandlers
}
