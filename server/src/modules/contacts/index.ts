// Owns workers: names, numbers, language, place.
// Tells `contact.changed`; its plugs let later rooms add a worker's groups and last message.
// Must never know conversations, lines or carriers.
import { defineRoom } from '../../kernel/room.ts'
import { contactUpdates } from './live.ts'
import { routes } from './routes.ts'

export { ContactChanged } from './facts.ts'
export { contactGroups, contactJoins, contactLastMessages } from './plugs.ts'
export { folded, literally, sortName } from './rules.ts'
export { findOrAddByPhone, liveByPhone, markPhone, markSuspect, noteUnreachable, type KnownContact } from './store.ts'
export { contactsByIds, headFrom, headColumns, headsOf, type HeadRow } from './views.ts'

export const room = defineRoom({ name: 'contacts', owns: ['contact'], routes, tells: contactUpdates })
