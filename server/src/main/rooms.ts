import type { Room } from '../kernel/room.ts'
import { room as accounts } from '../modules/accounts/index.ts'
import { room as analytics } from '../modules/analytics/index.ts'
import { room as carriers } from '../modules/carriers/index.ts'
import { room as consent } from '../modules/consent/index.ts'
import { room as contacts } from '../modules/contacts/index.ts'
import { room as delivery } from '../modules/delivery/index.ts'
import { room as groups } from '../modules/groups/index.ts'
import { room as inbox } from '../modules/inbox/index.ts'
import { room as lines } from '../modules/lines/index.ts'
import { room as mail } from '../modules/mail/index.ts'
import { room as messages } from '../modules/messages/index.ts'
import { room as notifications } from '../modules/notifications/index.ts'
import { room as organizations } from '../modules/organizations/index.ts'
import { room as team } from '../modules/team/index.ts'
import { room as usage } from '../modules/usage/index.ts'
import { room as files } from '../modules/files/index.ts'
import { room as translation } from '../modules/translation/index.ts'
import { room as replies } from '../modules/replies/index.ts'
import { room as search } from '../modules/search/index.ts'
import { room as transcripts } from '../modules/transcripts/index.ts'
import { room as voicemail } from '../modules/voicemail/index.ts'
import { room as fields } from '../modules/fields/index.ts'
import { room as imports } from '../modules/imports/index.ts'
import { room as roster } from '../modules/roster/index.ts'
import { room as errors } from '../modules/errors/index.ts'
import { room as family } from '../modules/family/index.ts'
import { line } from './line.mjs'

const everyRoom: Room[] = [
  mail,
  organizations,
  team,
  accounts,
  consent,
  contacts,
  groups,
  lines,
  carriers,
  messages,
  delivery,
  inbox,
  notifications,
  usage,
  analytics,
  files,
  translation,
  replies,
  search,
  transcripts,
  voicemail,
  fields,
  imports,
  roster,
  family,
  errors,
]

/** The rooms in the order of the line; a room missing from either list is a mistake of the house. */
export const rooms: readonly Room[] = line.map((name) => {
  const room = everyRoom.find((one) => one.name === name)
  if (!room) throw new Error(`the line names a room that does not exist: ${name}`)
  return room
})
