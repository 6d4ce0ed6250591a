import { decodeMessage, type IncomingMessage, type ServerEvents } from '@crewline/contract/events'
import { reportError } from '../lib/report-error.ts'
import type { Ears } from './socket.ts'

type Payload<Name extends keyof ServerEvents> = Name extends 'message'
  ? IncomingMessage
  : Parameters<ServerEvents[Name]>[0]

/** What one feature does on events; each event is optional. */
export type Reactions = { [Name in keyof ServerEvents]?: (event: Payload<Name>) => void }

const names: (keyof ServerEvents)[] = [
  'message',
  'message-status',
  'outgoing-message',
  'notifications',
  'conversation-updated',
  'contact-updated',
  'session-revoked',
]

/** Tells every feature each event, in the order given. A broken event or a failing reaction is reported and shown to nobody. */
export function hearAll(features: readonly Reactions[]): Ears {
  function hear(name: keyof ServerEvents, raw: unknown): void {
    let event: unknown = raw
    try {
      if (name === 'message') event = decodeMessage(raw)
    } catch (error) {
      reportError('live message could not be read', error)
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
